/** SQL over `users u` and `tenants t`: a second factor is demanded, without one the session permits nothing. */
export const needsSecondFactor = `(u.is_second_factor_required or (t.requires_second_factor_for_admins and not u.is_demo and exists (
    select from role_permissions p where p.tenant_id = u.tenant_id and p.role_id = u.role_id
      and p.permission_id = 'admin.access')))`;

/** SQL over `users u`: a second factor is set up. */
export const hasSecondFactor = `(u.totp_confirmed_at is not null or exists (select from token_providers f where f.tenant_id = u.tenant_id
    and f.user_id = u.id and f.token_provider_type = 'sms' and f.validated_at is not null)
    or exists (select from passkeys k where k.tenant_id = u.tenant_id and k.user_id = u.id))`;

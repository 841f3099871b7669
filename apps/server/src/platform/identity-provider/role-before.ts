/**
 * Whether the role `r` somebody (`u`) had by hand comes back when the claim that gave him another is said no more, for
 * statements that read both. A claim that goes is no reason to have more: a role comes back only where it carries nothing
 * that the present one lacks, and never one that manages people, roles or groups. An administrator gives those again.
 */
export const comesBackSql = `(not r.is_inactive and (r.id = u.role_id or not exists (
  select from role_permissions p where p.tenant_id = r.tenant_id and p.role_id = r.id
    and (p.permission_id in ('userManagement.editUsers', 'userManagement.editRoles', 'userManagement.editGroups')
      or not exists (select from role_permissions h where h.tenant_id = u.tenant_id and h.role_id = u.role_id
        and h.permission_id = p.permission_id)))))`;

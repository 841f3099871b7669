/** Whether a customer has a sign-in of her own that works, as SQL; `customerId` and `tenantId` are expressions. */
export const hasOwnAccess = (tenantId: string, customerId: string): string =>
  `exists (select from users a
      join roles r on r.tenant_id = a.tenant_id and r.id = a.role_id and r.is_client_role
     where a.tenant_id = ${tenantId} and a.customer_id = ${customerId} and not a.is_inactive)`;

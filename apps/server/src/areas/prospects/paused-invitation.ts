/**
 * Whether invitation `p`, not yet answered, is of a customer who was deactivated or blocked since: nobody is asked for answers the
 * house would not take. It opens nothing then, and does again once the customer is served again. Without a customer it never is.
 */
export const isPaused = `(p.status in ('open', 'started') and exists (select from customers o
  where o.tenant_id = p.tenant_id and o.id = p.customer_id and (o.is_inactive or o.is_blocked)))`;

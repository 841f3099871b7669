/** SQL: an erasure of the customer (an expression) is asked for and waits for its day. */
export const erasureWaits = (customerId: string): string => `exists (select from customer_erasures e
  where e.tenant_id = app_tenant_id() and e.customer_id = ${customerId} and e.state = 'waiting')`;

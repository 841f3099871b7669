/** Rows `x` of the customer, of her contracts (`c`), of either. */
export const ofCustomer = 'x.tenant_id = app_tenant_id() and x.customer_id = $1';
export const ofContracts = `join contracts c on c.tenant_id = x.tenant_id and c.id = x.contract_id
  where x.tenant_id = app_tenant_id() and c.customer_id = $1`;
/** The column that says which contract a row belongs to. */
export const contractNumber = ['c.external_key', 'contractNumber', 'Vertrag'] as const;
export const ofEither = `x.tenant_id = app_tenant_id() and (x.customer_id = $1 or x.contract_id in
  (select k.id from contracts k where k.tenant_id = x.tenant_id and k.customer_id = $1))`;

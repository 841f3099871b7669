/** Rows `x` of the customer, of her contracts (`c`), of either. */
export const ofCustomer = 'x.tenant_id = app_tenant_id() and x.customer_id = $1';
export const ofContracts = `join contracts c on c.tenant_id = x.tenant_id and c.id = x.contract_id
  where x.tenant_id = app_tenant_id() and c.customer_id = $1`;
/** The column that says which contract a row belongs to. */
export const contractNumber = ['c.external_key', 'contractNumber', 'Vertrag'] as const;
/**
 * Rows that name a person are hers alone: what somebody who holds a contract beside its customer answered for it is no
 * part of his archive. Rows that name nobody belong to the customer of their contract.
 */
const ownOrOf = (
  row: string,
): string => `${row}.tenant_id = app_tenant_id() and (${row}.customer_id = $1 or (${row}.customer_id is null
  and ${row}.contract_id in (select k.id from contracts k where k.tenant_id = ${row}.tenant_id and k.customer_id = $1)))`;
export const ofEither = ownOrOf('x');
export const documentsOfEither = ownOrOf('d');

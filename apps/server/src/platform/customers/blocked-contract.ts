import { houseDay } from '../depot-content/plan-days.ts';

/**
 * SQL: whether the customer of `contracts c`, or who holds it with him, is blocked. What is held together moves only
 * while nobody of them is.
 */
export const isContractBlocked = `(exists (select from customers b
    where b.tenant_id = c.tenant_id and b.id = c.customer_id and b.is_blocked)
  or exists (select from contract_holders h join customers b on b.tenant_id = h.tenant_id and b.id = h.customer_id
    where h.tenant_id = c.tenant_id and h.contract_id = c.id and b.is_blocked))`;

/** The contracts of the house one of whose further holders is blocked: read once, where a statement goes through very many. */
export const contractsOfBlockedHolders = `(select h.contract_id from contract_holders h
    join customers b on b.tenant_id = h.tenant_id and b.id = h.customer_id
   where h.tenant_id = app_tenant_id() and b.is_blocked)`;

/** SQL: whether line `k` of a file lets contract `c` (null where it is new) run again though `owner` or a further holder is not served. */
export const runsForInactive = (owner: string): string => `(
    coalesce((k.content->>'end_date')::date, c.end_date, 'infinity') > ${houseDay} and (c.id is null or c.end_date <= ${houseDay})
    and (${owner} in (select b.id from customers b where b.tenant_id = app_tenant_id() and b.is_inactive)
      or c.id in (select h.contract_id from contract_holders h join customers b on b.tenant_id = h.tenant_id and b.id = h.customer_id
        where h.tenant_id = app_tenant_id() and b.is_inactive)))`;

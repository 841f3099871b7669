import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { runsOn } from './runs-on.ts';

/**
 * The day on which the first profile ends of `t`, one of the customers looked at, among the contracts she holds alone or beside others:
 * a newer one of another contract hides none that is over. Contracts that have ended ask for no profile, as the rule of the tasks says.
 */
const firstEnd = (today: string) => sql`(select min(x.valid_until) from (
    select a.valid_until from contracts c
      join risk_assessments a on a.tenant_id = c.tenant_id and a.contract_id = c.id and a.status = 'valid'
     where c.tenant_id = app_tenant_id() and c.customer_id = t.id and ${runsOn(today)}
    union all
    select o.valid_until from contract_holders o
      join contracts c on c.tenant_id = o.tenant_id and c.id = o.contract_id
     where o.tenant_id = app_tenant_id() and o.customer_id = t.id and ${runsOn(today)}) x)`;

/**
 * Writes the day of customers where it is another one, in the order of their ids, so that no two writers wait for each other.
 * @param customers SELECT of their ids, each once
 */
async function keepDay(
  transaction: Transaction<Schema>,
  customers: RawBuilder<unknown>,
  today: string,
): Promise<void> {
  await sql`with other as materialized (
      select h.id, e.day from (${customers}) t (id) join customers h on h.tenant_id = app_tenant_id() and h.id = t.id
        cross join lateral (select ${firstEnd(today)} as day) e
       where h.profile_valid_until is distinct from e.day order by h.id for no key update of h)
    update customers u set profile_valid_until = other.day from other
     where u.tenant_id = app_tenant_id() and u.id = other.id`.execute(transaction);
}

/** A customer's profile holds until the first one ends among the contracts that run on the day of the house. */
export function keepProfileDay(
  transaction: Transaction<Schema>,
  customerIds: readonly string[],
  today: string,
): Promise<void> {
  return keepDay(transaction, sql`select distinct unnest(${customerIds}::uuid[])`, today);
}

/**
 * The same of everybody who holds one of the contracts `c`: after a profile or the contract itself came or went, and once a day,
 * because a contract ends with the day alone.
 * @param which condition on `c.id`
 */
export function keepProfileDayOfContracts(
  transaction: Transaction<Schema>,
  which: RawBuilder<unknown>,
  today: string,
): Promise<void> {
  return keepDay(
    transaction,
    sql`select c.customer_id from contracts c where c.tenant_id = app_tenant_id() and ${which}
      union select o.customer_id from contracts c join contract_holders o on o.tenant_id = c.tenant_id and o.contract_id = c.id
       where c.tenant_id = app_tenant_id() and ${which}`,
    today,
  );
}

/** The same of one contract. */
export const keepProfileDayOfContract = (
  transaction: Transaction<Schema>,
  contractId: string,
  today: string,
): Promise<void> => keepProfileDayOfContracts(transaction, sql`c.id = ${contractId}`, today);

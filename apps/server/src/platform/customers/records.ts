import { type RawBuilder, sql } from 'kysely';

const fromOne = '(with recursive merged as (select ';
const andMerged = `::uuid as id union
    select m.merged_id from customer_merges m join merged on merged.id = m.survivor_id
     where m.tenant_id = app_tenant_id() and m.undone_at is null) select id from merged)`;

/** Ids of all records of one person: the customer and whoever was merged into him, however often. */
export const recordsOf = (customerId: string): RawBuilder<unknown> =>
  sql`${sql.raw(fromOne)}${customerId}${sql.raw(andMerged)}`;

/** The same as SQL of a customer's id. */
export const recordsOfSql = (customerId: string): string => fromOne + customerId + andMerged;

/** The record a customer's id leads to today, as SQL of such an id: the one he was merged into, however often, or himself. */
export const recordOf = (customerId: string): string =>
  `(with recursive ways as (select ${customerId} as id, 0 as step union all
    select m.survivor_id, ways.step + 1 from customer_merges m join ways on ways.id = m.merged_id
     where m.tenant_id = app_tenant_id() and m.undone_at is null)
   select id from ways order by step desc limit 1)`;

/** Plans the bank carried out, wholly or in part. */
export const carriedOutSql = `('confirmed', 'partlyConfirmed')`;

/**
 * A lateral table of one row at most: what the bank says it bought and sold for a plan, in euros. Of a switch the bank tells
 * what was bought; that counts on both sides. What it refused or has only taken is nothing, whatever amount it names. No row where
 * the bank has told nothing of executed orders.
 * @param plan alias of planned_optimizations
 */
export const executedPartSql = (plan: string): string => `(
  select coalesce(sum(r."executedAmount") filter (where r.action <> 'sell'), 0) as bought,
    coalesce(sum(r."executedAmount") filter (where r.action <> 'buy'), 0) as sold
    from trader_orders o cross join jsonb_to_recordset(o.answer -> 'results') r (action text, state text, "executedAmount" numeric)
   where r.state in ('executed', 'partlyExecuted') and o.tenant_id = ${plan}.tenant_id and o.planned_optimization_id = ${plan}.id and o.state in ${carriedOutSql}
  having count(*) > 0)`;

/** A lateral table of one row: what a plan was to buy and to sell, in euros. */
export const plannedAmountsSql = (plan: string): string => `(
  select coalesce(sum(t.amount) filter (where t.action <> 'sell'), 0) as bought,
    coalesce(sum(t.amount) filter (where t.action <> 'buy'), 0) as sold
    from planned_transactions t where t.tenant_id = ${plan}.tenant_id and t.planned_optimization_id = ${plan}.id)`;

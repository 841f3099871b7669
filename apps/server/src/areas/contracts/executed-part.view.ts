import { carriedOutPlanStates } from '@depotwerk/domain/contracts/plan-states';
import { tradedStates } from '@depotwerk/domain/contracts/trading-words';
import { quotedList } from '../../platform/database/quoted-list.ts';

/** States of plans, and of orders, the bank carried out, wholly or in part. */
export const carriedOutSql = `(${quotedList(carriedOutPlanStates)})`;

/**
 * A lateral table of one row at most: what the bank says it bought and sold for a plan, in euros. Of a switch the bank tells
 * what was bought; that counts on both sides. What it refused or has only taken is nothing, whatever amount it names. No row where
 * the bank has told nothing of executed orders.
 * @param plan alias of planned_optimizations; names of this statement's own are long, so that none hides it
 */
export const executedPartSql = (plan: string): string => `(
  select coalesce(sum(told_part."executedAmount") filter (where told_part.action <> 'sell'), 0) as bought,
    coalesce(sum(told_part."executedAmount") filter (where told_part.action <> 'buy'), 0) as sold
    from trader_orders told
    cross join jsonb_to_recordset(told.answer -> 'results') told_part (action text, state text, "executedAmount" numeric)
   where told.tenant_id = ${plan}.tenant_id and told.planned_optimization_id = ${plan}.id and told.state in ${carriedOutSql}
     and told_part.state in (${quotedList(tradedStates)})
  having count(*) > 0)`;

/** A lateral table of one row: what a plan was to buy and to sell, in euros. */
export const plannedAmountsSql = (plan: string): string => `(
  select coalesce(sum(wanted.amount) filter (where wanted.action <> 'sell'), 0) as bought,
    coalesce(sum(wanted.amount) filter (where wanted.action <> 'buy'), 0) as sold
    from planned_transactions wanted where wanted.tenant_id = ${plan}.tenant_id and wanted.planned_optimization_id = ${plan}.id)`;

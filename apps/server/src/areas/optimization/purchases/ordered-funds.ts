import { planInForce } from '../../../platform/depot-content/plan-days.ts';

/**
 * Changes to the savings plan that leave the house with a plan `p` of a contract `c`, as JSON: none where no savings plan
 * is in force on the day, given as SQL, because what is paid today is what they were worked out for.
 */
export const savingsPlanChangesSent = (day: string): string =>
  `case when exists (${planInForce('c', day)}) then p.savings_plan_changes else '[]' end`;

/** What a plan `p` of a contract `c` orders on a day, given as SQL, as `OrderedFunds`. */
export const orderedFundsSelection = (
  day: string,
): string => `coalesce((select json_agg(json_build_object('action', t.action, 'fundId', t.fund_id)) from planned_transactions t
      where t.tenant_id = p.tenant_id and t.planned_optimization_id = p.id), '[]') as orders,
    ${savingsPlanChangesSent(day)} as "savingsPlanChanges"`;

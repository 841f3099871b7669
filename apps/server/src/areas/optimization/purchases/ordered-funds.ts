import { notEnded } from '../../../platform/depot-content/plan-days.ts';

/** What a plan `p` of a contract `c` orders, as `OrderedFunds`. */
export const orderedFundsSelection = `coalesce((select json_agg(json_build_object('action', t.action, 'fundId', t.fund_id)) from planned_transactions t
      where t.tenant_id = p.tenant_id and t.planned_optimization_id = p.id), '[]') as orders,
    -- without a savings plan that runs or is to begin none leaves the house
    case when exists (select from savings_plans s where s.tenant_id = c.tenant_id and s.contract_id = c.id and ${notEnded('s')})
      then p.savings_plan_changes else '[]' end as "savingsPlanChanges"`;

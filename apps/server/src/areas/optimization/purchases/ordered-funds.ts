/** What a plan `p` of a contract `c` orders, as `OrderedFunds`. */
export const orderedFundsSelection = `coalesce((select json_agg(json_build_object('action', t.action, 'fundId', t.fund_id)) from planned_transactions t
      where t.tenant_id = p.tenant_id and t.planned_optimization_id = p.id), '[]') as orders,
    -- without a contribution no savings plan leaves the house
    case when c.contribution is null then '[]' else p.savings_plan_changes end as "savingsPlanChanges"`;

import { locale } from '@depotwerk/domain/locale';
import { executedPartSql } from './executed-part.view.ts';

const yearStart = `date_trunc('year', now(), '${locale.timeZone}')`;

/**
 * SQL: switches of contract `c` in the calendar year, for its free ones and its fee: plans and applications to the insurer
 * alike. A plan that sells counts as one, whatever the number of its funds; one carried out in part only if the bank sold anything
 * for it. It counts in the year the bank settled it, while the bank has it in the one it was sent.
 */
export const switchesThisYearSql = `((select count(*) from planned_optimizations o
    where o.tenant_id = c.tenant_id and o.contract_id = c.id and o.state in ('submitted', 'confirmed', 'partlyConfirmed')
      and exists (select from planned_transactions x where x.tenant_id = o.tenant_id
        and x.planned_optimization_id = o.id and x.action <> 'buy')
      and (o.state <> 'partlyConfirmed' or coalesce((select d.sold > 0 from ${executedPartSql('o')} d), false))
      and coalesce((select max(t.settled_at) from trader_orders t where t.tenant_id = o.tenant_id
        and t.planned_optimization_id = o.id), o.updated_at) >= ${yearStart})
  + (select count(*) from element_submissions e where e.tenant_id = c.tenant_id and e.contract_id = c.id
      and e.element_key = 'fundSwitch' and e.created_at >= ${yearStart}))::integer`;

import type { CostedValuation } from '@depotwerk/domain/contracts/ex-post-costs';
import { locale } from '@depotwerk/domain/locale';
import type { DatedPayment } from '@depotwerk/engine/figures/contract-performance';
import { readOne } from '../../platform/read-one.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import {
  carriedOutSql,
  datedPaymentsJson,
  executedPartSql,
  ofContract,
  plannedAmountsSql,
} from '../contracts/public.ts';

export interface ExPostSource {
  readonly valuations: readonly CostedValuation[];
  /** What was paid in and out on known days. */
  readonly payments: readonly DatedPayment[];
  /** Once-only costs of proposals the bank carried out within the year, as far as they are known, euros. */
  readonly orders: number;
  /** Of how many of these proposals a part of the costs is unknown, or which part of its orders was carried out. */
  readonly unknownOrders: number;
  /** Of it the costs of money that came in with a proposal and stands among what was paid in as well. */
  readonly entryOfPaid: number;
  /** How many such proposals there were, and how many of them the bank carried out in part only. */
  readonly plans: number;
  readonly partly: number;
}

/** What is on file of a contract's valuations and of what was carried out in a year. @throws 404 unseen */
export async function readExPostSource(
  { database }: ReadServices,
  scope: Scope,
  contractId: string,
  year: number,
): Promise<ExPostSource> {
  return readOne<ExPostSource>(database, scope, exPostQuery(scope, contractId, year));
}

/** A payment is stated within so many days around the proposal it came with. */
const daysAround = 31;

/**
 * SQL: whether the money of proposal `x` of contract `c`, settled on `s.day`, is part of what was paid in by its last valuation
 * of the year: all that had been paid is stated for a day since, or payments around its days come to as much. Without a line
 * a valuation says by itself what was paid in.
 */
const isPaidInSql = (lastDay: string): string => {
  const line = `from contract_payments k where k.tenant_id = c.tenant_id and k.contract_id = c.id`;
  const valued = `from portfolios p where p.tenant_id = c.tenant_id and p.contract_id = c.id and p.valuation_date <= ${lastDay}`;
  const lastValued = `(select max(p.valuation_date) ${valued})`;
  return `(exists (select ${line} and k.payment_kind = 'stated' and k.payment_day between s.day and ${lastValued})
      or (select sum(k.amount) ${line} and k.payment_kind = 'paidIn' and k.payment_day <= ${lastValued}
           and k.payment_day between x.created_at::date - ${daysAround} and s.day + ${daysAround})
         >= (x.parameters ->> 'cashAmount')::numeric
      or (not exists (select ${line}) and exists (select ${valued} and p.paid_in is not null and p.valuation_date >= s.day)))`;
};

const exPostQuery = (scope: Scope, contractId: string, year: number) =>
  ofContract<ExPostSource>(scope, contractId, (parameters) => {
    const lastDay = `make_date(${parameters.add(year)}::int, 12, 31)`;
    return {
      // Several valuations of one day: the current one stands for it.
      selection: `coalesce((select json_agg(json_build_object('date', v.valuation_date, 'value', v.total_value,
          'paidIn', v.paid_in, 'fundFee', v.fund_fee, 'distributionFee', v.distribution_fee,
          'unknownFunds', coalesce(v.unknown_funds, '[]')) order by v.valuation_date)
        from (select w.valuation_date, w.total_value, w.paid_in, e.fund_fee / nullif(w.total_value, 0) as fund_fee,
                e.distribution_fee / nullif(w.total_value, 0) as distribution_fee, e.unknown_funds
              from (select distinct on (p.valuation_date) p.tenant_id, p.id, p.valuation_date, p.total_value, p.paid_in
                  from portfolios p where p.tenant_id = c.tenant_id and p.contract_id = c.id
                 order by p.valuation_date, p.is_current desc, p.id) w
              cross join lateral (select sum(e.value * coalesce(f.ongoing_fee, 0)) as fund_fee,
                  case when count(f.distribution_fee) = count(*) then sum(e.value * f.distribution_fee) end as distribution_fee,
                  json_agg(distinct f.name) filter (where f.ongoing_fee is null) as unknown_funds
                from portfolio_entries e join funds f on f.tenant_id = e.tenant_id and f.id = e.fund_id
               where e.tenant_id = w.tenant_id and e.portfolio_id = w.id) e) v), '[]') as valuations, ${datedPaymentsJson} as payments,
      coalesce(o.costs, 0)::float8 as orders, o.unknown::int as "unknownOrders",
      coalesce(o.entry_of_paid, 0)::float8 as "entryOfPaid", o.plans::int as plans, o.partly::int as partly`,
      // Where nobody knew what the contract takes, entry and switch fee stand in the proposal as 0.
      // Of a proposal carried out in part the costs count by the part of its orders that was; a switch fee is due with any sale.
      tables: `cross join lateral (select count(*) as plans, count(*) filter (where x.state = 'partlyConfirmed') as partly,
          sum(round(coalesce((x.costs ->> 'entry')::numeric, 0) * y.bought
              + coalesce((x.costs ->> 'transaction')::numeric, 0) * y.traded, 2)
            + case when y.sold > 0 then coalesce((x.costs ->> 'switchFee')::numeric, 0) else 0 end) as costs,
          count(*) filter (where (x.costs ->> 'entry') is null or (x.costs ->> 'transaction') is null
            or (x.costs ->> 'switchFee') is null or coalesce((x.costs ->> 'isContractUnknown')::boolean, false)
            or x.state = 'partlyConfirmed' and d.bought is null) as unknown,
          sum(round((x.costs ->> 'entry')::numeric * y.bought, 2)) filter (where (x.costs ->> 'entry')::numeric > 0
            and ${isPaidInSql(lastDay)}) as entry_of_paid
        from planned_optimizations x
        cross join lateral ${plannedAmountsSql('x')} p
        left join lateral ${executedPartSql('x')} d on true
        cross join lateral (select (max(t.settled_at) at time zone '${locale.timeZone}')::date as day from trader_orders t
               where t.tenant_id = x.tenant_id and t.planned_optimization_id = x.id) s
        cross join lateral (select
          case when x.state = 'confirmed' or p.bought = 0 then 1 else least(1, coalesce(d.bought, 0) / p.bought) end as bought,
          case when x.state = 'confirmed' or p.bought + p.sold = 0 then 1
            else least(1, coalesce(d.bought + d.sold, 0) / (p.bought + p.sold)) end as traded,
          case when x.state = 'confirmed' then 1 else coalesce(d.sold, 0) end as sold) y
       where x.tenant_id = c.tenant_id and x.contract_id = c.id and x.state in ${carriedOutSql}
         and s.day between make_date(${parameters.add(year)}::int, 1, 1) and ${lastDay}) o`,
      tail: '',
    };
  });

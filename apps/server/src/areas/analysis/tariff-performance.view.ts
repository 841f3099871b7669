import type { TariffPerformance } from '@depotwerk/api/tariff-performance';
import { dayNumber } from '@depotwerk/engine/figures/cash-flow-returns';
import {
  type CompositeCell,
  type CompositePayment,
  compositeMonths,
  paymentsInTarget,
  yearlyRate,
} from '@depotwerk/engine/figures/composite-performance';
import type { ReadQuery } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/app-error.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import type { TargetMix } from '../optimization/public.ts';
import type { PerformanceWindow } from './contract-performance.view.ts';
import { groupReturnsQuery } from './contract-performance.view.ts';

interface SumRow {
  kind: 'counted' | 'cell' | 'flow' | 'payment' | 'day';
  risk_class_id: number | null;
  /** Month since year 0. */
  month: number | null;
  last_month: number | null;
  day: string | null;
  amount: number;
  grown: number | null;
}

/**
 * Sums of a tariff's contracts, a row a class and month or a day of payment: as many whatever the number of contracts.
 * Each contract counts from its last valuation of a month on, like `performanceOf` does: money paid between two valuations
 * from the earlier one, what empties a contract at the later one. Whoever has a month without valuation, or a period
 * without money that ends with a value, is not counted.
 */
const sumsSql = `with own as (
    select c.tenant_id, c.id, least(c.risk_class_id, s.highest) as risk_class_id
      from contracts c join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id
      left join lateral (select min((x ->> 'highestRiskClassId')::int) as highest from jsonb_array_elements(t.life_cycle) x
         where c.end_date - make_interval(years => (x ->> 'yearsBeforeEnd')::int) <= $3::date) s on true
     where c.tenant_id = app_tenant_id() and c.tariff_id = $1 and c.deleted_at is null),
  valued as (
    select distinct on (p.contract_id, p.valuation_date) p.contract_id as id, o.risk_class_id, p.valuation_date as day,
           p.total_value::float8 as value, p.contributions_value::float8 as paid,
           (extract(year from p.valuation_date) * 12 + extract(month from p.valuation_date))::int as month
      from own o join portfolios p on p.tenant_id = o.tenant_id and p.contract_id = o.id
       and p.valuation_date between $2::date and $3::date
     where o.risk_class_id is not null order by p.contract_id, p.valuation_date, p.is_current desc, p.id),
  ended as (select *, lead(month) over (partition by id order by day) is distinct from month as is_last from valued),
  started as (select *, min(day) filter (where is_last and value > 0) over (partition by id) as first_day from ended),
  pairs as (
    select *, lag(value) over byday as start, paid - lag(paid) over byday as flow, lag(day) over byday as start_day
      from started where day >= first_day window byday as (partition by id order by day)),
  periods as (
    select *, case when value = 0 and flow < 0 then start else start + flow end as invested,
           case when value = 0 and flow < 0 then -flow else value end as ending from pairs),
  grown as (
    select *, case when start_day is null or (ending = 0 and abs(invested) <= 1e-9 * abs(start)) then 1
                   when invested > 0 then ending / invested end as growth from periods),
  known as (
    select id, max(day) as last_day, max(month) as last_month from grown group by id
    having count(start_day) > 0 and bool_and(growth is not null) and count(distinct month) = max(month) - min(month) + 1),
  counted as (select g.*, k.last_day, k.last_month from grown g join known k on k.id = g.id),
  monthly as (
    select id, risk_class_id, month, coalesce((array_agg(invested order by day) filter (where invested > 0))[1], 0) as invested,
           case when bool_or(growth = 0) then 0 else exp(sum(ln(nullif(growth, 0)))) end as growth
      from counted where start_day is not null group by id, risk_class_id, month)
  select 'counted' as kind, null::int as risk_class_id, null::int as month, null::int as last_month, null::date as day,
         (select count(*) from known)::float8 as amount, (select count(*) from own where risk_class_id is null)::float8 as grown
  union all select 'cell', risk_class_id, month, null, null, sum(invested), sum(invested * growth)
    from monthly group by risk_class_id, month
  union all select 'flow', null, null, null, day, sum(amount), null from (
      select day, -value as amount from counted where start_day is null
      union all select start_day, -flow from counted where flow <> 0
      union all select day, value from counted where day = last_day) f group by day
  union all select 'payment', risk_class_id, month, last_month, null, sum(amount), null from (
      select risk_class_id, month + 1 as month, last_month, value as amount from counted where start_day is null
      union all select risk_class_id, month, last_month, flow from counted where flow <> 0) f
      group by risk_class_id, month, last_month
  union all select 'day', null, month, null, max(day), 0, null from counted group by month`;

interface CountRow {
  contracts: number;
}

/**
 * Performance of all contracts of a tariff as one, whatever the caller may see of them (sums name nobody), and of what the
 * tariff aims at today for their classes over the same months with the same payments. @throws 404 for a foreign tariff
 */
export async function readTariffPerformance(
  { database }: ReadServices,
  targetMix: TargetMix,
  scope: Scope,
  tariffId: string,
  window: PerformanceWindow,
): Promise<TariffPerformance> {
  const counts: ReadQuery<CountRow> = {
    sql: `select (select count(*)::int from contracts c where c.tenant_id = t.tenant_id and c.tariff_id = t.id
            and c.deleted_at is null) as contracts from tariffs t where t.tenant_id = app_tenant_id() and t.id = $1`,
    parameters: [tariffId],
  };
  const sums: ReadQuery<SumRow> = { sql: sumsSql, parameters: [tariffId, window.from, window.to] };
  const [[all], rows] = await database.readMany<[CountRow, SumRow]>(scope, [counts, sums]);
  if (!all) throw notFound();
  const head = rows.find(({ kind }) => kind === 'counted');
  const counted = head?.amount ?? 0;
  const withoutClass = head?.grown ?? 0;
  const contracts = { counted, unknownHistory: all.contracts - counted - withoutClass, withoutClass };
  const dayOf = new Map(
    rows.flatMap(({ kind, month, day }) => (kind === 'day' && day ? [[month ?? 0, day]] : [])),
  );
  const cells = rows.flatMap((row): CompositeCell[] =>
    row.kind === 'cell'
      ? [
          {
            month: row.month ?? 0,
            targetId: row.risk_class_id ?? 0,
            invested: row.amount,
            grown: row.grown ?? 0,
          },
        ]
      : [],
  );
  const first = Math.min(...dayOf.keys());
  const last = Math.max(...dayOf.keys());
  const [from, to] = [dayOf.get(first), dayOf.get(last)];
  if (cells.length === 0 || from === undefined || to === undefined)
    return { contracts, performance: null, target: null, targetUnknownIn: null, months: [] };
  const returnOf = await readTargets(database, targetMix, scope, {
    tariffId,
    cells,
    dayOf,
    today: window.to,
  });
  const months = compositeMonths(cells, returnOf);
  const product = (factors: readonly number[]) => factors.reduce((all_, factor) => all_ * factor, 1);
  const days = (dayNumber(to) ?? 0) - (dayNumber(from) ?? 0);
  const rates = (growth: number) => ({
    timeWeighted: growth - 1,
    timeWeightedYearly: days >= 365 ? growth ** (365 / days) - 1 : null,
  });
  const flows = rows.flatMap(({ kind, day, amount }) =>
    kind === 'flow' && day && amount !== 0 ? [{ day: dayNumber(day) ?? 0, amount }] : [],
  );
  const unknownMonth = months.find(({ targetGrowth }) => targetGrowth === null)?.month ?? null;
  const aimed = months.flatMap(({ targetGrowth }) => targetGrowth ?? []);
  let [own, target] = [100, 100];
  return {
    contracts,
    performance: {
      from,
      to,
      ...rates(product(months.map(({ growth }) => growth))),
      moneyWeighted: yearlyRate(flows),
    },
    target:
      unknownMonth === null
        ? { ...rates(product(aimed)), moneyWeighted: moneyInTarget(rows, dayOf, returnOf) }
        : null,
    targetUnknownIn: unknownMonth === null ? null : (dayOf.get(unknownMonth) ?? null),
    months: [
      { day: from, contracts: 100, target: unknownMonth === null ? 100 : null },
      ...months.map(({ month, growth, targetGrowth }) => ({
        day: dayOf.get(month) ?? to,
        contracts: (own *= growth),
        target: unknownMonth === null ? (target *= targetGrowth ?? 1) : null,
      })),
    ],
  };
}

/** The yearly rate the same payments would have earned in the targets; payments count from the beginning of their month. */
function moneyInTarget(
  rows: readonly SumRow[],
  dayOf: ReadonlyMap<number, string>,
  returnOf: (riskClassId: number, month: number) => number | null,
): number | null {
  const payments = rows.flatMap((row): CompositePayment[] =>
    row.kind === 'payment'
      ? [
          {
            targetId: row.risk_class_id ?? 0,
            month: row.month ?? 0,
            lastMonth: row.last_month ?? 0,
            amount: row.amount,
          },
        ]
      : [],
  );
  const ends = paymentsInTarget(payments, returnOf);
  if (ends === null) return null;
  const at = (month: number) => dayNumber(dayOf.get(month) ?? '') ?? 0;
  return yearlyRate([
    ...payments.map(({ month, amount }) => ({ day: at(month - 1), amount: -amount })),
    ...ends.map(({ lastMonth, value }) => ({ day: at(lastMonth), amount: value })),
  ]);
}

/** Return by class and month of what the tariff aims at today: peer groups at the mean of their active funds. */
async function readTargets(
  database: ReadServices['database'],
  targetMix: TargetMix,
  scope: Scope,
  {
    tariffId,
    cells,
    dayOf,
    today,
  }: {
    readonly tariffId: string;
    readonly cells: readonly CompositeCell[];
    readonly dayOf: ReadonlyMap<number, string>;
    readonly today: string;
  },
): Promise<(riskClassId: number, month: number) => number | null> {
  const classes = [...new Set(cells.map(({ targetId }) => targetId))];
  const mixes = new Map(
    await Promise.all(
      classes.map(
        async (id) =>
          [
            id,
            await targetMix(scope, { tariff_id: tariffId, risk_class_id: id, end_date: null }, today),
          ] as const,
      ),
    ),
  );
  const months = [...dayOf.keys()].filter((month) => dayOf.has(month - 1));
  const groups = new Set([...mixes.values()].flatMap((mix) => [...(mix?.keys() ?? [])]));
  const returns = await database.read(
    scope,
    groupReturnsQuery(
      months.map((month) => dayOf.get(month - 1) ?? ''),
      months.map((month) => dayOf.get(month) ?? ''),
      [...groups],
    ),
  );
  const gained = new Map(
    returns.map(({ period, peergroup_id: id, fund_return: value }) => [`${months[period - 1]} ${id}`, value]),
  );
  return (riskClassId, month) => {
    const mix = mixes.get(riskClassId);
    if (!mix) return null;
    let sum = 0;
    for (const [group, weight] of mix) {
      const own = gained.get(`${month} ${group}`);
      if (own === undefined) return null;
      sum += weight * own;
    }
    return sum;
  };
}

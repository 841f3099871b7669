import { Parameters } from '../../platform/database/parameters.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { countContracts, visibilityConditions } from '../contracts/public.ts';
import { keptOfHouse } from './kept-of-house.ts';
import type { TileContent } from './tile-data.ts';

/** Up to so many contracts their plans are added up while the caller waits. */
const addedUpAtOnce = 5_000;

/** From the first to the last month of the tile. */
const shown = "interval '11 months'";
/** One more is summed at night, for the night in which a month begins. */
export const summed = "interval '12 months'";

const stepOf = (plan: string): string =>
  `case ${plan}.contribution_interval when 4 then 3 else ${plan}.contribution_interval end`;

/** Plans of the contract of `s` that have paid in the month it begins, before it. */
const paidBefore = `select from savings_plans o
  cross join lateral (select ((extract(year from s.valid_from) - extract(year from o.valid_from)) * 12
    + extract(month from s.valid_from) - extract(month from o.valid_from))::int as months) d
  cross join lateral (select (o.valid_from + make_interval(months => d.months))::date as day) p
 where o.tenant_id = s.tenant_id and o.contract_id = s.contract_id and o.valid_from < s.valid_from and o.contribution > 0
   and d.months % (${stepOf('o')}) = 0 and p.day < s.valid_from and (o.valid_to is null or p.day <= o.valid_to)`;

/**
 * What is due in each month of so many, this one first, and of each group of customers where `group` asks for it: by the rule of single plans
 * (`nextRates`), counted from the day the plan began to the last day of plan and contract, and grown at the anniversary to come. A month
 * in which one before it has paid is not paid again.
 * @param day today as an SQL date
 * @param conditions of `contracts c`
 * @param until the interval from the first to the last month
 */
export const contributionsSql = (
  day: string,
  conditions: string,
  until: string,
  group: 'c.group_id' | 'null::uuid',
): string =>
  // Plans of one interval, first, last and growing month are one sum: months are spread over a few thousand rows, not a million.
  `with asked as (select ${day} as today, date_trunc('month', ${day})::date as this_month),
    plan as (
      select ${stepOf('s')} as step,
             (date_trunc('month', s.valid_from) + case when s.valid_from >= a.this_month and exists (${paidBefore})
               then make_interval(months => ${stepOf('s')}) else '0' end)::date as first_month,
             case when l.day < a.this_month + ${until} + interval '1 month'
               then (date_trunc('month', l.day) - case when extract(day from l.day) < least(extract(day from s.valid_from),
                 extract(day from date_trunc('month', l.day) + interval '1 month - 1 day')) then interval '1 month' else '0' end)::date
             end as last_month,
             case when s.dynamic_percent > 0 then date_trunc('month', s.valid_from + make_interval(years => y.since +
               case when s.valid_from + make_interval(years => y.since) > a.today then 0 else 1 end))::date end as grows_in,
             ${group} as group_id, sum(s.contribution) as amount, sum(round(s.contribution * (1 + s.dynamic_percent), 2)) as grown
        from asked a cross join contracts c
        join savings_plans s on s.tenant_id = c.tenant_id and s.contract_id = c.id
         and (s.valid_to is null or s.valid_to >= a.this_month)
        cross join lateral (select least(s.valid_to, c.end_date) as day) l
        cross join lateral (select greatest(1, extract(year from a.today) - extract(year from s.valid_from))::int as since) y
       where ${conditions} and s.contribution > 0 group by 1, 2, 3, 4, 5)
    select m::date as month, p.group_id, sum(case when m >= p.grows_in then p.grown else p.amount end) as amount
      from asked a cross join generate_series(a.this_month, a.this_month + ${until}, interval '1 month') m
      join plan p on p.first_month <= m and (p.last_month is null or m <= p.last_month)
       and (extract(year from m) * 12 + extract(month from m) - extract(year from p.first_month) * 12
         - extract(month from p.first_month))::int % p.step = 0
     group by 1, 2`;

interface Row {
  label: string;
  value: number;
  summedAt: string | null;
}

/** The months of the tile with what `source` (columns `month`, `amount`, `summed_at`) has of them. */
const byMonth = (day: string, source: string): string =>
  `select to_char(m, 'MM.YYYY') as label, coalesce(sum(s.amount), 0)::float8 as value, min(s.summed_at) as "summedAt"
     from generate_series(date_trunc('month', ${day}), date_trunc('month', ${day}) + ${shown}, interval '1 month') m
     left join (${source}) s on s.month = m::date group by m order by m`;

/**
 * What savings plans pay in each of twelve months; of a large book as it was added up last night.
 * @param most contracts whose plans are added up while the caller waits
 */
export async function readContributionsByMonth(
  services: Services,
  scope: Scope,
  today: string,
  most = addedUpAtOnce,
): Promise<TileContent> {
  const rows =
    (await isLarge(services, scope, most)) && (await isSummed(services, scope, today))
      ? await readSums(services, scope, today)
      : await addUp(services, scope, today);
  const summedAt = rows.find((row) => row.summedAt !== null)?.summedAt ?? null;
  return {
    chartConfig: { kind: 'bar', unit: 'money' },
    chartData: rows.map(({ label, value }) => ({ label, value: Math.round(value * 100) / 100, path: null })),
    ...(summedAt !== null && {
      markdown: 'Jede Nacht zusammengezählt. Was sich seitdem geändert hat, ist noch nicht dabei.',
      updatedAt: summedAt,
    }),
  };
}

const isLarge = async (services: Services, scope: Scope, most: number): Promise<boolean> =>
  scope.ownCustomerId === null && (await countContracts(services, scope, {})) > most;

/** Not before the first night of a house, nor when the nights of a month have failed. */
async function isSummed({ database }: Services, scope: Scope, today: string): Promise<boolean> {
  const [row] = await database.read<{ summed: boolean }>(scope, {
    sql: `select exists (select from contribution_sums where tenant_id = app_tenant_id()
      and month = (date_trunc('month', $1::date) + ${shown})::date) as summed`,
    parameters: [today],
  });
  return row?.summed ?? false;
}

function readSums({ database }: Services, scope: Scope, today: string): Promise<Row[]> {
  const parameters = new Parameters();
  const where = keptOfHouse(scope, parameters);
  return database.read<Row>(scope, {
    sql: byMonth(
      `${parameters.add(today)}::date`,
      `select s.month, s.amount, s.summed_at from contribution_sums s where s.tenant_id = app_tenant_id() and ${where}`,
    ),
    parameters: parameters.values,
  });
}

function addUp({ database }: Services, scope: Scope, today: string): Promise<Row[]> {
  const parameters = new Parameters();
  const conditions = visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters);
  const day = `${parameters.add(today)}::date`;
  const added = contributionsSql(day, conditions.join(' and '), shown, 'null::uuid');
  return database.read<Row>(scope, {
    sql: byMonth(day, `select month, amount, null::timestamptz as summed_at from (${added}) added`),
    parameters: parameters.values,
  });
}

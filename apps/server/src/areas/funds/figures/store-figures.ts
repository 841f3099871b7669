import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import type { ComputedFigures } from './compute-figures.ts';
import { toIsoDay } from './day-number.ts';
import {
  hasKeyFigures,
  keyFigureColumns,
  keyFigureRow,
  rankColumns,
  rankRows,
  stored,
  valueAtRiskFactor,
} from './figure-rows.ts';

/** What a computation changed. */
export interface StoredFigures {
  readonly fundCount: number;
  readonly figureCount: number;
  readonly rankedCount: number;
  readonly peergroupCount: number;
  readonly windowWeeks: number;
  /** Rows written or removed. */
  readonly changed: number;
}

interface Target {
  readonly table: string;
  readonly key: readonly string[];
  readonly columns: readonly string[];
}

const keyFigures: Target = { table: 'fund_key_figures', key: ['fund_id'], columns: keyFigureColumns };
const ranks: Target = { table: 'fund_ranks', key: ['fund_id', 'ranking_type_id'], columns: rankColumns };
const risks: Target = {
  table: 'peergroup_risks',
  key: ['peergroup_id'],
  columns: [
    'peergroup_id',
    'volatility',
    'value_at_risk',
    'share_quota',
    'observations',
    'data_from',
    'data_to',
  ],
};
const covariances: Target = {
  table: 'peergroup_covariances',
  key: ['peergroup_id', 'other_peergroup_id'],
  columns: ['peergroup_id', 'other_peergroup_id', 'covariance'],
};
const findings: Target = {
  table: 'fund_series_findings',
  key: ['fund_id', 'finding', 'first_day'],
  columns: ['fund_id', 'finding', 'first_day', 'last_day'],
};

/**
 * Makes a table hold exactly these rows of the tenant: inserts what is new, writes what differs, removes the rest. Rows
 * that are the same stay untouched, so that nobody's advice goes stale for nothing.
 * @returns rows written or removed
 */
async function replaceRows(
  transaction: Transaction<Schema>,
  { table, key, columns }: Target,
  rows: readonly object[],
): Promise<number> {
  const to = sql.ref(table);
  const list = (names: readonly string[], prefix = '') =>
    sql.join(names.map((name) => sql.ref(`${prefix}${name}`)));
  const given = sql`jsonb_populate_recordset(null::${to}, ${JSON.stringify(rows)}::jsonb)`;
  const sameKey = sql.join(
    key.map((name) => sql`g.${sql.ref(name)} = t.${sql.ref(name)}`),
    sql` and `,
  );
  const removed = await sql`delete from ${to} t where t.tenant_id = app_tenant_id()
    and not exists (select from ${given} g where ${sameKey})`.execute(transaction);
  const rest = columns.filter((name) => !key.includes(name));
  const written = await sql`insert into ${to} as t (tenant_id, ${list(columns)})
    select app_tenant_id(), ${list(columns, 'g.')} from ${given} g
    on conflict (tenant_id, ${list(key)}) do update
      set ${sql.join(rest.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))}
      where (${list(rest, 't.')}) is distinct from (${list(rest, 'excluded.')})`.execute(transaction);
  return Number(removed.numAffectedRows ?? 0) + Number(written.numAffectedRows ?? 0);
}

/** Rows of the peer groups whose risk is known. */
function groupRows({ market, groups, calculatedFor }: ComputedFigures, dataFrom: string) {
  const { groupIds, covariance, weeks } = market.covariance;
  const quotaOf = new Map(groups.map(({ id, equityQuota }) => [id, equityQuota]));
  return {
    risks: groupIds.map((id, at) => {
      const volatility = Math.sqrt(covariance[at]?.[at] ?? 0);
      return {
        peergroup_id: id,
        volatility: stored(volatility, 100),
        value_at_risk: stored(valueAtRiskFactor * volatility, 100),
        share_quota: quotaOf.get(id) ?? 0,
        observations: weeks,
        data_from: dataFrom,
        data_to: calculatedFor,
      };
    }),
    covariances: groupIds.flatMap((id, at) =>
      groupIds.map((other, place) => ({
        peergroup_id: id,
        other_peergroup_id: other,
        covariance: covariance[at]?.[place] ?? 0,
      })),
    ),
  };
}

/**
 * Fund columns that follow from the figures: own rating, volatility, and an SRI where nobody stated one. One that was estimated
 * from prices that are gone is unknown again.
 */
async function storeFundColumns(
  transaction: Transaction<Schema>,
  { market, calculatedFor }: ComputedFigures,
): Promise<number> {
  const rows = market.funds.map((figures) => ({
    id: figures.id,
    volatility: stored(figures.volatility, 100),
    rating: figures.ranks.COMPOSITE,
    sri: figures.sri,
  }));
  // What the machine computes is no edit: row versions stay.
  await sql`select set_config('depotwerk.is_computed', 'on', true)`.execute(transaction);
  const { numAffectedRows } = await sql`
    update funds f set volatility = g.volatility,
        rating = case when f.rating_type is null or f.rating_type = 4 then g.rating else f.rating end,
        rating_type = case when f.rating_type is null or f.rating_type = 4
          then case when g.rating is not null then 4 end else f.rating_type end,
        rating_date = case when f.rating_type is null or f.rating_type = 4
          then case when g.rating is not null then ${calculatedFor}::date end else f.rating_date end,
        risk_indicator = case when f.is_risk_indicator_estimated or f.risk_indicator is null then g.sri
          else f.risk_indicator end,
        risk_indicator_type = case when f.is_risk_indicator_estimated or (f.risk_indicator is null and g.sri is not null)
          then case when g.sri is not null then 'SRI' end else f.risk_indicator_type end,
        is_risk_indicator_estimated = (f.is_risk_indicator_estimated or f.risk_indicator is null) and g.sri is not null
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as g (id integer, volatility numeric(8,6), rating smallint, sri smallint)
     where f.tenant_id = app_tenant_id() and f.id = g.id
       and (f.volatility is distinct from g.volatility
         or ((f.rating_type is null or f.rating_type = 4) and f.rating is distinct from g.rating)
         or ((f.is_risk_indicator_estimated or f.risk_indicator is null)
           and f.risk_indicator is distinct from g.sri))`.execute(transaction);
  return Number(numAffectedRows ?? 0);
}

/** Stores a computation in the transaction at hand; the same figures again change nothing. */
export async function storeFigures(
  transaction: Transaction<Schema>,
  computed: ComputedFigures,
): Promise<StoredFigures> {
  const { calculatedFor, market, series } = computed;
  const day = calculatedFor ?? '';
  const known = market.funds.filter(hasKeyFigures);
  const spanOf = (id: number) => {
    const own = series.get(id);
    return {
      calculatedFor: day,
      dataFrom: own?.firstDay == null ? day : toIsoDay(own.firstDay),
      dataTo: own?.lastDay == null ? day : toIsoDay(own.lastDay),
    };
  };
  let dataFrom = day;
  for (const { firstDay } of series.values())
    if (firstDay !== null && toIsoDay(firstDay) < dataFrom) dataFrom = toIsoDay(firstDay);
  const groups = groupRows(computed, dataFrom);
  const ranked = market.funds.filter(({ ranks: own }) => Object.values(own).some((rank) => rank !== null));
  const changes = [
    await replaceRows(
      transaction,
      keyFigures,
      known.map((figures) => keyFigureRow(figures, spanOf(figures.id))),
    ),
    await replaceRows(
      transaction,
      ranks,
      market.funds.flatMap((figures) => rankRows(figures, day)),
    ),
    await replaceRows(transaction, risks, groups.risks),
    await replaceRows(transaction, covariances, groups.covariances),
    await replaceRows(transaction, findings, computed.findings),
    await storeFundColumns(transaction, computed),
  ];
  return {
    fundCount: market.funds.length,
    figureCount: known.length,
    rankedCount: ranked.length,
    peergroupCount: groups.risks.length,
    windowWeeks: market.covariance.weeks,
    changed: changes.reduce((sum, count) => sum + count, 0),
  };
}

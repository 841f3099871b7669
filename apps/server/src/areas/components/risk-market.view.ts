import { equilibriumReturns } from '@depotwerk/engine/estimation/expected-returns';
import { flatten } from '@depotwerk/engine/linear-algebra/matrix';
import { onPrimary } from '../../platform/database/asked-reads.ts';
import type { DbContext, Reader } from '../../platform/database/database.ts';
import { readMarket, stampQuery } from '../optimization/public.ts';

/** A peer group with everything allocations are computed from; fractions, rates per year. */
export interface RiskGroup {
  readonly id: number;
  readonly name: string;
  readonly categoryName: string;
  readonly colour: string;
  readonly equityQuota: number;
  readonly isMoneyMarket: boolean;
  /** Counts towards the cap of alternative assets (engine rules, section 8). */
  readonly isAlternative: boolean;
  /** Row of the covariance; null = without risk data. */
  readonly place: number | null;
  readonly volatility: number | null;
  readonly valueAtRisk: number | null;
  /** Stored capital market assumption, else the equilibrium return; null without risk data. */
  readonly expectedReturn: number | null;
  /** Weeks of data. */
  readonly weeks: number;
  readonly dataFrom: string | null;
  readonly dataTo: string | null;
}

/** A fund with what rating a mix of funds needs. */
export type RiskFund = Pick<
  Awaited<ReturnType<typeof readMarket>>['funds'][number],
  | 'id'
  | 'isin'
  | 'name'
  | 'peergroupId'
  | 'status'
  | 'isInactive'
  | 'price'
  | 'ongoingFee'
  | 'riskIndicator'
  | 'equityQuota'
  | 'trackingError'
  | 'hasKiid'
  | 'minimumSavingsAmount'
  | 'isSavingsPlanCapable'
  | 'mifidR'
  | 'targetMarket'
  | 'holdingYears'
>;

/** Risk data of a tenant. */
export interface RiskMarket {
  readonly stamp: string;
  readonly groups: ReadonlyMap<number, RiskGroup>;
  /** Annual; rows by `place`. */
  readonly covariance: readonly (readonly number[])[];
  readonly funds: ReadonlyMap<number, RiskFund>;
  /** Names by ISIN. */
  readonly fundNames: ReadonlyMap<string, string>;
}

/** Return of riskless money per year that expected returns and Sharpe ratios start from: the euro money market. */
export const riskFreeRate = 0.02;

/** Risk aversion of the market the equilibrium returns belong to (engine rules, section 1; the engine's own default). */
export const riskAversion = 2.5;

interface GroupRow extends Omit<RiskGroup, 'place' | 'expectedReturn' | 'isAlternative'> {
  readonly storedReturn: number | null;
}

const groupsSql = `select g.id, g.peergroup_name as name, k.category_name as "categoryName", g.colour,
    g.is_money_market as "isMoneyMarket",
    coalesce(r.share_quota, g.equity_quota) as "equityQuota", r.volatility, r.value_at_risk as "valueAtRisk",
    r.expected_return as "storedReturn", coalesce(r.observations, 0) as weeks, r.data_from as "dataFrom",
    r.data_to as "dataTo"
  from peergroups g
  join fund_categories k on k.tenant_id = g.tenant_id and k.id = g.category_id
  left join peergroup_risks r on r.tenant_id = g.tenant_id and r.peergroup_id = g.id
 order by g.id`;

/** Tenants whose risk data a process keeps for one reader; the one not asked for longest goes first. */
const maximumTenants = 20;
const kept = new WeakMap<Reader, Map<string, { stamp: string; market: Promise<RiskMarket> }>>();

/**
 * Risk data of the tenant, kept in memory as long as its stamp is the same: a keystroke in a matrix costs one small
 * read. The stamp is read with every use, before the data, so that data never is older than it says.
 */
export async function readRiskMarket(
  reader: Reader,
  context: DbContext & { readonly tenantId: string },
): Promise<RiskMarket> {
  // For all who name this stamp.
  return onPrimary(() => readKeptMarket(reader, context));
}

async function readKeptMarket(
  reader: Reader,
  context: DbContext & { readonly tenantId: string },
): Promise<RiskMarket> {
  const [row] = await reader.read(context, stampQuery);
  const stamp = row?.stamp ?? '';
  const tenants = kept.get(reader) ?? new Map<string, { stamp: string; market: Promise<RiskMarket> }>();
  kept.set(reader, tenants);
  const known = tenants.get(context.tenantId);
  tenants.delete(context.tenantId);
  const entry = known?.stamp === stamp ? known : { stamp, market: loadMarket(reader, context, stamp) };
  tenants.set(context.tenantId, entry);
  // A failed load is no answer to keep.
  entry.market.catch(() => tenants.delete(context.tenantId));
  const [oldest] = tenants.keys();
  if (tenants.size > maximumTenants && oldest !== undefined) tenants.delete(oldest);
  return entry.market;
}

async function loadMarket(reader: Reader, context: DbContext, stamp: string): Promise<RiskMarket> {
  const [market, rows] = await Promise.all([
    readMarket(reader, context),
    reader.read<GroupRow>(context, { sql: groupsSql, parameters: [] }),
  ]);
  const covariance = market.groups.map((group) => group.covariance);
  const places = new Map(market.groups.map(({ id }, place) => [id, place]));
  const n = covariance.length;
  // The reference mix holds every group alike: a fair market without views on any of them.
  const equilibrium =
    n === 0
      ? []
      : equilibriumReturns(
          flatten(covariance),
          Array.from({ length: n }, () => 1 / n),
          riskAversion,
          riskFreeRate,
        );
  const groups = rows.map(({ storedReturn, ...row }): RiskGroup => {
    const place = places.get(row.id) ?? null;
    const variance = place === null ? null : (covariance[place]?.[place] ?? null);
    return {
      ...row,
      place,
      volatility: row.volatility ?? (variance === null ? null : Math.sqrt(variance)),
      expectedReturn: place === null ? null : (storedReturn ?? equilibrium[place] ?? null),
      isAlternative: /alternativ/i.test(row.categoryName),
    };
  });
  return {
    stamp,
    groups: new Map(groups.map((group) => [group.id, group])),
    covariance,
    funds: new Map(market.funds.map((fund) => [fund.id, fund])),
    fundNames: new Map(market.funds.map(({ isin, name }) => [isin, name])),
  };
}

/** Covariance of these groups, in their order; null when one has no risk data. */
export function covarianceOf(market: RiskMarket, peergroupIds: readonly number[]): number[][] | null {
  const places = peergroupIds.map((id) => market.groups.get(id)?.place ?? null);
  if (places.includes(null)) return null;
  return places.map((row) => places.map((column) => market.covariance[row ?? 0]?.[column ?? 0] ?? 0));
}

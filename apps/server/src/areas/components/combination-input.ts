import { viewsOf } from '@depotwerk/domain/tariff/allocation-views';
import { riskIndicatorLimit } from '@depotwerk/domain/tariff/check-product-type';
import { riskMeasureOf } from '@depotwerk/domain/tariff/risk-measure';
import type { FundMatrixDraft, TariffContent } from '@depotwerk/domain/tariff/tariff-drafts';
import { fromTenths, toTenths } from '@depotwerk/domain/tenths';
import type { TariffGuarantee } from '@depotwerk/engine/guarantee/tariff-guarantee';
import type {
  CombinationFund,
  CombinationGroup,
  CombinationInput,
  ProductLimits,
} from '@depotwerk/engine/plausibility/check-combination';
import type { SelectedFund } from '@depotwerk/engine/plausibility/selected-funds';
import { isRankAllowed } from '@depotwerk/engine/ranking/select-funds';
import { excludedByMaker, statedMarket } from '@depotwerk/engine/ranking/target-market';
import {
  allocationTypeOf,
  columnUnits,
  groupsOf,
  smallestPosition,
  toAllocationGroup,
  toRiskClasses,
} from './automatic-matrix.ts';
import type { SelectionCandidate } from './automatic-selection.ts';
import { covarianceOf, type RiskFund, type RiskGroup, type RiskMarket } from './risk-market.view.ts';

type Components = NonNullable<TariffContent['components']>;

/** What is known around the components. */
export interface CombinationFacts {
  readonly market: RiskMarket;
  /** Open funds of the universe with their rank by the selection's ranking type. */
  readonly candidates: readonly SelectionCandidate[];
  readonly tariffTypeId: number | null;
  /** The tariff's cap on ongoing costs a year; null = none. */
  readonly costCap: number | null;
  /** The tariff's own cap on the risk indicator of funds; null = none. */
  readonly maximumRiskIndicator: number | null;
  readonly contractCount: number;
  /** Smallest value of a fund in the savings plan, euros; null = none given. */
  readonly minimumSavingsValue: number | null;
  /** YYYY-MM-DD */
  readonly today: string;
  /** Day the allocation was saved last; null = not yet. */
  readonly allocationSavedOn: string | null;
  /** Classes whose automatic column is another one than the rules give today (`changed-classes.ts`). */
  readonly changedClasses: readonly string[];
  /** What a hybrid tariff promises; absent or null for others. */
  readonly guarantee?: PromisedByTariff | null;
}

/** The guarantee of a tariff as it is typed in; null where it is not fixed. */
export interface PromisedByTariff {
  readonly level: number | null;
  readonly interest: number | null;
  readonly fundId: number | null;
}

/** Groups above this weight get two funds (engine rules, section 10). */
const twoFundsFrom = 0.2;
/** Smallest savings rate of a fund that states none, euros (engine rules, section 14). */
const usualSavingsMinimum = 25;
const millisecondsOfDay = 86_400_000;

/** The columns of an allocation in tenths of a percent: one per class up to the highest with an item. */
export function columnsOf(
  items: readonly { readonly riskClassId: number; readonly peergroupId: number; readonly fraction: number }[],
  peergroupIds: readonly number[],
): number[][] {
  const count = items.reduce((most, { riskClassId }) => Math.max(most, riskClassId), 0);
  const places = new Map(peergroupIds.map((id, place) => [id, place]));
  const columns = Array.from({ length: count }, () => peergroupIds.map(() => 0));
  for (const { riskClassId, peergroupId, fraction } of items) {
    const column = columns[riskClassId - 1];
    const place = places.get(peergroupId);
    if (column && place !== undefined) column[place] = toTenths(fraction);
  }
  return columns;
}

/** Everything the plausibility check looks at (engine.md 15), for the four components of a tariff. */
export function combinationInput(components: Components, facts: CombinationFacts): CombinationInput {
  const { risk, selection, allocation } = components;
  const { market } = facts;
  const measure = riskMeasureOf(risk.tariffRiskType, risk.useQuota);
  const type = allocationTypeOf(allocation.allocationType);
  const groups = groupsOf(market, allocation.peergroupIds);
  const ids = groups.map(({ id }) => id);
  const matrix = columnsOf(allocation.allocationItems, ids);
  const rule = { minimumRank: selection.minimumRank, allowsUnrated: selection.allowsUnrated };
  const chosen = new Set(selection.tariffSelectedFunds);
  const byGroup = Map.groupBy(facts.candidates, ({ peergroupId }) => peergroupId ?? 0);
  // The order of the selection is that of the shortlist.
  const order = new Map(selection.tariffSelectedFunds.map((id, place) => [id, place]));
  const eligibleOf = (group: number) =>
    (byGroup.get(group) ?? [])
      .filter(({ id, rank }) => chosen.has(id) && isRankAllowed(rank, rule))
      .toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
  const largestOf = (place: number) => Math.max(0, ...matrix.map((column) => fromTenths(column[place] ?? 0)));
  const shortlists = groups.map(({ id }) =>
    eligibleOf(id).flatMap((fund) => market.funds.get(fund.id) ?? []),
  );
  const proposed = shortlists.flatMap((funds, place) =>
    funds.slice(0, largestOf(place) > twoFundsFrom ? 2 : 1),
  );
  const eligible = new Set(shortlists.flat());
  const vanished = selection.tariffSelectedFunds
    .flatMap((id) => market.funds.get(id) ?? [])
    .filter((fund) => hasVanished(fund) && !eligible.has(fund));
  const classes = riskClassesOf(risk);
  const covariance = covarianceOf(market, ids);
  const savings = savingsRates(proposed, facts);
  const dataTo = usedDays(groups.filter((_, place) => largestOf(place) > 0));
  const hasNewerData =
    facts.changedClasses.length > 0 &&
    facts.allocationSavedOn !== null &&
    dataTo.newest > facts.allocationSavedOn;
  return {
    measure,
    allocationType: allocation.isManual || !type ? 'MANUAL' : type,
    classes,
    groups: groups.map((group, place): CombinationGroup => {
      const all = byGroup.get(group.id) ?? [];
      return {
        ...toAllocationGroup(group),
        eligibleFunds: shortlists[place]?.length ?? 0,
        totalFunds: all.length,
        fundsAboveMinimumRank: all.filter(({ rank }) => isRankAllowed(rank, rule)).length,
        weeks: group.weeks,
        sri: middleSri(shortlists[place] ?? []),
      };
    }),
    covariance,
    matrix,
    units: columnUnits,
    // Who names the funds one by one asks for no number of them.
    shortlistSize: selection.tariffFundShortlistSize ?? 1,
    minPosition: smallestPosition,
    // Without stored assumptions the equilibrium return stands in, so only missing risk data leaves none.
    hasExpectedReturns: covariance !== null,
    hasViews: viewsOf(allocation).length > 0,
    hasEquityQuotas: groups.some(({ equityQuota }) => equityQuota > 0),
    editedClasses: hasNewerData ? [] : facts.changedClasses,
    dataAgeDays: dataTo.oldest === '' ? 0 : daysBetween(dataTo.oldest, facts.today),
    hasNewerData,
    ...savings,
    contractCount: facts.contractCount,
    funds: proposed.map(toCombinationFund),
    selected: [...shortlists.flat(), ...vanished].map(toSelectedFund),
    product: productLimits(facts),
  };
}

/** What a savings plan over these funds needs at least; no rate is named where none of them takes one. */
function savingsRates(
  funds: readonly RiskFund[],
  { minimumSavingsValue }: Pick<CombinationFacts, 'minimumSavingsValue'>,
): Pick<CombinationInput, 'savingsMinimum' | 'smallestRate'> {
  const minimums = funds
    .filter(({ isSavingsPlanCapable }) => isSavingsPlanCapable)
    .map(({ minimumSavingsAmount }) => minimumSavingsAmount ?? usualSavingsMinimum);
  const savingsMinimum = Math.max(0, ...minimums);
  return {
    savingsMinimum,
    smallestRate: minimums.length === 0 ? null : Math.max(savingsMinimum, minimumSavingsValue ?? 0),
  };
}

/** The same for a fund risk matrix (types 7 and 8): funds take the place of peer groups. */
export function fundMatrixInput(
  matrix: FundMatrixDraft,
  facts: Omit<CombinationFacts, 'candidates' | 'allocationSavedOn' | 'changedClasses'>,
): CombinationInput {
  const { market } = facts;
  const funds = matrix.securityIds.flatMap((id) => market.funds.get(id) ?? []);
  const groups = funds.map((fund) => market.groups.get(fund.peergroupId ?? 0));
  const items = matrix.allocationItems.map(({ securityId, ...item }) => ({
    ...item,
    peergroupId: securityId,
  }));
  const columns = columnsOf(
    items,
    funds.map(({ id }) => id),
  );
  const known = groups.flatMap((group) => group ?? []);
  const dataTo = usedDays(known);
  const savings = savingsRates(funds, facts);
  return {
    measure: riskMeasureOf(matrix.riskTypeId, matrix.useQuota),
    allocationType: 'MANUAL',
    classes: toRiskClasses(
      matrix.riskItems.map(({ riskClassId, target, range }) => ({
        riskClassId,
        target: target ?? 0,
        range: range ?? 0,
      })),
    ),
    groups: funds.map(
      (fund, place): CombinationGroup => ({
        id: fund.isin,
        expectedReturn: groups[place]?.expectedReturn ?? 0,
        equityQuota: fund.equityQuota ?? groups[place]?.equityQuota ?? 0,
        lower: 0,
        upper: 1,
        isMoneyMarket: groups[place]?.isMoneyMarket ?? false,
        eligibleFunds: fund.status === 'open' && !fund.isInactive ? 1 : 0,
        totalFunds: 0,
        fundsAboveMinimumRank: 0,
        weeks: groups[place]?.weeks ?? 0,
        sri: fund.riskIndicator,
      }),
    ),
    covariance: fundCovariance(market, funds),
    matrix: columns,
    units: columnUnits,
    shortlistSize: 1,
    minPosition: 0,
    hasExpectedReturns: true,
    hasViews: false,
    hasEquityQuotas: funds.some((fund) => (fund.equityQuota ?? 0) > 0),
    editedClasses: [],
    dataAgeDays: dataTo.oldest === '' ? 0 : daysBetween(dataTo.oldest, facts.today),
    hasNewerData: false,
    ...savings,
    contractCount: facts.contractCount,
    funds: funds.map((fund) => ({ ...toCombinationFund(fund), peerGroup: fund.isin })),
    // That one can be bought no more, its being no eligible fund says.
    selected: funds.map((fund) => ({ ...toSelectedFund(fund), peerGroup: fund.isin, isVanished: false })),
    product: productLimits(facts),
    guarantee: facts.guarantee ? toTariffGuarantee(facts.guarantee, market) : null,
  };
}

/** What a hybrid tariff promises, with what is known of its guarantee fund. */
function toTariffGuarantee(
  { level, interest, fundId }: PromisedByTariff,
  { funds }: RiskMarket,
): TariffGuarantee {
  const fund = fundId === null ? undefined : funds.get(fundId);
  return {
    level,
    interest,
    fund: fund ? { isin: fund.isin, isOffered: fund.status === 'open' && !fund.isInactive } : null,
  };
}

/**
 * Annual covariance of funds: that of their groups, and each fund's own risk on the diagonal (engine rules, section 6).
 * null when one has no risk data.
 */
export function fundCovariance(market: RiskMarket, funds: readonly RiskFund[]): number[][] | null {
  if (funds.some(({ trackingError }) => trackingError === null)) return null;
  const covariance = covarianceOf(
    market,
    funds.map(({ peergroupId }) => peergroupId ?? 0),
  );
  return (
    covariance?.map((row, i) =>
      row.map((value, j) => (i === j ? value + (funds[i]?.trackingError ?? 0) ** 2 : value)),
    ) ?? null
  );
}

/** Classes of a risk component in their order; what is not filled in counts as 0. */
export const riskClassesOf = (risk: Components['risk']) =>
  toRiskClasses(
    risk.tariffRiskItemsTargets.map((target, k) => ({
      riskClassId: k + 1,
      target: target ?? 0,
      range: risk.tariffRiskItemsRanges[k] ?? 0,
    })),
  );

const toCombinationFund = (fund: RiskFund): CombinationFund => ({
  isin: fund.isin,
  peerGroup: String(fund.peergroupId),
  sri: fund.riskIndicator,
  ter: fund.ongoingFee,
  hasBib: fund.hasKiid,
});

/** What is closed to new money only, those who have it can still buy. */
const hasVanished = ({ status, isInactive }: RiskFund) =>
  isInactive || (status !== 'open' && status !== 'softClosed');

function toSelectedFund(fund: RiskFund): SelectedFund {
  const excluded = excludedByMaker({
    mifidR: fund.mifidR,
    sri: fund.riskIndicator,
    ...statedMarket(fund),
  });
  return {
    isin: fund.isin,
    peerGroup: String(fund.peergroupId),
    isVanished: hasVanished(fund),
    isPriced: fund.price !== null && fund.price > 0,
    ter: fund.ongoingFee,
    isForRetail: !excluded.retail,
    isForLowestClass: !excluded.lowestClass,
  };
}

const productLimits = (
  facts: Pick<CombinationFacts, 'tariffTypeId' | 'maximumRiskIndicator' | 'costCap'>,
): ProductLimits => ({ sriLimit: riskIndicatorLimit(facts), costCap: facts.costCap });

/** The middle SRI of a group's funds, the lower of two middles; null without any. */
function middleSri(funds: readonly RiskFund[]): number | null {
  const known = funds.flatMap(({ riskIndicator }) => riskIndicator ?? []).toSorted((a, b) => a - b);
  return known[Math.ceil(known.length / 2) - 1] ?? null;
}

function usedDays(groups: readonly RiskGroup[]): { oldest: string; newest: string } {
  const days = groups.flatMap(({ dataTo }) => dataTo ?? []).toSorted();
  return { oldest: days[0] ?? '', newest: days.at(-1) ?? '' };
}

const daysBetween = (from: string, to: string) =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / millisecondsOfDay));

import type { AllocationView } from '@depotwerk/domain/tariff/allocation-views';
import type { RiskMeasure } from '@depotwerk/domain/tariff/risk-measure';
import { wholeTenths } from '@depotwerk/domain/tenths';
import {
  type AllocationInput,
  type AllocationType,
  allocationTypes,
  type RiskClass,
} from '@depotwerk/engine/allocation/allocation-input';
import { blackLitterman } from '@depotwerk/engine/estimation/black-litterman';
import { repairCovariance } from '@depotwerk/engine/linear-algebra/covariance-repair';
import { flatten } from '@depotwerk/engine/linear-algebra/matrix';
import {
  covarianceOf,
  type RiskGroup,
  type RiskMarket,
  riskAversion,
  riskFreeRate,
} from './risk-market.view.ts';

/** Units of a column: tenths of a percent. */
export const columnUnits = wholeTenths;
/** Smallest position of an automatic column (engine rules, section 8). */
export const smallestPosition = 0.02;
/** Most that alternative assets together may take of an automatic column (engine rules, section 8). */
const alternativeCap = 0.15;

/** Type by its id (1 to 8 in the engine's order); null for an unknown id. */
export const allocationTypeOf = (allocationTypeId: number | null): AllocationType | null =>
  allocationTypes[(allocationTypeId ?? 0) - 1] ?? null;

/** Target and range by class id, as the engine takes them. */
export const toRiskClasses = (
  items: readonly { readonly riskClassId: number; readonly target: number; readonly range: number }[],
): RiskClass[] => items.map(({ riskClassId, target, range }) => ({ id: String(riskClassId), target, range }));

/** Groups of these ids as rows of a matrix, in their order; unknown ids are left out. */
export const groupsOf = (market: RiskMarket, peergroupIds: readonly number[]): RiskGroup[] =>
  peergroupIds.flatMap((id) => market.groups.get(id) ?? []);

/** A group as the engine takes it; without risk data its expected return counts as that of riskless money. */
export const toAllocationGroup = (group: RiskGroup) => ({
  id: String(group.id),
  expectedReturn: group.expectedReturn ?? riskFreeRate,
  equityQuota: group.equityQuota,
  lower: 0,
  upper: 1,
  isMoneyMarket: group.isMoneyMarket,
});

/**
 * The problem of an automatic matrix (engine rules, section 8): every group between 0 and 100 %, positions of 2 % and
 * more, at most 15 % alternative assets. Relationships play no part: they name substitutes for the choice of funds.
 * null when a group has no risk data.
 */
export function allocationInput(
  market: RiskMarket,
  request: {
    readonly peergroupIds: readonly number[];
    readonly type: AllocationType;
    readonly measure: RiskMeasure;
    readonly classes: readonly RiskClass[];
    /** What the house expects; counts for Black-Litterman only. */
    readonly views?: readonly AllocationView[];
  },
): AllocationInput | null {
  const groups = groupsOf(market, request.peergroupIds);
  const covariance = covarianceOf(market, request.peergroupIds);
  if (!covariance) return null;
  const n = groups.length;
  const repaired = repairCovariance(flatten(covariance), n).matrix;
  // Where nothing but alternative assets is chosen, a cap on them would leave nothing to hold.
  const isCapped =
    groups.some((group) => group.isAlternative) && groups.some((group) => !group.isAlternative);
  const cap = {
    weights: groups.map((group) => (group.isAlternative ? 1 : 0)),
    lower: 0,
    upper: alternativeCap,
    name: 'alternative assets',
  };
  const rows = groups.map(toAllocationGroup);
  return {
    groups: request.type === 'BLACK_LITTERMAN' ? withViews(rows, repaired, request.views ?? []) : rows,
    covariance: covariance.map((row, i) => row.map((_, j) => repaired[i * n + j] ?? 0)),
    classes: request.classes,
    type: request.type,
    measure: request.measure,
    rows: isCapped ? [cap] : [],
    units: columnUnits,
    minPosition: smallestPosition,
    riskFreeRate,
  };
}

/** How uncertain the expected returns themselves are beside the returns of a year (He & Litterman 1999). */
const uncertainty = 0.05;

type ExpectedGroup = Pick<AllocationInput['groups'][number], 'id' | 'expectedReturn' | 'isMoneyMarket'>;

/**
 * The groups with the returns expected once the views are known: posterior of Black and Litterman, confidences by Idzorek
 * (2005). What was expected before is the prior; without a view it stays.
 */
function withViews<Group extends ExpectedGroup>(
  groups: readonly Group[],
  covariance: Float64Array,
  views: readonly AllocationView[],
): readonly Group[] {
  if (views.length === 0) return groups;
  const pick = ({ peergroupId, comparedWithId }: AllocationView) =>
    groups.map(({ id }) => (id === String(peergroupId) ? 1 : id === String(comparedWithId) ? -1 : 0));
  const { expectedReturns } = blackLitterman(
    moneyMarketAlone(groups, covariance),
    groups.map(({ expectedReturn }) => expectedReturn),
    {
      picks: views.map(pick),
      returns: views.map(({ expectedReturn }) => expectedReturn),
      confidences: views.map(({ confidence }) => confidence),
    },
    uncertainty,
    riskAversion,
  );
  return groups.map((group, place) => ({
    ...group,
    expectedReturn: expectedReturns[place] ?? group.expectedReturn,
  }));
}

/**
 * The covariance with the money market related to nothing: the model is one of returns above the riskless rate (He &
 * Litterman 1999), and what a sample relates money to is chance. Divided by the money market's tiny variance, this chance
 * turned half a percent less for money into six percent less for shares. Still positive semidefinite: a group's other
 * entries are all taken out.
 */
function moneyMarketAlone(groups: readonly ExpectedGroup[], covariance: Float64Array): Float64Array {
  const n = groups.length;
  const isAlone = groups.map(({ isMoneyMarket }) => isMoneyMarket);
  return covariance.map((value, place) => {
    const row = Math.floor(place / n);
    const column = place % n;
    return row !== column && (isAlone[row] || isAlone[column]) ? 0 : value;
  });
}

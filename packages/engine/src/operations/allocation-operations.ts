import type { RiskMeasure } from '@depotwerk/domain/tariff/risk-measure';
import {
  type AllocationInput,
  type AllocationType,
  allocationTypes,
  riskMeasures,
} from '../allocation/allocation-input.ts';
import { automaticAllocation } from '../allocation/automatic-allocation.ts';
import { blackLitterman } from '../estimation/black-litterman.ts';
import { equilibriumReturns } from '../estimation/expected-returns.ts';
import { repairCovariance } from '../linear-algebra/covariance-repair.ts';
import { flatten } from '../linear-algebra/matrix.ts';
import { names, readGroups } from './frontier-operations.ts';
import { hashOf } from './hash.ts';
import { type Input, refuseTwice } from './input.ts';

const share = { min: 0, max: 1 };

/** Risk classes with target and range in percentage points. */
export function readClasses(input: Input) {
  const classes = input.objects(['classes', 'riskItems'], (riskClass, i) => ({
    id: riskClass.textOr('id', `${i + 1}`),
    target: riskClass.number('target', { min: 0, max: 100 }),
    range: riskClass.number('range', { min: 0, max: 100 }),
  }));
  const name = input.has('classes') ? 'classes' : 'riskItems';
  if (classes.length === 0) input.refuse('at least one class is needed', name);
  refuseTwice(input, name, classes, ({ id }) => id);
  return classes;
}

/** Expected returns: given, or the Black-Litterman posterior of the views for that type. */
function withViews(input: Input, base: AllocationInput): AllocationInput {
  if (base.type !== 'BLACK_LITTERMAN') return base;
  const n = base.groups.length;
  const covariance = flatten(base.covariance);
  const riskAversion = input.numberOr('riskAversion', 2.5, { min: 1e-9 });
  const prior = input.has('referenceWeights')
    ? equilibriumReturns(covariance, input.vector('referenceWeights', n), riskAversion, base.riskFreeRate)
    : base.groups.map((group) => group.expectedReturn);
  const views = input.object('views');
  const picks = views.table(['picks', 'P'], false).map((row) => row.map((value) => value ?? 0));
  if (picks[0]?.length !== n) input.refuse(`a view needs ${n} elements`, 'views');
  const confidences = views.vectorOr('confidences', picks.length, undefined, { min: 1e-6, max: 1 });
  const posterior = blackLitterman(
    covariance,
    prior,
    { picks, returns: views.vector(['returns', 'Q'], picks.length), ...(confidences ? { confidences } : {}) },
    input.numberOr('tau', 0.05, { min: 1e-9, max: 10 }),
    riskAversion,
  );
  const groups = base.groups.map((group, i) => ({ ...group, expectedReturn: posterior.expectedReturns[i]! }));
  return { ...base, groups };
}

/**
 * Refuses groups of which some have no expected return, or none where the type needs them, and a quota that no group has: an
 * unknown figure is none of 0.
 */
function refuseUnknown(input: Input, type: AllocationType, measure: RiskMeasure): void {
  const name = input.has('peerGroups') ? 'peerGroups' : 'assets';
  const has = (field: string) => input.objects(name, (group) => group.has(field));
  const returns = has('expectedReturn');
  const isNeeded =
    type === 'MAX_RETURN' ||
    type === 'MAX_SHARPE' ||
    (type === 'BLACK_LITTERMAN' && !input.has('referenceWeights'));
  const missing = returns.indexOf(false);
  if (missing >= 0 && (isNeeded || returns.includes(true)))
    input.refuse('an expected return is missing', `${name}[${missing}].expectedReturn`);
  if (measure === 'EQUITY_QUOTA' && !has('equityQuota').includes(true))
    input.refuse('the equity quotas are missing', `${name}[0].equityQuota`);
}

/** `automaticAllocation`: every column of a matrix at once. */
export function automaticAllocationOperation(input: Input): unknown {
  const covariance = input.square(names.covariance);
  const n = covariance.length;
  const groups = input.objects(['peerGroups', 'assets'], (group, i) => ({
    id: group.textOr('id', `${i + 1}`),
    expectedReturn: group.numberOr('expectedReturn', 0),
    equityQuota: group.numberOr('equityQuota', 0, share),
    lower: group.numberOr('lower', 0, share),
    upper: group.numberOr('upper', 1, share),
    isMoneyMarket: group.booleanOr('isMoneyMarket', false),
  }));
  if (groups.length !== n)
    input.refuse(`${n} peer groups are needed, one per row of the covariance`, 'peerGroups');
  refuseTwice(input, input.has('peerGroups') ? 'peerGroups' : 'assets', groups, ({ id }) => id);
  const type = input.choiceOr<AllocationType>(['allocationType', 'type'], allocationTypes, 'MAX_RETURN');
  const measure = input.choiceOr<RiskMeasure>(['riskMeasure', 'measure'], riskMeasures, 'VOLATILITY');
  refuseUnknown(input, type, measure);
  const minPosition = input.numberOr('minPosition', 0.02, share);
  groups.forEach((group, i) => {
    if (group.upper > 0 && group.upper < minPosition) {
      input.refuse(`the upper bound of ${group.id} is below the smallest position`, `peerGroups[${i}].upper`);
    }
  });
  const units = input.numberOr('units', 1000, { min: 1, max: 1_000_000, isInteger: true });
  const result = automaticAllocation(
    withViews(input, {
      groups,
      covariance: toSquare(repairCovariance(flatten(covariance), n).matrix, n),
      classes: readClasses(input),
      type,
      measure,
      rows: readGroups(input, n),
      units,
      minPosition,
      riskFreeRate: input.numberOr(names.riskFree, 0),
      checksOptimality: input.booleanOr('checksOptimality', true),
    }),
  );
  return {
    ...result,
    units,
    inputHash: hashOf(input.raw(names.covariance), groups, readClasses(input), units),
  };
}

const toSquare = (flat: Float64Array, n: number) =>
  Array.from({ length: n }, (_, i) => Array.from(flat.subarray(i * n, (i + 1) * n)));

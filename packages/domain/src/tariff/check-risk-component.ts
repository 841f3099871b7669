import { checkChoice, checkNumber, issue, issueIf, type NumberLimits } from './rule-issues.ts';
import { type RiskComponentDraft, type RuleIssue, riskClassCounts } from './tariff-drafts.ts';

/** Risk types: volatility, value at risk. */
export const riskTypeIds = [1, 2] as const;

/** Tenths of a percent: bands are compared after rounding to them. */
const tenths = (percent: number): number => Math.round(percent * 10);
const oneDecimal: NumberLimits = { precision: 1 };

/** A band as it is shown: percent, from 0 to 100. */
export interface RiskClassBand {
  readonly low: number;
  readonly high: number;
}

/** Target minus range (at least 0) to target plus range (at most 100), in percent; null while one of them is missing. */
export function bandOf(target: number | null, range: number | null): RiskClassBand | null {
  if (target === null || range === null) return null;
  return {
    low: Math.max(0, tenths(target - range)) / 10,
    high: Math.min(1000, tenths(target + range)) / 10,
  };
}

/** The list with another number of elements: what stands there stays, new elements are 0. */
const resized = (list: readonly (number | null)[], size: number): (number | null)[] =>
  Array.from({ length: size }, (_, index) => list.slice(index, index + 1)).map(([kept = 0]) => kept);

/** The draft with another number of risk classes; targets and ranges of remaining classes keep their values. */
export function resizeRiskItems(
  draft: RiskComponentDraft,
  riskItemsNumber: number | null,
): RiskComponentDraft {
  const size = riskItemsNumber ?? 0;
  return {
    ...draft,
    tariffRiskItemsNumber: riskItemsNumber,
    tariffRiskItemsTargets: resized(draft.tariffRiskItemsTargets, size),
    tariffRiskItemsRanges: resized(draft.tariffRiskItemsRanges, size),
  };
}

/** Number of classes, risk type, targets and ranges. Params name classes from 1 on. */
export function checkRiskComponent(draft: RiskComponentDraft): RuleIssue[] {
  const {
    tariffRiskItemsNumber: count,
    tariffRiskItemsTargets: targets,
    tariffRiskItemsRanges: ranges,
  } = draft;
  const hasAllClasses = targets.length === count && ranges.length === count;
  return [
    ...checkChoice('tariffRiskItemsNumber', count, riskClassCounts),
    ...checkChoice('tariffRiskType', draft.tariffRiskType, riskTypeIds),
    ...issueIf(count !== null && !hasAllClasses, 'tariffRiskItemsNumber', 'classCount'),
    ...targets.flatMap((target, index) => checkTarget(target, targets[index - 1], index)),
    ...ranges.flatMap((range, index) => checkRange(range, index)),
    ...targets.flatMap((_, index) => checkBand(targets, ranges, index)),
  ];
}

function checkTarget(target: number | null, previous: number | null | undefined, index: number): RuleIssue[] {
  const path = `tariffRiskItemsTargets.${index}`;
  if (target === null) return [issue(path, 'required')];
  const riskClass = index + 1;
  if (!(target >= 0 && target <= 100)) return [issue(path, 'targetRange', { riskClass })];
  return [
    ...checkNumber(path, target, oneDecimal),
    ...issueIf(
      previous !== null && previous !== undefined && tenths(target) <= tenths(previous),
      path,
      'targetNotHigher',
      { riskClass },
    ),
  ];
}

function checkRange(range: number | null, index: number): RuleIssue[] {
  const path = `tariffRiskItemsRanges.${index}`;
  if (range === null) return [issue(path, 'required')];
  if (!(range >= 0)) return [issue(path, 'rangeNegative', { riskClass: index + 1 })];
  return checkNumber(path, range, { ...oneDecimal, max: 100, unit: 'percent' });
}

/** Edges of the band of a class in tenths of a percent, as typed: not cut at 0 and 100. */
function edges(targets: readonly (number | null)[], ranges: readonly (number | null)[], index: number) {
  const target = targets[index];
  const range = ranges[index];
  if (target === null || target === undefined || range === null || range === undefined || range < 0) {
    return null;
  }
  return { low: tenths(target - range), high: tenths(target + range) };
}

function checkBand(
  targets: readonly (number | null)[],
  ranges: readonly (number | null)[],
  index: number,
): RuleIssue[] {
  const band = edges(targets, ranges, index);
  if (!band) return [];
  const path = `tariffRiskItemsRanges.${index}`;
  const previous = index > 0 ? edges(targets, ranges, index - 1) : null;
  return [
    ...issueIf(previous !== null && previous.high > band.low, path, 'bandsOverlap', {
      riskClass: index,
      high: (previous?.high ?? 0) / 10,
      nextClass: index + 1,
      low: band.low / 10,
    }),
    // The first band may reach below 0 and the last one above 100: there is nothing there to measure.
    ...issueIf(index > 0 && band.low < 0, path, 'bandBelowZero', { riskClass: index + 1 }),
    ...issueIf(index < targets.length - 1 && band.high > 1000, path, 'bandAboveHundred', {
      riskClass: index + 1,
    }),
  ];
}

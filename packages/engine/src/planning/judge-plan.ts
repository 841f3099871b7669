import type { HintCode } from '@depotwerk/domain/advice/hint-codes';
import type { ContractCheck } from '../check/check-contract.ts';
import type { Hint } from '../check/contract-input.ts';
import { isOverdraft } from '../check/overdraft.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { type ScoreParts, scoreKeys, scoreWeights } from '../contract-score.ts';
import { clustersOfTarget } from './avoid-clusters.ts';

/** Rounding a part of the score may lose without being worse. */
const rounding = 0.5;
/** What a switch to the target must at least add to the score before rounding, or it is not worth its orders. */
const material = 0.1;

/**
 * Whether anything is wrong that a plan is asked to mend: a finding of severity 1 or 2, or risk outside its band. An account below zero is
 * asked for beside the findings (`open-demands.ts`): it is filled once the rest is mended, and money added counts.
 */
export const needsAction = ({
  hints,
  status,
}: {
  readonly hints: readonly Pick<Hint, 'code' | 'severity' | 'values'>[];
  readonly status: ContractCheck['status'];
}): boolean => status !== 'in' || hints.some((hint) => hint.severity >= 1 && !isOverdraft(hint));

const count = ({ hints }: ContractCheck, severity: number) =>
  hints.reduce((sum, hint) => sum + (hint.severity === severity && !isOverdraft(hint) ? 1 : 0), 0);

/** Fewest findings of severity 2, then of severity 1, an account below zero apart. Below 0: `a` has fewer. */
export const compareFindings = (a: ContractCheck, b: ContractCheck): number =>
  count(a, 2) - count(b, 2) || count(a, 1) - count(b, 1);

/**
 * Of two checks of one plan the one with fewer findings. Orders that follow from a savings plan that has changed first have it already,
 * and are not judged by what would be chosen beside them if it had not.
 */
export const betterOf = (judged: ContractCheck, shown: ContractCheck): ContractCheck =>
  compareFindings(shown, judged) < 0 ? shown : judged;

/** Order of aims: fewest findings of severity 2, then of severity 1, then the way to the band. Below 0: `a` is better. */
export function compareAims(a: ContractCheck, b: ContractCheck): number {
  const unknown = (check: ContractCheck) => (check.status === 'unknown' ? Number.MAX_VALUE : check.distance);
  return compareFindings(a, b) || Math.sign(unknown(a) - unknown(b));
}

/** The measure is rounded to so many points on both sides of a comparison. */
const measureStep = 0.01;

/**
 * Whether it is their fees alone by which orders lead nearer to the band. Below the band fees do, for they take away cash,
 * which has no risk: that is no gain. They count twice, because orders that are taken back later give back what both of
 * them cost; else every run would find the next one's fees to be a gain, and runs would take turns for ever.
 */
function isByFees(before: ContractCheck, after: ContractCheck): boolean {
  const { measure, total } = after;
  if (before.status !== 'below' || after.status !== 'below' || measure === null || total <= 0) return false;
  if (compareFindings(after, before) !== 0 || after.distance >= before.distance) return false;
  const fees = 2 * Math.max(0, before.total - total);
  const gain = before.distance - after.distance - (measure * fees) / (total + fees);
  return fees > 0 && gain <= measureStep + 1e-9;
}

/** Whether a contract gains by a plan in the order of aims. */
export const isBetter = (before: ContractCheck, after: ContractCheck): boolean =>
  compareAims(after, before) < 0 && !isByFees(before, after);

/** Whether the score before its cap and its rounding gains enough to be worth orders. */
export function isMaterial(before: ContractCheck, after: ContractCheck): boolean {
  const counted = isByFees(before, after) ? scoreKeys.filter((key) => key !== 'risk') : scoreKeys;
  return (
    counted.reduce((sum, key) => sum + scoreWeights[key] * (after.parts[key] - before.parts[key]), 0) >=
    material
  );
}

/** The better score first, before cap and rounding, by as much as is worth anything. */
export function compareScores(a: ContractCheck, b: ContractCheck): number {
  const difference = scoreKeys.reduce(
    (sum, key) => sum + scoreWeights[key] * (b.parts[key] - a.parts[key]),
    0,
  );
  return Math.abs(difference) < material ? 0 : difference;
}

/** Findings that no order mends: old prices and the savings plan. */
const isOfPlanOnly = (code: HintCode): boolean => code === 'H14' || code === 'H15' || code === 'H16';

/** Whether anything is open that orders could mend. */
export const isTradable = ({ hints }: ContractCheck): boolean =>
  hints.some((hint) => hint.severity >= 1 && !isOfPlanOnly(hint.code) && !isOverdraft(hint));

/** Parts of the score that fall by more than rounding. */
export const fallenParts = (before: ContractCheck, after: ContractCheck): (keyof ScoreParts)[] =>
  scoreKeys.filter((key) => after.parts[key] < before.parts[key] - rounding - 1e-9);

/** Findings of severity 1 or 2 that were not there before, or not as grave. */
export function addedFindings(before: ContractCheck, after: ContractCheck): string[] {
  if (before === after) return [];
  const added: string[] = [];
  for (const { code, subject, severity } of after.hints) {
    if (severity === 0) continue;
    const isKnown = before.hints.some(
      (hint) => hint.code === code && hint.subject === subject && hint.severity >= severity,
    );
    if (!isKnown) added.push(`${code} ${subject}`);
  }
  return added;
}

/**
 * Never worse: neither the score falls nor is a finding of severity 1 or 2 added. One exception: a cluster risk that the
 * tariff's own target makes is borne where graver or more findings go.
 */
export function isHarmless(context: TariffContext, before: ContractCheck, after: ContractCheck): boolean {
  if (after.score < before.score - rounding) return false;
  const added = addedFindings(before, after);
  if (added.length === 0) return true;
  const demanded = clustersOfTarget(context);
  return isBetter(before, after) && added.every((finding) => demanded.has(finding));
}

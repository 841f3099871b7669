import { checkColumns, checkShare } from './check-allocation-component.ts';
import { riskTypeIds } from './check-risk-component.ts';
import { checkChoice, checkDistinct, checkNumber, issue, issueIf } from './rule-issues.ts';
import {
  type FundMatrixClassDraft,
  type FundMatrixDraft,
  type RuleIssue,
  riskClassCounts,
} from './tariff-drafts.ts';

/** Upper border of the last class: nothing lies above it. */
const highestBorder = 100;

/** The matrix with another number of risk classes: what stands in remaining classes stays, the last border is 100. */
export function withRiskItemsNumber(
  matrix: FundMatrixDraft,
  riskItemsNumber: number | null,
): FundMatrixDraft {
  const count = riskItemsNumber ?? 0;
  const classAt = (riskClassId: number): FundMatrixClassDraft => {
    const known = matrix.riskItems.find((item) => item.riskClassId === riskClassId);
    const { upperBorder, target, range } = known ?? { upperBorder: null, target: null, range: null };
    // 100 belonged to the class that was last; before the new last class it would stop the borders from rising.
    const border = upperBorder === highestBorder ? null : upperBorder;
    return { riskClassId, upperBorder: riskClassId === count ? highestBorder : border, target, range };
  };
  return {
    ...matrix,
    riskItemsNumber,
    riskItems: Array.from({ length: count }, (_, index) => classAt(index + 1)),
    allocationItems: matrix.allocationItems.filter(({ riskClassId }) => riskClassId <= count),
  };
}

/** The matrix with these funds as rows; shares of funds that went are gone. */
export function withMatrixFunds(matrix: FundMatrixDraft, securityIds: readonly number[]): FundMatrixDraft {
  const chosen = new Set(securityIds);
  return {
    ...matrix,
    securityIds,
    allocationItems: matrix.allocationItems.filter(({ securityId }) => chosen.has(securityId)),
  };
}

/**
 * The fund risk matrix: a choice for every question, at least one fund, rising borders and
 * columns of exactly 100 percent. Paths begin with `fundMatrix`.
 */
export function checkFundMatrix(matrix: FundMatrixDraft | null): RuleIssue[] {
  if (matrix === null) return [issue('fundMatrix', 'required')];
  const { riskItemsNumber: count, riskItems } = matrix;
  const isComplete =
    riskItems.length === count && riskItems.every(({ riskClassId }, index) => riskClassId === index + 1);
  return [
    ...checkChoice('fundMatrix.riskTypeId', matrix.riskTypeId, riskTypeIds),
    ...checkChoice('fundMatrix.riskItemsNumber', count, riskClassCounts),
    ...issueIf(matrix.useQuota === null, 'fundMatrix.useQuota', 'required'),
    ...issueIf(count !== null && !isComplete, 'fundMatrix.riskItemsNumber', 'classCount'),
    ...riskItems.flatMap((item, index) => checkClass(item, riskItems, index)),
    ...issueIf(matrix.securityIds.length === 0, 'fundMatrix.securityIds', 'fundsRequired'),
    ...checkDistinct('fundMatrix.securityIds', matrix.securityIds),
    ...checkCells(matrix),
    ...(matrix.securityIds.length === 0
      ? []
      : checkColumns(matrix.allocationItems, riskItems.length, 'fundMatrix.allocationItems')),
  ];
}

function checkClass(
  { upperBorder, target, range }: FundMatrixClassDraft,
  riskItems: readonly FundMatrixClassDraft[],
  index: number,
): RuleIssue[] {
  const path = `fundMatrix.riskItems.${index}`;
  const percent = { min: 0, max: 100, precision: 1, unit: 'percent' } as const;
  return [
    ...checkBorder(`${path}.upperBorder`, upperBorder, riskItems, index),
    ...checkNumber(`${path}.target`, target, percent),
    ...checkNumber(`${path}.range`, range, percent),
  ];
}

function checkBorder(
  path: string,
  border: number | null,
  riskItems: readonly FundMatrixClassDraft[],
  index: number,
): RuleIssue[] {
  const issues = checkNumber(path, border, { min: 0.1, max: highestBorder, precision: 1, unit: 'percent' });
  if (border === null || issues.length > 0) return issues;
  const previous = riskItems[index - 1]?.upperBorder ?? null;
  if (previous !== null && Math.round(border * 10) <= Math.round(previous * 10)) {
    return [issue(path, 'borderNotRising', { riskClass: index + 1 })];
  }
  return issueIf(index === riskItems.length - 1 && border !== highestBorder, path, 'lastBorder');
}

function checkCells({ allocationItems, securityIds, riskItemsNumber }: FundMatrixDraft): RuleIssue[] {
  const chosen = new Set(securityIds);
  const seen = new Set<string>();
  return allocationItems.flatMap(({ riskClassId, securityId, fraction }) => {
    const path = `fundMatrix.allocationItems.class${riskClassId}.security${securityId}`;
    const isRepeated = seen.has(path);
    seen.add(path);
    return [
      ...issueIf(isRepeated, path, 'duplicate'),
      ...issueIf(riskClassId > (riskItemsNumber ?? 0), path, 'unknownClass'),
      ...issueIf(!chosen.has(securityId), path, 'unknownFund'),
      ...checkShare(path, fraction),
    ];
  });
}

import { contributionStages, monthsBetween } from '@depotwerk/engine/analysis/held-projection';
import { periodicReturn } from '@depotwerk/engine/figures/cash-flow-returns';
import { projectValue } from '@depotwerk/engine/projection/project-value';
import { contributionOf, type ProjectionInput } from '@depotwerk/engine/projection/projection-input';
import { day } from './report-format.ts';
import type { ContractSource } from './report-source.ts';

/** What is paid in, from a month on something else where that is agreed. */
export type PaidIn = Pick<
  ProjectionInput,
  'monthlyContribution' | 'contributionGrowth' | 'contributionStages'
>;

/** What costs do to a value over time; rates a year as fractions, money in euros. */
export interface CostAssumptions extends PaidIn {
  readonly startValue: number;
  /** Paid once at the start. */
  readonly oneOffCosts: number;
  readonly ongoingCost: number;
  /** Taken from every contribution. */
  readonly entryCost: number;
  /** Taken every month in euros, whatever the value is. */
  readonly monthlyFee: number;
}

export interface CostEffect {
  readonly years: number;
  readonly paidIn: number;
  readonly withoutCosts: number;
  readonly withCosts: number;
  /** Percentage points a year the costs take from the assumed return. */
  readonly returnReduction: number;
}

/** Growth before costs that the example assumes; an assumption to compare by, no forecast. */
export const assumedReturn = 0.04;

/** Effect after so many years, by the engine's projection without chance. */
export function costEffect(assumptions: CostAssumptions, years: number): CostEffect {
  const months = years * 12;
  const { monthlyContribution, contributionGrowth, contributionStages: stages = [] } = assumptions;
  const paidIn = {
    monthlyContribution,
    contributionGrowth,
    ...(stages.length > 0 && { contributionStages: stages }),
  };
  const end = (
    startValue: number,
    { ongoingCost, entryCost, monthlyFee }: Pick<CostAssumptions, 'ongoingCost' | 'entryCost' | 'monthlyFee'>,
  ) => {
    const { points } = projectValue({
      startValue,
      ...paidIn,
      months,
      expectedReturn: assumedReturn,
      volatility: 0,
      ongoingCost,
      entryCost,
      ...(monthlyFee > 0 && { monthlyFee }),
      percentiles: [],
      paths: 0,
      seed: 1,
    });
    return points.at(-1);
  };
  const free = end(assumptions.startValue, { ongoingCost: 0, entryCost: 0, monthlyFee: 0 });
  const net = end(Math.max(0, assumptions.startValue - assumptions.oneOffCosts), assumptions);
  const withCosts = net?.mean ?? 0;
  return {
    years,
    paidIn: free?.paidIn ?? 0,
    withoutCosts: free?.mean ?? 0,
    withCosts,
    returnReduction: (assumedReturn - yearlyReturn(assumptions, months, withCosts)) * 100,
  };
}

/** What the client earns a year on what was there and what was paid at the end of every month. */
function yearlyReturn(assumptions: CostAssumptions, months: number, end: number): number {
  const amounts = [
    -assumptions.startValue,
    ...Array.from({ length: months }, (_, k) => -contributionOf(assumptions, k + 1)),
  ];
  amounts[months] = (amounts[months] ?? 0) + end;
  return (1 + periodicReturn(amounts)) ** 12 - 1;
}

/** What the savings plan of a contract brings, with the changes agreed for later, as the projection on screen counts it. */
export const paidInOf = ({ savingsAhead: { savings, changes }, today }: ContractSource): PaidIn => ({
  monthlyContribution: savings?.monthly ?? 0,
  contributionGrowth: savings?.dynamicRate ?? 0,
  contributionStages: contributionStages(today, changes),
});

/** How what is paid in comes about where it does not stay as it is; nothing where it does. */
export function paidInText({ savingsAhead: { savings, changes } }: ContractSource): string {
  const isGrowing = [savings, ...changes].some((paid) => paid !== null && paid.dynamicRate > 0);
  if (changes.length > 0)
    return ` Beiträge sind so eingerechnet, wie sie heute und für später vereinbart sind${isGrowing ? ', mit ihrer jährlichen Erhöhung' : ''}.`;
  return isGrowing ? ' Beiträge sind mit ihrer jährlichen Erhöhung eingerechnet.' : '';
}

/** One year, five years and the longest one. */
export const exampleYears = (longest: number | null): number[] =>
  [...new Set([1, 5, Math.min(40, Math.max(1, longest ?? 10))])].toSorted((a, b) => a - b);

/** Years of a contract's example: up to the horizon, and never beyond the day it ends; empty where it has no whole year left. */
export function yearsOfContract({
  detail: { contract, latestRiskAssessment },
  today,
}: ContractSource): number[] {
  const horizon = latestRiskAssessment?.horizonYears ?? null;
  if (contract.endDate === null) return exampleYears(horizon);
  const left = Math.floor(monthsBetween(today, contract.endDate) / 12);
  return exampleYears(Math.min(horizon ?? left, left)).filter((years) => years <= left);
}

/** What a contract's end does to the example; nothing where the example ends before it. */
export function contractEndText(
  { detail: { contract, latestRiskAssessment } }: ContractSource,
  years: readonly number[],
): string {
  if (contract.endDate === null) return '';
  if (years.length === 0)
    return `Bis zum Ende des Vertrags am ${day(contract.endDate)} vergeht kein ganzes Jahr; ein Beispiel über Jahre gibt es dafür nicht.`;
  const horizon = latestRiskAssessment?.horizonYears ?? null;
  const isCut = horizon === null || horizon > Math.max(...years);
  return isCut
    ? ` Weiter als bis zum Ende des Vertrags am ${day(contract.endDate)} wird nicht gerechnet.`
    : '';
}

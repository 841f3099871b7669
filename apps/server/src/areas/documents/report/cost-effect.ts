import { periodicReturn } from '@depotwerk/engine/figures/cash-flow-returns';
import { projectValue } from '@depotwerk/engine/projection/project-value';

/** What costs do to a value over time; rates a year as fractions, money in euros. */
export interface CostAssumptions {
  readonly startValue: number;
  readonly monthlyContribution: number;
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
  const end = (
    startValue: number,
    { ongoingCost, entryCost, monthlyFee }: Pick<CostAssumptions, 'ongoingCost' | 'entryCost' | 'monthlyFee'>,
  ) => {
    const { points } = projectValue({
      startValue,
      monthlyContribution: assumptions.monthlyContribution,
      contributionGrowth: 0,
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
    ...Array.from({ length: months }, () => -assumptions.monthlyContribution),
  ];
  amounts[months] = (amounts[months] ?? 0) + end;
  return (1 + periodicReturn(amounts)) ** 12 - 1;
}

/** One year, five years and the horizon. */
export const exampleYears = (horizon: number | null): number[] =>
  [...new Set([1, 5, Math.min(40, Math.max(1, horizon ?? 10))])].toSorted((a, b) => a - b);

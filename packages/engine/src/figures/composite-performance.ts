import { type CashFlow, moneyWeightedReturn } from './cash-flow-returns.ts';

/** What contracts of one target did in a month together. */
export interface CompositeCell {
  /** Number of the month, growing by 1. */
  readonly month: number;
  /** What the contracts aim at. */
  readonly targetId: number;
  /** Money in them at the beginning of the month, with what was paid in then. */
  readonly invested: number;
  /** The same at the end of the month: each contract's money times its time-weighted growth in it. */
  readonly grown: number;
}

/** A month of all contracts together; growth as a factor. */
export interface CompositeMonth {
  readonly month: number;
  readonly growth: number;
  /** null = the target of some of them is not known. */
  readonly targetGrowth: number | null;
}

/**
 * Months of several contracts as one (asset-weighted composite, GIPS 2020): each contract's time-weighted growth by the money
 * in it at the beginning. A month without money leaves everything as it was.
 *
 * @param targetReturn of a target in a month as a fraction; null = not known
 */
export function compositeMonths(
  cells: readonly CompositeCell[],
  targetReturn: (targetId: number, month: number) => number | null,
): CompositeMonth[] {
  return [...Map.groupBy(cells, ({ month }) => month)]
    .toSorted(([a], [b]) => a - b)
    .map(([month, own]) => {
      const invested = own.reduce((sum, cell) => sum + cell.invested, 0);
      if (!(invested > 0)) return { month, growth: 1, targetGrowth: 1 };
      const grown = own.reduce((sum, cell) => sum + cell.grown, 0);
      const aimed = own.reduce<number | null>((sum, cell) => {
        if (sum === null || cell.invested === 0) return sum;
        const gained = targetReturn(cell.targetId, month);
        return gained === null ? null : sum + cell.invested * (1 + gained);
      }, 0);
      return { month, growth: grown / invested, targetGrowth: aimed === null ? null : aimed / invested };
    });
}

/** Payments into contracts of one target that ended in the same month; counted from the beginning of their month on. */
export interface CompositePayment {
  readonly targetId: number;
  readonly month: number;
  /** Month of the last valuation. */
  readonly lastMonth: number;
  readonly amount: number;
}

/**
 * What payments would be worth in their target at the end of the last month of their contracts; null where a month of a
 * target is not known.
 */
export function paymentsInTarget(
  payments: readonly CompositePayment[],
  targetReturn: (targetId: number, month: number) => number | null,
): { readonly lastMonth: number; readonly value: number }[] | null {
  const ends = new Map<number, number>();
  for (const { targetId, month, lastMonth, amount } of payments) {
    let value = amount;
    for (let at = month; at <= lastMonth; at++) {
      const gained = targetReturn(targetId, at);
      if (gained === null) return null;
      value *= 1 + gained;
    }
    ends.set(lastMonth, (ends.get(lastMonth) ?? 0) + value);
  }
  return [...ends].map(([lastMonth, value]) => ({ lastMonth, value }));
}

/** Internal rate of flows a year (paid in below 0); null below a year and where there is none. */
export function yearlyRate(flows: readonly CashFlow[]): number | null {
  const days = flows.map(({ day }) => day);
  if (days.length === 0 || Math.max(...days) - Math.min(...days) < 365) return null;
  try {
    return moneyWeightedReturn(flows);
  } catch {
    // No rate between -99.99 % and 1,000 %, or no change of sign: there is nothing to print.
    return null;
  }
}

import { fromCents, toCents } from '../money.ts';

/** A holding with its ongoing fee a year as a fraction; null = not known. */
export interface CostedHolding {
  readonly value: number;
  readonly ongoingFee: number | null;
}

/** What a contract's cost model takes a year beside entry costs; fractions and euros. */
export interface OngoingModel {
  readonly contractFeeMonthly: number;
  readonly contractFeePercent: number;
  readonly rebate: number;
}

/** Ongoing costs of a contract in euros a year and percentage points of its value. */
export interface YearlyCosts {
  readonly totalValue: number;
  readonly funds: number;
  /** Null where nobody knows what the contract takes. */
  readonly contract: number | null;
  /** Of all that is known. */
  readonly total: number;
  readonly percent: number;
}

/**
 * Ongoing costs as the contract stands: holdings by their ongoing fee, and what the cost model takes of the whole, in
 * cents. Unknown fees count as nothing here, and a contract without cost model has none that are known;
 * whoever shows the sum says what it is without.
 *
 * @param totalValue euros, with everything beside the funds
 */
export function yearlyCosts(
  holdings: readonly CostedHolding[],
  totalValue: number,
  model: OngoingModel | null,
): YearlyCosts {
  const funds = holdings.reduce(
    (cents, { value, ongoingFee }) => cents + toCents(value) * (ongoingFee ?? 0),
    0,
  );
  // Rounded once: cents of each fund would come to another sum than the one a proposal begins with.
  return withModel(fromCents(Math.round(funds)), totalValue, model);
}

/** What grows with the value of the costs of a year, as a fraction of it: all but the fixed fee of every month. */
export const ongoingRate = (
  { total, totalValue }: Pick<YearlyCosts, 'total' | 'totalValue'>,
  model: OngoingModel | null,
): number => (totalValue > 0 ? (total - 12 * (model?.contractFeeMonthly ?? 0)) / totalValue : 0);

/** Costs of funds known in euros a year, and what a cost model takes beside them. */
export function withModel(funds: number, totalValue: number, model: OngoingModel | null): YearlyCosts {
  const contract = model
    ? toCents(model.contractFeeMonthly) * 12 +
      // Nobody is paid for debts.
      Math.round(Math.max(0, toCents(totalValue)) * (model.contractFeePercent - model.rebate))
    : null;
  const total = fromCents(toCents(funds) + (contract ?? 0));
  return {
    totalValue,
    funds,
    contract: contract === null ? null : fromCents(contract),
    total,
    percent: totalValue <= 0 ? 0 : (total / totalValue) * 100,
  };
}

/** A fund held, all its positions together. */
export interface TaxedHolding {
  readonly fundId: number;
  readonly quantity: number;
  /** What was paid for it in euros; null = not known. */
  readonly costValue: number | null;
  /** Share of equity as a fraction; null = not known. */
  readonly equityQuota: number | null;
}

/** A sale of a plan: units and euros before fees. */
export interface PlannedSale {
  readonly fundId: number;
  readonly quantity: number;
  readonly amount: number;
}

/** The gain of one sale; null = not known. */
export interface SaleGain {
  readonly fundId: number;
  readonly amount: number;
  readonly gain: number | null;
  /** Partial exemption as a fraction. */
  readonly exemption: number | null;
  readonly taxable: number | null;
}

export interface PlanTax {
  readonly sales: readonly SaleGain[];
  /** Over the sales whose gain and kind of fund are known; null where none is. Losses count against gains. */
  readonly gain: number | null;
  readonly taxable: number | null;
  /** How much of the allowance is used, and the tax on the rest. */
  readonly allowanceUsed: number | null;
  readonly tax: number | null;
  /** Euros of sales whose gain or kind of fund is not known. */
  readonly unknownAmount: number;
}

/** Withholding tax with solidarity surcharge: 25 % and 5.5 % of it (sections 32d EStG, 4 SolZG). */
const taxRate = 0.25 * 1.055;

/**
 * Partial exemption of a fund's gains in private hands (section 20 InvStG): 30 % from more than half in equities on, 15 % from a
 * quarter on. Judged by the share of equity known, not by the fund's own conditions; funds of real estate are not recognised.
 */
export const partialExemption = (equityQuota: number): number =>
  equityQuota > 0.5 ? 0.3 : equityQuota >= 0.25 ? 0.15 : 0;

/**
 * Gain and tax of the sales of a plan, as an estimate. Single purchases are not known: what is sold has cost its part of
 * what all units have cost, which equals first in, first out where all of a fund is sold.
 *
 * @param allowance euros of the exemption order that are left
 */
export function planTax(
  sales: readonly PlannedSale[],
  holdings: readonly TaxedHolding[],
  allowance: number,
): PlanTax {
  const heldOf = new Map(holdings.map((held) => [held.fundId, held]));
  const judged = sales.map((sale): SaleGain => {
    const held = heldOf.get(sale.fundId);
    const isPriced = held?.costValue != null && held.quantity > 0;
    const gain = isPriced
      ? sale.amount - (held.costValue ?? 0) * Math.min(1, sale.quantity / held.quantity)
      : null;
    const exemption = held?.equityQuota == null ? null : partialExemption(held.equityQuota);
    const taxable = gain === null || exemption === null ? null : gain * (1 - exemption);
    return {
      fundId: sale.fundId,
      amount: sale.amount,
      gain: gain === null ? null : inCents(gain),
      exemption,
      taxable: taxable === null ? null : inCents(taxable),
    };
  });
  const known = judged.filter(({ taxable }) => taxable !== null);
  const unknownAmount = judged.reduce((sum, sale) => (sale.taxable === null ? sum + sale.amount : sum), 0);
  if (known.length === 0)
    return { sales: judged, gain: null, taxable: null, allowanceUsed: null, tax: null, unknownAmount };
  const gain = inCents(known.reduce((sum, sale) => sum + (sale.gain ?? 0), 0));
  const taxable = inCents(known.reduce((sum, sale) => sum + (sale.taxable ?? 0), 0));
  const allowanceUsed = Math.min(Math.max(0, taxable), Math.max(0, allowance));
  const tax = inCents((Math.max(0, taxable) - allowanceUsed) * taxRate);
  return { sales: judged, gain, taxable, allowanceUsed, tax, unknownAmount };
}

const inCents = (value: number): number => Math.round(value * 100) / 100;

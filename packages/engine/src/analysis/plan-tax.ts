import { inCents } from '../rounding/in-cents.ts';
import { type FundLot, type FundMovement, heldLots, takeFirst } from './fund-lots.ts';

/** A fund held, all its positions together. */
export interface TaxedHolding {
  readonly fundId: number;
  readonly quantity: number;
  /** What was paid for it in euros; null = not known. */
  readonly costValue: number | null;
  /** Share of equity as a fraction; null = not known. */
  readonly equityQuota: number | null;
  /** Whether it is known as a fund of real estate. */
  readonly isRealEstate: boolean;
  /** What is recorded of its purchases and sales. */
  readonly movements: readonly FundMovement[];
}

/** A sale of a plan: units and euros before fees. */
export interface PlannedSale {
  readonly fundId: number;
  readonly quantity: number;
  readonly amount: number;
}

/**
 * What the cost of a sale is taken from: its purchases, the oldest first; the average of all units, where they do not say it; the
 * purchases of a part, the rest not known; nothing.
 */
export type CostBasis = 'lots' | 'average' | 'partly' | 'unknown';

/** The gain of one sale; null = not known. */
export interface SaleGain {
  readonly fundId: number;
  readonly amount: number;
  readonly basis: CostBasis;
  /** Of the units whose cost is known. */
  readonly gain: number | null;
  /** Partial exemption as a fraction. */
  readonly exemption: number | null;
  readonly taxable: number | null;
  /** Euros of the sale that are in no figure. */
  readonly unknownAmount: number;
  /** Units whose purchase or its price is not known. */
  readonly unknownQuantity: number;
  /** The purchases it sells, the oldest first; empty unless the basis is them. */
  readonly taken: readonly FundLot[];
  /** Whether units bought before 2018, or nobody knows when, are among them: their gain has two parts (section 56 InvStG). */
  readonly isBeforeReform: boolean;
}

/** What the estimate is made with. */
export interface TaxTerms {
  /** Euros of the exemption order that are left. */
  readonly allowance: number;
  /** Church tax as a fraction of the tax, 0.08 or 0.09; 0 = none. */
  readonly churchTaxRate: number;
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

/** Units bought before this day were sold and bought again by law (section 56 (2) InvStG). */
const reformDay = '2018-01-01';

/**
 * Withholding tax, solidarity surcharge and church tax together as a fraction of what is taxable: e / (4 + k), 5.5 % and k of it
 * (sections 32d (1) EStG, 4 SolZG).
 */
export const taxRate = (churchTaxRate: number): number => (1 / (4 + churchTaxRate)) * (1.055 + churchTaxRate);

/**
 * Partial exemption of a fund's gains in private hands (section 20 InvStG): 30 % from more than half in equities on, 15 % from a
 * quarter on, 60 % for real estate. Judged by the share of equity known, not by the fund's own conditions; that a fund of real estate
 * invests abroad (80 %) is not known.
 */
export const partialExemption = (equityQuota: number, isRealEstate = false): number =>
  equityQuota > 0.5 ? 0.3 : equityQuota >= 0.25 ? 0.15 : isRealEstate ? 0.6 : 0;

/**
 * Gain and tax of the sales of a plan, as an estimate: by the recorded purchases, first in, first out; where they do not say
 * what a sale has cost, by the average of what all units have cost; else the gain is not known and is in no sum.
 */
export function planTax(
  sales: readonly PlannedSale[],
  holdings: readonly TaxedHolding[],
  terms: TaxTerms,
): PlanTax {
  const open = new Map(holdings.map((held) => [held.fundId, openHolding(held)]));
  const judged = sales.map((sale) => judgeSale(sale, open.get(sale.fundId)));
  const known = judged.filter(({ taxable }) => taxable !== null);
  const unknownAmount = inCents(judged.reduce((sum, sale) => sum + sale.unknownAmount, 0));
  if (known.length === 0)
    return { sales: judged, gain: null, taxable: null, allowanceUsed: null, tax: null, unknownAmount };
  const gain = inCents(known.reduce((sum, sale) => sum + (sale.gain ?? 0), 0));
  const taxable = inCents(known.reduce((sum, sale) => sum + (sale.taxable ?? 0), 0));
  const allowanceUsed = Math.min(Math.max(0, taxable), Math.max(0, terms.allowance));
  const tax = inCents((Math.max(0, taxable) - allowanceUsed) * taxRate(terms.churchTaxRate));
  return { sales: judged, gain, taxable, allowanceUsed, tax, unknownAmount };
}

interface OpenHolding {
  readonly held: TaxedHolding;
  lots: readonly FundLot[];
  missing: number;
}

/** Units of unmatched sales were bought before everything recorded; they are gone and say nothing of what is held. */
function openHolding(held: TaxedHolding): OpenHolding {
  const { lots, missing } = heldLots(held.movements, held.quantity);
  return { held, lots, missing };
}

/** Moves the holding on, so that a second sale of the fund meets what the first one left. */
function judgeSale(sale: PlannedSale, open: OpenHolding | undefined): SaleGain {
  const { equityQuota = null, isRealEstate = false } = open?.held ?? {};
  const exemption = equityQuota === null ? null : partialExemption(equityQuota, isRealEstate);
  const cost = open === undefined ? noCost(sale) : costOf(sale, open);
  const unknownOfSale = sale.quantity === 0 ? 0 : cost.unknownQuantity / sale.quantity;
  const unknownPart = cost.basis === 'unknown' ? sale.amount : inCents(sale.amount * unknownOfSale);
  const gain = cost.basis === 'unknown' ? null : inCents(sale.amount - unknownPart - cost.cost);
  const taxable = gain === null || exemption === null ? null : inCents(gain * (1 - exemption));
  return {
    fundId: sale.fundId,
    amount: sale.amount,
    basis: cost.basis,
    gain,
    exemption,
    taxable,
    unknownAmount: taxable === null ? sale.amount : unknownPart,
    unknownQuantity: cost.unknownQuantity,
    taken: cost.taken,
    isBeforeReform: cost.isBeforeReform,
  };
}

interface SaleCost {
  readonly basis: CostBasis;
  /** Euros of the units whose cost is known. */
  readonly cost: number;
  readonly unknownQuantity: number;
  readonly taken: readonly FundLot[];
  /** Sold are, whatever their cost is taken from, units from before the reform or of an unknown day. */
  readonly isBeforeReform: boolean;
}

const noCost = ({ quantity }: PlannedSale): SaleCost => ({
  basis: 'unknown',
  cost: 0,
  unknownQuantity: quantity,
  taken: [],
  isBeforeReform: quantity > 0,
});

function costOf(sale: PlannedSale, open: OpenHolding): SaleCost {
  const { costValue, quantity } = open.held;
  // Units without a purchase are taken for the oldest: they go first.
  const older = Math.min(open.missing, sale.quantity);
  const { taken, left, short } = takeFirst(open.lots, inUnits(sale.quantity - older));
  open.missing = inUnits(open.missing - older);
  open.lots = left;
  const unknownLots = taken.reduce((sum, lot) => (lot.cost === null ? sum + lot.quantity : sum), 0);
  const unknownQuantity = inUnits(older + short + unknownLots);
  const isBeforeReform =
    older > 0 || short > 0 || taken.some(({ acquiredDay }) => (acquiredDay ?? '') < reformDay);
  const cost = taken.reduce((sum, lot) => sum + (lot.cost ?? 0), 0);
  if (unknownQuantity === 0 && sale.quantity > 0)
    return { basis: 'lots', cost, unknownQuantity: 0, taken, isBeforeReform };
  if (costValue !== null && quantity > 0)
    return {
      basis: 'average',
      cost: costValue * Math.min(1, sale.quantity / quantity),
      unknownQuantity: 0,
      taken: [],
      isBeforeReform,
    };
  if (unknownQuantity >= sale.quantity) return { ...noCost(sale), isBeforeReform };
  return { basis: 'partly', cost, unknownQuantity, taken, isBeforeReform };
}

const inUnits = (value: number): number => Math.round(value * 1e6) / 1e6;

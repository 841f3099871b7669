import { stable } from '../rounding/stable.ts';
import { guaranteeMultiplier } from './guarantee-cover.ts';

/** What a tariff promises, as far as it is fixed. */
export interface TariffGuarantee {
  /** Part of the contributions that is promised; null where contracts choose it. */
  readonly level: number | null;
  /** Guaranteed interest a year. */
  readonly interest: number | null;
  /** The guarantee fund; null for a tariff without one. */
  readonly fund: { readonly isin: string; readonly isOffered: boolean } | null;
}

/** Highest interest insurers in Germany were ever allowed to reckon with (DeckRV, contracts of 1994 to 2000). */
export const highestGuaranteedInterest = 0.04;
/**
 * No interest of a promise: two and a half times what was ever allowed is figures typed at the wrong place, and with it
 * the floor of any promise would be next to nothing today, so that every share of equities would pass.
 */
export const impossibleGuaranteedInterest = 0.1;
/**
 * Below these, but above 0, a level or an interest is taken for a slip: 0.8 % typed for 80 %, 0.01 % for 1 %. Nobody sells such promises; the lowest
 * interest insurers ever reckoned with is 0.25 % (DeckRV, contracts of 2022 to 2024), the lowest levels offered are of 10 %.
 */
export const lowestPlausible = { level: 0.1, interest: 0.001 } as const;
/** Whether a level or an interest is taken for a slip. */
export const isSlip = (kind: keyof typeof lowestPlausible, value: number | null): boolean =>
  value !== null && value > 0 && value < lowestPlausible[kind] - 1e-12;
/** Years a tariff has to keep its promise in at least: the shortest term with the tax advantage of section 20 EStG. */
export const shortestTerm = 12;

/**
 * The part of a contribution that may be in equities when it is paid for a term, the shortest unless told: five times what is
 * left of it above the floor of its own promise, at most 1; null where level or interest is not fixed.
 */
export function allowedEquities(
  { level, interest }: Pick<TariffGuarantee, 'level' | 'interest'>,
  years = shortestTerm,
): number | null {
  if (level === null || interest === null) return null;
  const cushion = 1 - level * stable((1 + interest) ** -years);
  return Math.min(1, Math.max(0, stable(cushion * guaranteeMultiplier)));
}

/** What is odd about a level or an interest by itself, whatever else the tariff says. */
export interface DoubtOfGuarantee {
  readonly code:
    | 'guaranteeInterestTooHigh'
    | 'guaranteeInterestImpossible'
    | 'guaranteeInterestTooLow'
    | 'guaranteeLevelTooLow';
  /** 1 warning, 2 blocks. */
  readonly severity: 1 | 2;
  readonly values: Readonly<Record<string, number>>;
}

/** What looks mistyped in the promise of a tariff, in the order of its fields. */
export function doubtsOfGuarantee({
  level,
  interest,
}: Pick<TariffGuarantee, 'level' | 'interest'>): DoubtOfGuarantee[] {
  const doubts: DoubtOfGuarantee[] = [];
  if (level !== null && isSlip('level', level))
    doubts.push({ code: 'guaranteeLevelTooLow', severity: 1, values: { level } });
  if (interest === null) return doubts;
  if (isSlip('interest', interest))
    doubts.push({ code: 'guaranteeInterestTooLow', severity: 1, values: { interest } });
  const [allowed, limit] = [highestGuaranteedInterest, impossibleGuaranteedInterest];
  if (interest > limit + 1e-12)
    doubts.push({ code: 'guaranteeInterestImpossible', severity: 2, values: { interest, limit, allowed } });
  else if (interest > allowed + 1e-12)
    doubts.push({ code: 'guaranteeInterestTooHigh', severity: 1, values: { interest, limit: allowed } });
  return doubts;
}

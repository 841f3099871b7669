import type { GuaranteeStatus } from '@depotwerk/domain/contracts/guarantee';
import { inCents } from '../rounding/in-cents.ts';
import { stable } from '../rounding/stable.ts';

/** What an insurer promised for the end of a contract, and what he holds for it himself. Money in euros. */
export interface GuaranteeTerms {
  /** Due at the end for everything paid so far. */
  readonly promised: number;
  /** Part of money paid from now on that is promised as well, as a fraction. */
  readonly level: number;
  /** Guaranteed interest a year, as a fraction. */
  readonly interest: number;
  /** Day number of the end. */
  readonly endDay: number;
  /** Value on the insurer's side (reserve, guarantee fund): no order of the funds touches it. */
  readonly secured: number;
}

/** What the contract holds beside the insurer's side. */
export interface FreeAssets {
  readonly value: number;
  /** Value in equities; of funds whose share is unknown all of it. */
  readonly exposure: number;
}

/** How the promise stands on a day. Money in euros. */
export interface GuaranteeCover {
  /** What has to be safe today so that the promise is met at the end. */
  readonly floor: number;
  /** Everything the contract holds. */
  readonly value: number;
  /** Value above the floor; negative where it is missed. */
  readonly cushion: number;
  readonly exposure: number;
  /** The largest exposure the cushion bears. */
  readonly allowed: number;
  /** `near`: more in equities than the cushion bears; at the end nothing can fall any more. */
  readonly status: GuaranteeStatus;
}

/**
 * Multiple of the cushion that may be in equities: a fall by its reciprocal, a fifth, between two looks at the contract
 * uses the cushion up and no more (constant proportion, Black & Jones 1987; the number is ours).
 */
export const guaranteeMultiplier = 5;

const daysOfYear = 365.25;

/**
 * Present value of the promise at the guaranteed interest, in euros, rounded up to whole cents: promised ÷
 * (1 + interest)^years, by days; after the end the promise itself. Contributions still to come bring their own promise
 * and, as no level is above 1 and no interest below 0, enough to cover it, so neither is counted.
 *
 * @param day day number
 */
export function guaranteeFloor({ promised, interest, endDay }: GuaranteeTerms, day: number): number {
  const years = Math.max(0, endDay - day) / daysOfYear;
  const cents = promised * 100 * stable((1 + interest) ** -years);
  return Math.ceil(cents - 1e-6) / 100;
}

/** Floor, cushion and how much of the contract may be in equities. */
export function guaranteeCover(terms: GuaranteeTerms, free: FreeAssets, day: number): GuaranteeCover {
  const floor = guaranteeFloor(terms, day);
  const value = inCents(terms.secured + free.value);
  const cushion = inCents(value - floor);
  const exposure = inCents(free.exposure);
  const allowed = inCents(Math.max(0, cushion) * guaranteeMultiplier);
  const isNear = day < terms.endDay && exposure > allowed + 0.005;
  const status = cushion < 0 ? 'below' : isNear ? 'near' : 'kept';
  return { floor, value, cushion, exposure, allowed, status };
}

/** The terms after more money was paid in. */
export const withPayment = (terms: GuaranteeTerms, paid: number): GuaranteeTerms =>
  paid > 0 ? { ...terms, promised: terms.promised + terms.level * paid } : terms;

/**
 * Whether a change is against the promise: it leads below a floor that was kept, or, where equities are or would be above
 * what the cushion bears, farther above it.
 */
export function endangersGuarantee(before: GuaranteeCover, after: GuaranteeCover): boolean {
  if (before.cushion >= 0 && after.cushion < 0) return true;
  // Orders come in whole units: a thousandth of the whole is no breach.
  return excessOf(after) > Math.max(0, excessOf(before)) + after.value * 0.001 + 0.01;
}

/** Euros in equities above the multiple of the cushion, which counts below the floor as well. */
const excessOf = ({ exposure, cushion }: GuaranteeCover) => exposure - guaranteeMultiplier * cushion;

/**
 * Shares are whole tenths of a percent: 12,5 % is the fraction 0.125 and 125 tenths. Sums are made of tenths, because
 * floating point would make 0.9999999999999999 of three thirds.
 */

/** 100 % in tenths of a percent. */
export const wholeTenths = 1000;

/** 0.125 → 125, to the nearest tenth; never −0, which would read "−0,0 %". */
export const toTenths = (fraction: number): number => Math.round(fraction * wholeTenths) + 0;

/** 125 → 0.125. */
export const fromTenths = (tenths: number): number => tenths / wholeTenths;

/** The fraction without what floating point added: 0.30000000000000004 → 0.3. */
export const roundedToTenths = (fraction: number): number => fromTenths(toTenths(fraction));

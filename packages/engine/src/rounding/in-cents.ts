import { toCents } from '../planning/plan-input.ts';

/** Euros rounded to whole cents, half away from zero: what is half a cent but for its binary fraction is one. */
export const inCents = (euros: number): number => toCents(euros) / 100;

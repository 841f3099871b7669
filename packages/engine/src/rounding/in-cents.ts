/** Whole cents of euros, half away from zero: what is half a cent but for its binary fraction is one. */
export const toCents = (euros: number): number => {
  const cents = Math.abs(euros) * 100;
  const rounded = Math.floor(cents + 0.5 + 1e-9 * Math.max(1, cents) * 1e-3);
  return euros < 0 ? -rounded : rounded;
};

/** Euros rounded to whole cents by the same rule. */
export const inCents = (euros: number): number => toCents(euros) / 100;

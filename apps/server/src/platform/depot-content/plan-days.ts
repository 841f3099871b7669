/** The day in the house's zone, as SQL. */
export const houseDay = `(now() at time zone 'Europe/Berlin')::date`;

/** Savings plans that pay today or are to begin, as a condition: one with an end pays until then, though another one may follow it. */
export const notEnded = (plan: string): string =>
  `(${plan}.valid_to is null or ${plan}.valid_to >= ${houseDay})`;

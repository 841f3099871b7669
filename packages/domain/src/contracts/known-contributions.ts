interface PaidAndWorth {
  readonly contributionsValue: number;
  readonly totalValue: number;
}

/**
 * What was paid in so far; null where nobody has said it. A contract is stored with 0 until somebody does, and what is worth
 * something was paid by somebody, so that 0 can only be true of an empty one.
 */
export const knownContributions = ({ contributionsValue, totalValue }: PaidAndWorth): number | null =>
  contributionsValue === 0 && totalValue > 0 ? null : contributionsValue;

/**
 * Whether it is known what was paid in over a time: not where no valuation of a contract that is worth something says
 * anything but 0. Then payments cannot be told from gains.
 */
export const arePaymentsKnown = (
  valuations: readonly { readonly value: number; readonly paidIn: number }[],
): boolean => valuations.some(({ paidIn }) => paidIn !== 0) || valuations.every(({ value }) => value === 0);

/** What is said beside gains and returns of a time whose payments nobody knows. */
export const unknownPaymentsText =
  'Was ein- und ausgezahlt wurde, ist nicht bekannt; es steckt deshalb in Gewinn/Verlust und Rendite.';

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

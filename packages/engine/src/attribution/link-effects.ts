/** Returns of one period, and effects that add up to their difference. */
export interface LinkedPeriod {
  readonly portfolioReturn: number;
  readonly benchmarkReturn: number;
  readonly effects: readonly number[];
}

/** Returns over all periods, and the effects carried over to them. */
export interface LinkedEffects {
  readonly portfolioReturn: number;
  readonly benchmarkReturn: number;
  readonly effects: readonly number[];
}

/** (ln(1 + r) - ln(1 + b)) / (r - b), and its limit 1 / (1 + r) where both are the same. */
export function logarithmicFactor(portfolio: number, benchmark: number): number {
  const difference = portfolio - benchmark;
  // The quotient of two rounded differences says nothing any more.
  return Math.abs(difference) < 1e-9
    ? 1 / (1 + (portfolio + benchmark) / 2)
    : (Math.log1p(portfolio) - Math.log1p(benchmark)) / difference;
}

/**
 * Effects of several periods as parts of the difference of the compounded returns: each times its period's logarithmic
 * factor over that of the whole time. Carino, "Combining Attribution Effects Over Time", Journal of Performance
 * Measurement 1999. Null where a period lost everything, for which there is no logarithm.
 */
export function linkEffects(periods: readonly LinkedPeriod[]): LinkedEffects | null {
  if (periods.some((period) => period.portfolioReturn <= -1 || period.benchmarkReturn <= -1)) return null;
  const compounded = (returnOf: (period: LinkedPeriod) => number) =>
    periods.reduce((growth, period) => growth * (1 + returnOf(period)), 1) - 1;
  const portfolioReturn = compounded((period) => period.portfolioReturn);
  const benchmarkReturn = compounded((period) => period.benchmarkReturn);
  const whole = logarithmicFactor(portfolioReturn, benchmarkReturn);
  const effects: number[] = [];
  for (const period of periods) {
    const factor = logarithmicFactor(period.portfolioReturn, period.benchmarkReturn) / whole;
    period.effects.forEach((effect, index) => {
      effects[index] = (effects[index] ?? 0) + effect * factor;
    });
  }
  return { portfolioReturn, benchmarkReturn, effects };
}

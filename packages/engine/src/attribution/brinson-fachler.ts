/** A segment of a portfolio and of its benchmark over one period. Weights at its beginning; returns as fractions. */
export interface Segment {
  readonly weight: number;
  readonly portfolioReturn: number;
  readonly benchmarkWeight: number;
  readonly benchmarkReturn: number;
}

/** What a segment adds to the difference between portfolio and benchmark. */
export interface SegmentEffect {
  /** Of holding more or less of the segment than the benchmark. */
  readonly allocation: number;
  /** Of what was chosen within the segment; the interaction of both is part of it. */
  readonly selection: number;
}

/** Return of the benchmark: the sum of its segments. */
export const benchmarkReturnOf = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { benchmarkWeight, benchmarkReturn }) => sum + benchmarkWeight * benchmarkReturn, 0);

/**
 * Effects of allocation, (w - W) (b_i - b), and of selection with interaction, w (r_i - b_i), of each segment. Where both
 * sides' weights sum to 1 they add up to the difference of the two returns. Brinson and Fachler, "Measuring Non-US Equity
 * Portfolio Performance", Journal of Portfolio Management 1985; interaction within selection as in Bacon (2008), chapter 5.
 */
export function brinsonFachler(segments: readonly Segment[]): SegmentEffect[] {
  const benchmark = benchmarkReturnOf(segments);
  return segments.map(({ weight, portfolioReturn, benchmarkWeight, benchmarkReturn }) => ({
    allocation: (weight - benchmarkWeight) * (benchmarkReturn - benchmark),
    selection: weight * (portfolioReturn - benchmarkReturn),
  }));
}

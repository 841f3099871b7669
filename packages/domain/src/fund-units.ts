/** A rate or share read from a file, with its place. `fundRate` are yearly ongoing or management costs. */
export interface UnitSample {
  readonly column: string;
  readonly line: number;
  readonly value: number;
  readonly kind: 'fundRate' | 'otherRate' | 'share';
  /** The column says that it is written in percent; `value` is the fraction that is then meant. */
  readonly isPercent?: boolean;
}

export type UnitFault =
  | 'typicalPercentTooLow'
  | 'rateOfOneOrMore'
  | 'shareAboveOne'
  | 'typicalRateTooHigh'
  | 'severalRatesTooHigh';

export interface UnitVerdict {
  readonly fault: UnitFault;
  readonly column: string;
  readonly line: number;
  readonly value: number;
}

/** No fund of the market costs this much a year; a single such value is refused with its row. */
export const highestPlausibleRate = 0.15;
/** Half of all funds of a file never cost more than this a year: dear markets have a median near 2 %. */
export const highestPlausibleMedian = 0.05;
/** Nor does half of a file cost less than 0.05 %: a column that says percent and shows less is written in decimals. */
export const lowestPlausibleMedian = 0.0005;
const severalRates = 3;
const keptPerColumn = 100_000;

/**
 * Watches the rates of a file and tells whether it is written in percent instead of decimals
 * (1.15 where the templates say 0.0115). It never converts: a doubtful file is refused as a whole.
 *
 * - A rate of 1 or more would be 100 % costs, a share above 1 more than the whole fund.
 * - In percent even the cheapest fund (0.05 %) reads 0.05, in decimals half of the funds stay far below 0.05;
 *   so the median of the values other than 0 of a column of yearly costs separates the two.
 * - Three values above 15 % in such a column show rows of mixed units.
 *
 * Limits: columns of one-off and transaction costs alone cannot be told apart below 1; a file of only money
 * market funds under 0.05 % in percent would pass.
 */
export class UnitWitness {
  readonly #fundRates = new Map<string, UnitSample[]>();
  #verdict: UnitVerdict | null = null;

  see(sample: UnitSample): void {
    if (this.#verdict) return;
    const { column, line, value } = sample;
    if (sample.kind === 'share') {
      if (value > 1) this.#verdict = { fault: 'shareAboveOne', column, line, value };
      return;
    }
    if (Math.abs(value) >= 1) this.#verdict = { fault: 'rateOfOneOrMore', column, line, value };
    if (sample.kind !== 'fundRate' || value === 0) return;
    const samples = this.#fundRates.get(column) ?? [];
    if (samples.length < keptPerColumn) samples.push(sample);
    this.#fundRates.set(column, samples);
  }

  /** null when nothing speaks against decimals; asked after the last row. */
  verdict(): UnitVerdict | null {
    if (this.#verdict) return this.#verdict;
    for (const samples of this.#fundRates.values()) {
      const sorted = samples.toSorted((a, b) => a.value - b.value);
      const median = sorted[Math.floor((sorted.length - 1) / 2)];
      if (median && median.value > highestPlausibleMedian) {
        return {
          fault: 'typicalRateTooHigh',
          column: median.column,
          line: median.line,
          value: median.value,
        };
      }
      if (median?.isPercent === true && median.value < lowestPlausibleMedian) {
        return {
          fault: 'typicalPercentTooLow',
          column: median.column,
          line: median.line,
          value: median.value,
        };
      }
      const tooHigh = samples.filter((sample) => sample.value > highestPlausibleRate);
      const first = tooHigh[0];
      if (first && tooHigh.length >= severalRates) {
        return { fault: 'severalRatesTooHigh', column: first.column, line: first.line, value: first.value };
      }
    }
    return null;
  }
}

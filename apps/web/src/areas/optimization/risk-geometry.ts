import { riskBand } from '@depotwerk/engine/risk-band';

/** A risk class on the scale; percentage points. */
export interface ClassBand {
  readonly riskClassId: number;
  readonly low: number;
  readonly high: number;
}

/** Place on the scale as percent of its width. */
export interface PlacedBand {
  readonly start: number;
  readonly width: number;
}

export interface RiskScale {
  /** Percentage points at the right end. */
  readonly maximum: number;
  readonly bandOf: (low: number, high: number) => PlacedBand;
  /** Place of a measure, kept on the scale; null when it is unknown. */
  readonly placeOf: (value: number | null) => number | null;
}

/** Air at the right end, as a share of the largest value. */
const air = 1.08;
/** Keeps marks whole at both ends. */
const edge = 0.8;

/**
 * One scale for all classes and measures, from 0 to a little beyond the largest, so that a band slides to its place when
 * the class changes and nothing else moves. All in percentage points.
 */
export function riskScale(bands: readonly ClassBand[], measures: readonly (number | null)[]): RiskScale {
  const largest = Math.max(
    1,
    ...bands.map(({ high }) => high),
    ...measures.flatMap((measure) => measure ?? []),
  );
  const maximum = largest * air;
  const percentOf = (value: number) => (Math.max(0, value) / maximum) * 100;
  return {
    maximum,
    bandOf: (low, high) => ({
      start: percentOf(low),
      width: Math.max(0.5, percentOf(high) - percentOf(low)),
    }),
    placeOf: (value) => (value === null ? null : Math.min(100 - edge, Math.max(edge, percentOf(value)))),
  };
}

/** Bands of a tariff's classes from target and range; a band starts at 0 at the least. */
export function classBands(
  classes: readonly { readonly riskClassId: number; readonly target: number; readonly range: number }[],
): ClassBand[] {
  return classes.map(({ riskClassId, target, range }) => ({ riskClassId, ...riskBand(target, range) }));
}

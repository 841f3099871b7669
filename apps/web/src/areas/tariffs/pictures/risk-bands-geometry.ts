import type { RiskBandStatus } from '@depotwerk/domain/advice/risk-band-status';
import { riskBand, riskBandStatus } from '@depotwerk/engine/risk-band';

/** A class as the wizards hold it; percentage points, null while nobody filled it in. */
export interface BandClass {
  readonly riskClassId: number;
  readonly target: number | null;
  readonly range: number | null;
}

/** A class on the scale; places are percent of the scale's width, the rest percentage points. */
export interface BandRow {
  readonly riskClassId: number;
  readonly target: number | null;
  readonly range: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly start: number;
  readonly width: number;
  readonly targetPlace: number | null;
  readonly measured: number | null;
  readonly measuredPlace: number | null;
  readonly status: RiskBandStatus;
}

/** What two neighbours share. */
export interface BandOverlap {
  /** Index of the upper row; the other one follows it. */
  readonly row: number;
  readonly lowerClassId: number;
  readonly upperClassId: number;
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly width: number;
}

export interface RiskBandsGeometry {
  readonly maximum: number;
  readonly ticks: readonly { readonly value: number; readonly place: number }[];
  readonly rows: readonly BandRow[];
  readonly overlaps: readonly BandOverlap[];
}

const steps = [1, 2, 5, 10, 20, 25, 50];
const mostTicks = 6;
const tenth = (value: number) => Math.round(value * 10) / 10;

/** Distance of the ticks so that there are at most six of them. */
export function tickStep(maximum: number): number {
  return steps.find((step) => maximum / step <= mostTicks) ?? 100;
}

/**
 * Bands of all classes on one scale from 0 to the next tick beyond the largest value (100 at most unless a measure lies
 * beyond). Neighbours overlap when the former's target plus range exceeds the latter's target minus range, both rounded
 * to a tenth; bands that only touch do not.
 */
export function riskBandsGeometry(
  classes: readonly BandClass[],
  measures: readonly (number | null)[] = [],
): RiskBandsGeometry {
  const bands = classes.map(({ target, range }) =>
    target === null ? null : riskBand(target, Math.max(0, range ?? 0)),
  );
  const known = [
    ...bands.flatMap((band) => band?.high ?? []),
    ...measures.flatMap((measure) => measure ?? []),
  ];
  const largest = Math.max(5, ...known.filter(Number.isFinite));
  const step = tickStep(largest);
  const maximum = Math.ceil(largest / step - 1e-9) * step;
  const place = (value: number) => (Math.max(0, Math.min(maximum, value)) / maximum) * 100;
  const rows = classes.map((riskClass, index): BandRow => {
    const band = bands[index] ?? null;
    const measured = measures[index] ?? null;
    const start = band ? place(band.low) : 0;
    return {
      ...riskClass,
      low: band?.low ?? null,
      high: band?.high ?? null,
      start,
      width: band ? Math.max(0.4, place(band.high) - start) : 0,
      targetPlace: riskClass.target === null ? null : place(riskClass.target),
      measured,
      measuredPlace: measured === null ? null : place(measured),
      status: band ? riskBandStatus(measured, band).status : 'unknown',
    };
  });
  const overlaps = rows.flatMap((row, index): BandOverlap[] => {
    const next = rows[index + 1];
    if (!next || row.target === null || next.target === null) return [];
    const to = tenth(row.target + (row.range ?? 0));
    const from = Math.max(0, tenth(next.target - (next.range ?? 0)));
    if (to <= from) return [];
    return [
      {
        row: index,
        lowerClassId: row.riskClassId,
        upperClassId: next.riskClassId,
        from,
        to,
        start: place(from),
        width: place(to) - place(from),
      },
    ];
  });
  const ticks = Array.from({ length: Math.round(maximum / step) + 1 }, (_, index) => ({
    value: index * step,
    place: place(index * step),
  }));
  return { maximum, ticks, rows, overlaps };
}

/** The band of a risk class and where a portfolio's measure lies in it (engine rules, section 6). */
import type { RiskBandStatus } from '@depotwerk/domain/advice/risk-band-status';

/** Lower and upper edge in percentage points, both belonging to the band. */
export interface RiskBand {
  readonly low: number;
  readonly high: number;
}

const hundredths = (percent: number): number => Math.round(percent * 100);

/** The band of a class with this target and range (percentage points); it never starts below 0. */
export function riskBand(target: number, range: number): RiskBand {
  return { low: Math.max(0, hundredths(target - range) / 100), high: hundredths(target + range) / 100 };
}

/**
 * Whether a risk measure (percent; null when it cannot be computed) lies in the band, and how far
 * outside, in percentage points. The measure is rounded to 0.01 points before it is compared.
 */
export function riskBandStatus(
  measure: number | null,
  band: RiskBand,
): { readonly status: RiskBandStatus; readonly distance: number } {
  if (measure === null) return { status: 'unknown', distance: 0 };
  const units = hundredths(measure);
  const below = hundredths(band.low) - units;
  const above = units - hundredths(band.high);
  if (below > 0) return { status: 'below', distance: below / 100 };
  if (above > 0) return { status: 'above', distance: above / 100 };
  return { status: 'in', distance: 0 };
}

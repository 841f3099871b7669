/** Where a measure stands against its band; all in percentage points. */
export interface BandPosition {
  value: number | null;
  low: number | null;
  high: number | null;
  /** Equity quotas always fill the scale 0–100. */
  isQuota: boolean;
}

/** Positions on the bar as percent of its width. */
export interface BandGeometry {
  scaleEnd: number;
  bandStart: number;
  bandWidth: number;
  /** Null when the measure is unknown. */
  marker: number | null;
}

/** Volatilities of usual portfolios lie below this, so that bars in a list share one scale and can be compared. */
const usualScaleEnd = 30;

/** Geometry of a band bar, or undefined when there is no band to show. */
export function bandGeometry(position: BandPosition): BandGeometry | undefined {
  const { value, low, high, isQuota } = position;
  if (low === null || high === null || high < low) return undefined;
  const furthest = Math.max(high, value ?? 0);
  const scaleEnd = isQuota ? 100 : Math.max(usualScaleEnd, Math.ceil((furthest * 1.1) / 10) * 10);
  const place = (points: number) => (Math.max(0, Math.min(scaleEnd, points)) / scaleEnd) * 100;
  return {
    scaleEnd,
    bandStart: place(low),
    bandWidth: place(high) - place(low),
    marker: value === null ? null : place(value),
  };
}

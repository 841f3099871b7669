/** Where a measure stands against its band; all in percentage points. */
export interface BandPosition {
  value: number | null;
  low: number | null;
  high: number | null;
}

/** Positions on the bar as percent of its width. */
export interface BandGeometry {
  bandStart: number;
  bandWidth: number;
  /** Null when the measure is unknown. */
  marker: number | null;
}

/** The band fills the middle of every bar, so that "inside" and "how far outside" are seen at one glance. */
const bandStart = 30;
const bandWidth = 40;
/** Keeps the mark whole at both ends. */
const edge = 2;
/** Bands narrower than this, in percentage points, are drawn as if they were that wide. */
const narrowest = 0.1;

/**
 * Geometry of a band bar, or undefined when there is no band to show. The bar is measured in widths of the band: a
 * mark at the far end lies three quarters of a band away, or more.
 */
export function bandGeometry({ value, low, high }: BandPosition): BandGeometry | undefined {
  if (low === null || high === null || high < low) return undefined;
  if (value === null) return { bandStart, bandWidth, marker: null };
  const width = Math.max(high - low, narrowest);
  const place = bandStart + ((value - low) / width) * bandWidth;
  return { bandStart, bandWidth, marker: Math.max(edge, Math.min(100 - edge, place)) };
}

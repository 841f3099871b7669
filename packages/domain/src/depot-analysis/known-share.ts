/**
 * A share of what is known as it may be written to a tenth of a percent: never the whole while something is missing, and never
 * nothing while something is known.
 */
export function knownShare(share: number): number {
  if (share <= 0 || share >= 1) return share;
  return Math.min(0.999, Math.max(0.001, Math.round(share * 1000) / 1000));
}

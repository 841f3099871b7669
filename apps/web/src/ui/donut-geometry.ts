/** One ring segment as SVG stroke: dash length and offset along a circle of circumference 100. */
export interface DonutSegment {
  length: number;
  offset: number;
}

/** Gap between neighbours, in percent of the ring. */
const gap = 0.8;

/** Segments of a ring for fractions that sum up to at most 1, starting at the top, clockwise. */
export function donutSegments(fractions: readonly number[]): DonutSegment[] {
  const isWhole = fractions.filter((fraction) => fraction > 0).length <= 1;
  let start = 0;
  return fractions.map((fraction) => {
    const share = Math.max(0, fraction) * 100;
    const segment = { length: isWhole ? share : Math.max(0, share - gap), offset: start === 0 ? 0 : -start };
    start += share;
    return segment;
  });
}

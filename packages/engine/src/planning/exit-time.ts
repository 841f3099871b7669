import { normalCdf } from '../projection/normal-cdf.ts';

/** Something that wanders without drift between two edges. Distances and spread in the same unit. */
export interface Walk {
  /** Way to the lower and to the upper edge, both above 0. */
  readonly below: number;
  readonly above: number;
  /** Standard deviation a year, above 0. */
  readonly spread: number;
}

/** Checks are made once a business day; between them nobody looks. */
const checksPerYear = 252;
/** How much farther than its edge a walk gets before it is seen outside, in deviations of a step (Broadie, Glasserman & Kou 1997). */
const lateness = 0.5825971579390106 / Math.sqrt(checksPerYear);

/** From so many deviations to an edge on nobody expects to meet it: the chance is below 1e-8. */
const farDeviations = 5.7;

/**
 * Probability that a walk has not left its edges by a number of years: the images of the edges for short times, the
 * eigenfunctions of the interval for long ones (Karatzas & Shreve 1991, 2.8). Absolute accuracy about 1e-5.
 */
export function survivalOf({ below, above, spread }: Walk): (years: number) => number {
  const width = below + above;
  // One exponential serves all eigenfunctions: that of the k-th one is its k^2-th power.
  const [a1, a3, a5, a7] = [1, 3, 5, 7].map(
    (k) => (4 / (k * Math.PI)) * Math.sin((k * Math.PI * below) / width),
  ) as [number, number, number, number];
  return (years) => {
    const deviation = spread * Math.sqrt(years);
    const pace = (deviation / width) ** 2;
    if (pace < 0.05) {
      if (Math.min(below, above) > farDeviations * deviation) return 1;
      return Math.max(0, 1 - 2 * normalCdf(-below / deviation) - 2 * normalCdf(-above / deviation));
    }
    const q = Math.exp((-Math.PI * Math.PI * pace) / 2);
    const q2 = q * q;
    const q8 = q2 * q2 * (q2 * q2);
    const q16 = q8 * q8;
    const sum = q * (a1 + q8 * (a3 + q16 * (a5 + q16 * q8 * a7)));
    return Math.min(1, Math.max(0, sum));
  };
}

// Gauss-Legendre with six points on [0, 1].
const nodes = [0.0337652429, 0.1693953068, 0.380690407, 0.619309593, 0.8306046932, 0.9662347571];
const weights = [0.0856622462, 0.1803807865, 0.2339569673, 0.2339569673, 0.1803807865, 0.0856622462];
/** Ends of the panels, in the time a walk needs across its whole width. */
const panels = [0, 1 / 256, 1 / 64, 1 / 16, 1 / 4, 1, 3];

/**
 * Years until the first of several walks leaves its edges; null where none moves.
 *
 * Walks that move together stay inside longer than independent ones (Šidák 1967), and one that follows another exactly
 * adds nothing. Between the two each walk counts with the part 1 - r^2 of its hazard, r its strongest correlation with a
 * walk that leaves earlier (**ours**, checked against simulated prices).
 *
 * @param correlation of two walks, by their places in `walks`
 */
export function expectedExit(
  walks: readonly Walk[],
  correlation: (a: number, b: number) => number,
): number | null {
  const own = walks
    .flatMap(({ below, above, spread }, place) => {
      const late = lateness * spread;
      const edges = { below: below + late, above: above + late, spread };
      return spread > 0 ? [{ ...edges, place, years: (edges.below * edges.above) / spread ** 2 }] : [];
    })
    .toSorted((a, b) => a.years - b.years);
  if (own.length === 0) return null;
  const parts = own.map(({ place }, k) => {
    let strongest = 0;
    for (let earlier = 0; earlier < k; earlier++)
      strongest = Math.max(strongest, correlation(place, own[earlier]!.place) ** 2);
    return 1 - Math.min(1, strongest);
  });
  const survivals = own.map(survivalOf);
  const unit = Math.min(...own.map(({ below, above, spread }) => ((below + above) / spread) ** 2));
  let years = 0;
  for (let p = 1; p < panels.length; p++) {
    const [start, length] = [panels[p - 1]! * unit, (panels[p]! - panels[p - 1]!) * unit];
    for (let k = 0; k < nodes.length; k++) {
      const time = start + nodes[k]! * length;
      // The product of all probabilities, each to the power of its part.
      let hazard = 0;
      for (let w = 0; w < own.length && hazard > -14; w++)
        if (parts[w]! > 0) hazard += parts[w]! * Math.log(survivals[w]!(time));
      years += Math.exp(hazard) * weights[k]! * length;
    }
  }
  return years;
}

/** A fund held as the analysis sees it: euros, and what its risk is known from. */
export interface RiskHolding {
  readonly fundId: number;
  readonly value: number;
  readonly peergroupId: number | null;
  /** Volatility of the difference to its peer group, a year; null = its risk is unknown. */
  readonly trackingError: number | null;
}

/** A peer group with risk data; `covariance` is its row among the groups given, a year. */
export interface RiskGroup {
  readonly peergroupId: number;
  readonly expectedReturn: number | null;
  readonly covariance: readonly number[];
}

/** One fund's part in the risk of the whole. */
export interface RiskPart {
  readonly fundId: number;
  /** Of the value including cash. */
  readonly weight: number;
  readonly volatility: number | null;
  /** Part of the portfolio's volatility, as a fraction a year; all parts add up to it. Null = unknown. */
  readonly contribution: number | null;
  /** The same as a share of the whole risk; null without any risk. */
  readonly share: number | null;
}

/** Risk of what is held. */
export interface HeldRisk {
  readonly value: number;
  /** A year; null where more than 5 % of the value is without risk data (engine.md, contract check). */
  readonly volatility: number | null;
  /** Of the funds with risk data, cash without return; null where their groups have no expected return. */
  readonly expectedReturn: number | null;
  readonly unknownShare: number;
  readonly parts: readonly RiskPart[];
}

/** Value that may be without risk data before the risk of the whole counts as unknown; the same as in the check. */
const maximumUnknown = 0.05;

/**
 * Volatility of a portfolio and what each fund adds to it: sigma^2 = g'Sg + sum w^2 te^2, and by Euler's theorem
 * w_i (d sigma / d w_i) = w_i ((Sg)_group(i) + w_i te_i^2) / sigma, which adds up to sigma (Tasche 1999).
 *
 * @param holdings one entry a fund, in euros
 * @param cash euros without risk and return
 */
export function heldRisk(
  holdings: readonly RiskHolding[],
  groups: readonly RiskGroup[],
  cash: number,
): HeldRisk {
  const placeOf = new Map(groups.map(({ peergroupId }, place) => [peergroupId, place]));
  const value = holdings.reduce((sum, holding) => sum + holding.value, cash);
  const known = holdings.map((holding) => {
    const place = holding.peergroupId === null ? undefined : placeOf.get(holding.peergroupId);
    const weight = value > 0 ? holding.value / value : 0;
    return { holding, weight, place: holding.trackingError === null ? undefined : place };
  });
  const groupWeights = groups.map((_, g) =>
    known.reduce((sum, { place, weight }) => (place === g ? sum + weight : sum), 0),
  );
  const loads = groups.map(({ covariance }) =>
    covariance.reduce((sum, entry, g) => sum + entry * (groupWeights[g] ?? 0), 0),
  );
  const products = known.map(({ place, weight, holding }) =>
    place === undefined ? null : weight * ((loads[place] ?? 0) + weight * (holding.trackingError ?? 0) ** 2),
  );
  const variance = products.reduce((sum: number, product) => sum + (product ?? 0), 0);
  const sigma = Math.sqrt(Math.max(0, variance));
  const unknownShare = known.reduce(
    (sum, { place, weight }) => (place === undefined ? sum + weight : sum),
    0,
  );
  const isKnown = value > 0 && unknownShare <= maximumUnknown;
  return {
    value,
    unknownShare,
    volatility: isKnown ? sigma : null,
    expectedReturn: isKnown ? expectedReturnOf(known, groups, unknownShare) : null,
    parts: known.map(({ holding, weight, place }, k) => {
      const product = products[k] ?? null;
      return {
        fundId: holding.fundId,
        weight,
        volatility: place === undefined ? null : fundVolatility(groups, place, holding.trackingError ?? 0),
        contribution: product === null || !isKnown ? null : sigma > 0 ? product / sigma : 0,
        share: product === null || !isKnown || sigma === 0 ? null : product / variance,
      };
    }),
  };
}

interface PlacedHolding {
  readonly weight: number;
  readonly place: number | undefined;
}

/** Mean of the groups' expected returns; the part without risk data is taken for one like the rest. */
function expectedReturnOf(
  known: readonly PlacedHolding[],
  groups: readonly RiskGroup[],
  unknownShare: number,
): number | null {
  let sum = 0;
  for (const { weight, place } of known) {
    if (place === undefined) continue;
    const expected = groups[place]?.expectedReturn ?? null;
    if (expected === null) return null;
    sum += weight * expected;
  }
  return sum / (1 - unknownShare);
}

/** Volatility of a fund: its group's and its own beside it. */
const fundVolatility = (groups: readonly RiskGroup[], place: number, trackingError: number): number =>
  Math.sqrt((groups[place]?.covariance[place] ?? 0) + trackingError ** 2);

/** Funds that move together: each is bound to another of them by a correlation of at least the threshold. */
export interface CorrelationCluster {
  readonly fundIds: readonly number[];
  /** Of the value including cash. */
  readonly weight: number;
  /** Correlations of the pairs that bind them. */
  readonly lowest: number;
  readonly highest: number;
}

/** From here on two funds count as one and the same risk (ours). */
export const clusterThreshold = 0.9;

/**
 * Clusters among the funds held, largest first: components of the graph whose edges are pairs with a correlation
 * S_ij / (sigma_i sigma_j) of at least `threshold`, sigma with the fund's own risk. Funds without risk data stand in none.
 */
export function correlationClusters(
  holdings: readonly RiskHolding[],
  groups: readonly RiskGroup[],
  cash: number,
  threshold = clusterThreshold,
): CorrelationCluster[] {
  const placeOf = new Map(groups.map(({ peergroupId }, place) => [peergroupId, place]));
  const value = holdings.reduce((sum, holding) => sum + holding.value, cash);
  if (!(value > 0)) return [];
  const known = holdings.flatMap((holding) => {
    const place = holding.peergroupId === null ? undefined : placeOf.get(holding.peergroupId);
    return place === undefined || holding.trackingError === null
      ? []
      : [{ ...holding, place, sigma: fundVolatility(groups, place, holding.trackingError), cluster: -1 }];
  });
  known.forEach((fund, k) => (fund.cluster = k));
  const pairs: { cluster: () => number; correlation: number }[] = [];
  for (const [i, a] of known.entries())
    for (const b of known.slice(i + 1)) {
      const scale = a.sigma * b.sigma;
      const correlation = scale > 0 ? (groups[a.place]?.covariance[b.place] ?? 0) / scale : 0;
      if (correlation < threshold) continue;
      const [kept, given] = [a.cluster, b.cluster];
      for (const fund of known) if (fund.cluster === given) fund.cluster = kept;
      pairs.push({ cluster: () => a.cluster, correlation });
    }
  return [...new Set(pairs.map(({ cluster }) => cluster()))]
    .map((cluster): CorrelationCluster => {
      const members = known.filter((fund) => fund.cluster === cluster);
      const bound = pairs.filter((pair) => pair.cluster() === cluster).map(({ correlation }) => correlation);
      return {
        fundIds: members.map(({ fundId }) => fundId),
        weight: members.reduce((sum, member) => sum + member.value, 0) / value,
        lowest: Math.min(...bound),
        highest: Math.max(...bound),
      };
    })
    .toSorted((a, b) => b.weight - a.weight);
}

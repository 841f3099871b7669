import { EngineError } from '../engine-error.ts';

/** A cluster of the tree: a leaf (asset) or two clusters joined. */
interface Cluster {
  readonly leaves: readonly number[];
}

/**
 * Leaves of the single-linkage tree over the distance sqrt((1 - correlation) / 2), in the order of the tree.
 * Joins are numbered by distance; the cluster that was numbered earlier stands left (as in usual linkage tables).
 */
export function quasiDiagonalOrder(correlation: readonly (readonly number[])[]): number[] {
  const n = correlation.length;
  const distance = (i: number, j: number) =>
    Math.sqrt(Math.min(1, Math.max(0, (1 - (correlation[i]?.[j] ?? 0)) / 2)));
  // Prim's minimum spanning tree holds exactly the joins of single linkage.
  const joins: { a: number; b: number; at: number }[] = [];
  const best = new Float64Array(n).fill(Number.POSITIVE_INFINITY);
  const isIn = new Uint8Array(n);
  let current = 0;
  for (let step = 1; step < n; step++) {
    isIn[current] = 1;
    let next = -1;
    for (let j = 0; j < n; j++) {
      if (isIn[j]) continue;
      best[j] = Math.min(best[j]!, distance(current, j));
      if (next < 0 || best[j]! < best[next]!) next = j;
    }
    joins.push({ a: current, b: next, at: best[next]! });
    current = next;
  }
  joins.sort((x, y) => x.at - y.at);
  // Edges of Prim run from the last asset added, not from the nearest one: find the cluster by union.
  const clusters = new Map<number, Cluster>();
  const clusterOf = new Int32Array(n);
  for (let i = 0; i < n; i++) {
    clusters.set(i, { leaves: [i] });
    clusterOf[i] = i;
  }
  joins.forEach(({ a, b }, k) => {
    const first = Math.min(clusterOf[a]!, clusterOf[b]!);
    const second = Math.max(clusterOf[a]!, clusterOf[b]!);
    const leaves = [...(clusters.get(first)?.leaves ?? []), ...(clusters.get(second)?.leaves ?? [])];
    clusters.set(n + k, { leaves });
    for (const leaf of leaves) clusterOf[leaf] = n + k;
  });
  return [...(clusters.get(n === 1 ? 0 : 2 * n - 2)?.leaves ?? [])];
}

/** Variance of a cluster under inverse-variance weights. */
function clusterVariance(covariance: readonly (readonly number[])[], members: readonly number[]): number {
  const inverse = members.map((i) => 1 / (covariance[i]?.[i] ?? 0));
  const sum = inverse.reduce((total, value) => total + value, 0);
  let variance = 0;
  members.forEach((i, a) => {
    members.forEach((j, b) => {
      variance += ((inverse[a]! * inverse[b]!) / (sum * sum)) * (covariance[i]?.[j] ?? 0);
    });
  });
  return variance;
}

/**
 * Hierarchical risk parity: order the assets by single linkage, then split the weight top down between the halves
 * in inverse proportion to their variance. López de Prado (2016), J. Portf. Manag. 42(4).
 */
export function hierarchicalRiskParity(
  covariance: readonly (readonly number[])[],
  correlation: readonly (readonly number[])[],
): { readonly weights: number[]; readonly order: number[] } {
  const n = covariance.length;
  for (let i = 0; i < n; i++) {
    if (!((covariance[i]?.[i] ?? 0) > 0)) {
      throw new EngineError('INPUT_INVALID', `asset ${i} has no risk`, `covariance[${i}][${i}]`);
    }
  }
  const order = quasiDiagonalOrder(correlation);
  const weights = order.map(() => 1);
  let level: number[][] = [order];
  while (level.length > 0) {
    const next: number[][] = [];
    for (const members of level) {
      if (members.length < 2) continue;
      const half = members.length >> 1;
      const left = members.slice(0, half);
      const right = members.slice(half);
      const a = clusterVariance(covariance, left);
      const b = clusterVariance(covariance, right);
      const share = a + b > 0 ? 1 - a / (a + b) : 0.5;
      for (const i of left) weights[i]! *= share;
      for (const i of right) weights[i]! *= 1 - share;
      next.push(left, right);
    }
    level = next;
  }
  return { weights, order };
}

import { dot } from '../linear-algebra/matrix.ts';

/** Multipliers of the vectors and what they leave of the target. */
export interface Combination {
  readonly multipliers: Float64Array;
  readonly rest: Float64Array;
}

/**
 * The combination of vectors with multipliers >= 0 that comes nearest to a target (least squares): Lawson & Hanson (1974),
 * with an orthonormal basis of the vectors in use. Vectors that depend on those in use add nothing and are passed over.
 */
export function nonNegativeCombination(vectors: readonly Float64Array[], target: Float64Array): Combination {
  const count = vectors.length;
  const multipliers = new Float64Array(count);
  let used: number[] = [];
  let rest: Float64Array = Float64Array.from(target);
  const size = Math.sqrt(dot(target, target));
  const barred = new Set<number>();
  for (let step = 0; step < 3 * count + 10; step++) {
    let best = 1e-14 * size;
    let entering = -1;
    for (let k = 0; k < count; k++) {
      if (used.includes(k) || barred.has(k)) continue;
      const vector = vectors[k]!;
      const gain = dot(vector, rest) / Math.sqrt(Math.max(dot(vector, vector), 1e-300));
      if (gain > best) {
        best = gain;
        entering = k;
      }
    }
    if (entering < 0) break;
    used.push(entering);
    for (;;) {
      const solved = leastSquares(vectors, used, target);
      if (!solved) {
        // Depends on the others: nothing to gain from it now.
        used = used.filter((k) => k !== entering);
        barred.add(entering);
        break;
      }
      let fraction = 1;
      used.forEach((k, at) => {
        const [now, wanted] = [multipliers[k]!, solved.values[at]!];
        if (wanted <= 0) fraction = Math.min(fraction, now > 0 ? now / (now - wanted) : 0);
      });
      used.forEach((k, at) => {
        multipliers[k]! += fraction * (solved.values[at]! - multipliers[k]!);
      });
      if (fraction === 1) {
        rest = solved.rest;
        barred.clear();
        break;
      }
      rest = remainder(vectors, multipliers, target);
      for (const k of used) if (multipliers[k]! <= 1e-15 * size) multipliers[k] = 0;
      // The entering vector may still be at 0 because another one, at 0 itself, had to leave first.
      used = used.filter((k, at) => multipliers[k]! > 0 || (k === entering && solved.values[at]! > 0));
      if (!used.includes(entering) && fraction === 0) {
        barred.add(entering);
        break;
      }
    }
  }
  return { multipliers, rest };
}

function remainder(
  vectors: readonly Float64Array[],
  multipliers: Float64Array,
  target: Float64Array,
): Float64Array {
  const rest = Float64Array.from(target);
  vectors.forEach((vector, k) => {
    if (multipliers[k] === 0) return;
    for (let i = 0; i < rest.length; i++) rest[i]! -= multipliers[k]! * vector[i]!;
  });
  return rest;
}

/** Least squares by modified Gram-Schmidt; null if a vector depends on those before it. */
function leastSquares(
  vectors: readonly Float64Array[],
  used: readonly number[],
  target: Float64Array,
): { readonly values: Float64Array; readonly rest: Float64Array } | null {
  const m = used.length;
  const basis: Float64Array[] = [];
  const triangle = new Float64Array(m * m);
  const projected = new Float64Array(m);
  const rest = Float64Array.from(target);
  for (let a = 0; a < m; a++) {
    const vector = Float64Array.from(vectors[used[a]!]!);
    const length = Math.sqrt(dot(vector, vector));
    // Twice is enough to keep the basis orthogonal to rounding.
    for (let pass = 0; pass < 2; pass++) {
      basis.forEach((unit, b) => {
        const share = dot(unit, vector);
        triangle[b * m + a]! += share;
        for (let i = 0; i < vector.length; i++) vector[i]! -= share * unit[i]!;
      });
    }
    const norm = Math.sqrt(dot(vector, vector));
    if (!(norm > 1e-10 * length)) return null;
    triangle[a * m + a] = norm;
    for (let i = 0; i < vector.length; i++) vector[i]! /= norm;
    basis.push(vector);
    projected[a] = dot(vector, rest);
    for (let i = 0; i < rest.length; i++) rest[i]! -= projected[a]! * vector[i]!;
  }
  for (let a = m - 1; a >= 0; a--) {
    let value = projected[a]!;
    for (let b = a + 1; b < m; b++) value -= triangle[a * m + b]! * projected[b]!;
    projected[a] = value / triangle[a * m + a]!;
  }
  return { values: projected, rest };
}

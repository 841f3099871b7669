/**
 * Gaussian elimination of a square matrix with rows exchanged for the largest pivot by the size of its row, in place
 * (row-major). For systems that no Cholesky factor fits: indefinite ones, and those whose rows lie decades apart.
 *
 * @param order receives which row stands where
 * @returns false if the matrix is singular to rounding
 */
export function factorElimination(a: Float64Array, n: number, order: Int32Array): boolean {
  const sizes = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    order[i] = i;
    for (let j = 0; j < n; j++) sizes[i] = Math.max(sizes[i]!, Math.abs(a[i * n + j]!));
    if (!(sizes[i]! > 0)) return false;
  }
  for (let k = 0; k < n; k++) {
    let pivot = k;
    const worth = (i: number) => Math.abs(a[order[i]! * n + k]!) / sizes[order[i]!]!;
    for (let i = k + 1; i < n; i++) if (worth(i) > worth(pivot)) pivot = i;
    if (!(worth(pivot) > 1e-16)) return false;
    [order[k], order[pivot]] = [order[pivot]!, order[k]!];
    const top = order[k]! * n;
    for (let i = k + 1; i < n; i++) {
      const row = order[i]! * n;
      const part = a[row + k]! / a[top + k]!;
      a[row + k] = part;
      if (part === 0) continue;
      for (let j = k + 1; j < n; j++) a[row + j]! -= part * a[top + j]!;
    }
  }
  return true;
}

/** Solves A x = b with a matrix as left by {@link factorElimination}. */
export function solveElimination(
  a: Float64Array,
  n: number,
  order: Int32Array,
  b: Float64Array,
): Float64Array {
  const x = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let value = b[order[i]!]!;
    for (let j = 0; j < i; j++) value -= a[order[i]! * n + j]! * x[j]!;
    x[i] = value;
  }
  for (let i = n - 1; i >= 0; i--) {
    let value = x[i]!;
    for (let j = i + 1; j < n; j++) value -= a[order[i]! * n + j]! * x[j]!;
    x[i] = value / a[order[i]! * n + i]!;
  }
  return x;
}

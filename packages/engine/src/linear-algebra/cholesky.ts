/**
 * Cholesky factor A = L L' of a symmetric matrix, written over its lower triangle (row-major).
 * Only + - * / sqrt, so that browser and server agree to the bit.
 *
 * @param a matrix; on success its lower triangle holds L, the strict upper triangle is left alone
 * @param n order
 * @param stride distance between rows in `a`
 * @param tolerance smallest accepted pivot relative to the diagonal element it came from
 * @returns false when a pivot is not positive enough: the matrix is not numerically positive definite
 */
export function factorCholesky(a: Float64Array, n: number, stride = n, tolerance = 1e-13): boolean {
  for (let i = 0; i < n; i++) {
    const row = i * stride;
    for (let j = 0; j < i; j++) {
      const other = j * stride;
      let sum = a[row + j]!;
      for (let k = 0; k < j; k++) sum -= a[row + k]! * a[other + k]!;
      a[row + j] = sum / a[other + j]!;
    }
    const diagonal = a[row + i]!;
    let pivot = diagonal;
    for (let k = 0; k < i; k++) pivot -= a[row + k]! * a[row + k]!;
    if (!(pivot > tolerance * diagonal) || !(pivot > 0)) return false;
    a[row + i] = Math.sqrt(pivot);
  }
  return true;
}

/** Solves L y = b in place (forward substitution); `l` as left by {@link factorCholesky}. */
export function solveLower(l: Float64Array, n: number, b: Float64Array, stride = n): void {
  for (let i = 0; i < n; i++) {
    const row = i * stride;
    let sum = b[i]!;
    for (let k = 0; k < i; k++) sum -= l[row + k]! * b[k]!;
    b[i] = sum / l[row + i]!;
  }
}

/** Solves L' x = y in place (back substitution); `l` as left by {@link factorCholesky}. */
export function solveLowerTransposed(l: Float64Array, n: number, b: Float64Array, stride = n): void {
  for (let i = n - 1; i >= 0; i--) {
    const row = i * stride;
    const x = b[i]! / l[row + i]!;
    b[i] = x;
    for (let k = 0; k < i; k++) b[k]! -= l[row + k]! * x;
  }
}

/** Solves A x = b in place for A = L L'. */
export function solveCholesky(l: Float64Array, n: number, b: Float64Array, stride = n): void {
  solveLower(l, n, b, stride);
  solveLowerTransposed(l, n, b, stride);
}

/** Rows of numbers as one row-major Float64Array. */
export function flatten(rows: readonly (readonly number[])[]): Float64Array {
  const n = rows.length;
  const width = rows[0]?.length ?? 0;
  const flat = new Float64Array(n * width);
  for (let i = 0; i < n; i++) {
    const row = rows[i]!;
    for (let j = 0; j < width; j++) flat[i * width + j] = row[j]!;
  }
  return flat;
}

/** Row-major Float64Array as rows of plain numbers. */
export function toRows(flat: Float64Array, rows: number, columns: number): number[][] {
  return Array.from({ length: rows }, (_, i) => Array.from(flat.subarray(i * columns, (i + 1) * columns)));
}

/** Scalar product of two vectors of equal length. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** A x for a row-major square matrix of order n. */
export function multiply(a: Float64Array, x: ArrayLike<number>, n: number): Float64Array {
  const y = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let sum = 0;
    const row = i * n;
    for (let j = 0; j < n; j++) sum += a[row + j]! * x[j]!;
    y[i] = sum;
  }
  return y;
}

/** x' A x for a row-major symmetric matrix of order n. */
export function quadraticForm(a: Float64Array, x: ArrayLike<number>, n: number): number {
  let total = 0;
  for (let i = 0; i < n; i++) {
    const xi = x[i]!;
    if (xi === 0) continue;
    let sum = 0;
    const row = i * n;
    for (let j = 0; j < n; j++) sum += a[row + j]! * x[j]!;
    total += xi * sum;
  }
  return total;
}

/** Square root of a variance; tiny negative rounding noise counts as zero. */
export function volatilityOf(a: Float64Array, x: ArrayLike<number>, n: number): number {
  return Math.sqrt(Math.max(0, quadraticForm(a, x, n)));
}

/** A list of n equal numbers. */
export function filled(n: number, value: number): number[] {
  return Array.from({ length: n }, () => value);
}

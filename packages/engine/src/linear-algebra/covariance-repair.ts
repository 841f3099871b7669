import { EngineError } from '../engine-error.ts';
import { factorCholesky } from './cholesky.ts';

/** A covariance that is safe to factor, and what had to be done for it. */
export interface RepairedCovariance {
  /** Symmetric, row-major, positive definite. */
  readonly matrix: Float64Array;
  /** The same without the ridge. */
  readonly symmetric: Float64Array;
  /** Ridge added to the diagonal, relative to the mean variance; 0 if none. */
  readonly ridge: number;
}

const isFactorable = (matrix: Float64Array, n: number) => factorCholesky(Float64Array.from(matrix), n);

/** The mean with its mirror image; refuses a matrix that is not symmetric to 1e-12 of its largest element. */
export function symmetrise(matrix: Float64Array, n: number, path = 'covariance'): Float64Array {
  let largest = 0;
  for (const value of matrix) largest = Math.max(largest, Math.abs(value));
  const result = Float64Array.from(matrix);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const a = matrix[i * n + j]!;
      const b = matrix[j * n + i]!;
      if (Math.abs(a - b) > 1e-12 * largest) {
        throw new EngineError(
          'INPUT_INVALID',
          `covariance is not symmetric at ${i}, ${j}`,
          `${path}[${i}][${j}]`,
        );
      }
      result[i * n + j] = result[j * n + i] = a / 2 + b / 2;
    }
  }
  return result;
}

/**
 * Symmetrises; if the Cholesky factorisation fails, adds a ridge of 1e-10, 1e-9 ... 1e-6 of the mean variance
 * (engine.md section 1). A matrix that is still not positive definite is refused with COV_NOT_PSD.
 */
export function repairCovariance(raw: Float64Array, n: number, path = 'covariance'): RepairedCovariance {
  const symmetric = symmetrise(raw, n, path);
  if (isFactorable(symmetric, n)) return { matrix: symmetric, symmetric, ridge: 0 };
  let trace = 0;
  for (let i = 0; i < n; i++) trace += symmetric[i * n + i]! / n;
  const scale = trace > 0 ? trace : 1;
  for (let ridge = 1e-10; ridge < 2e-6; ridge *= 10) {
    const candidate = Float64Array.from(symmetric);
    for (let i = 0; i < n; i++) candidate[i * n + i]! += ridge * scale;
    if (isFactorable(candidate, n)) return { matrix: candidate, symmetric, ridge };
  }
  throw new EngineError(
    'COV_NOT_PSD',
    'the covariance matrix is not positive semidefinite: it has a portfolio of negative variance',
    path,
  );
}

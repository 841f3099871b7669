import { repairCovariance } from '../linear-algebra/covariance-repair.ts';
import { flatten } from '../linear-algebra/matrix.ts';
import type { Input } from './input.ts';

/** A correlation of `n` assets: a covariance whose variances are 1. */
export function readCorrelationMatrix(input: Input, n?: number): number[][] {
  const matrix = readCovarianceMatrix(input, 'correlation');
  if (n !== undefined && matrix.length !== n)
    input.refuse(`the correlation has ${matrix.length} rows, expected ${n}`, 'correlation');
  matrix.forEach((row, i) => {
    if (Math.abs(row[i]! - 1) > 1e-6)
      input.refuse('an asset is correlated with itself by 1', `correlation[${i}][${i}]`);
  });
  return matrix;
}

/**
 * A covariance or correlation as it was given, by the first of its names.
 *
 * @throws EngineError INPUT_INVALID if it is not symmetric, COV_NOT_PSD if a portfolio would have a negative variance
 */
export function readCovarianceMatrix(input: Input, ...names: readonly string[]): number[][] {
  const matrix = input.square(names);
  const path = input.pathOf(names.find((name) => input.has(name)) ?? '');
  repairCovariance(flatten(matrix), matrix.length, path);
  return matrix;
}

import { repairCovariance } from '../linear-algebra/covariance-repair.ts';
import { flatten } from '../linear-algebra/matrix.ts';
import type { Input } from './input.ts';

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

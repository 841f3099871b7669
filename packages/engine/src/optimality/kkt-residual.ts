import type { FrontierInput } from '../frontier/problem.ts';
import { multiply } from '../linear-algebra/matrix.ts';
import type { Multipliers } from './duality-gap.ts';
import { type Combination, nonNegativeCombination } from './non-negative-combination.ts';

/** How far weights are from being the optimum of min 1/2 w'Sw - lambda mu'w; all 0 at the optimum. */
export interface OptimalityCheck {
  /** Largest breach of budget, bounds and rows (weights). */
  readonly feasibility: number;
  /**
   * Part of the gradient Sw - lambda mu that no multipliers of the right sign explain, relative to the size of the
   * gradient's terms.
   */
  readonly stationarity: number;
}

/** The multipliers that explain the gradient at weights best: the proof of a portfolio that came without one. */
export function nearestMultipliers(
  input: FrontierInput,
  weights: ArrayLike<number>,
  lambda: number,
): Multipliers {
  const { normals, gradient } = contactsOf(input, weights, lambda);
  const { multipliers } = nearestCombination(normals, gradient);
  const rows = (input.groups ?? []).map(() => 0);
  let budget = 0;
  normals.forEach(({ row, sign }, k) => {
    if (row === 'budget') budget += sign * multipliers[k]!;
    else if (row !== null) rows[row]! += sign * multipliers[k]!;
  });
  return { budget, rows };
}

/** What counts as lying on a bound or side of a row. */
const contact = 1e-9;

/**
 * Checks the Karush-Kuhn-Tucker conditions at weights, without using how they were found: the gradient must be a
 * combination of the budget (any sign) and of the bounds and rows that are touched (sign by side). The combination is
 * the nearest one, by non-negative least squares, so degenerate contacts (ties, caps that sum to one) need no care.
 * The problem is convex: feasible and stationary is optimal.
 */
export function checkOptimality(
  input: FrontierInput,
  weights: ArrayLike<number>,
  lambda: number,
): OptimalityCheck {
  const { normals, gradient, size, breach } = contactsOf(input, weights, lambda);
  const { rest } = nearestCombination(normals, gradient);
  let left = 0;
  for (const value of rest) left = Math.max(left, Math.abs(value));
  return { feasibility: breach, stationarity: size > 0 ? left / size : 0 };
}

/** A touched bound (`row` null, of an asset), side of a group row (its index) or the budget; `sign` by which side. */
interface Contact {
  readonly normal: Float64Array;
  readonly row: number | 'budget' | null;
  readonly asset: number | null;
  readonly sign: 1 | -1;
}

/**
 * The nearest combination of all contacts. Budget and rows alone must explain the assets that touch no bound; if what they
 * leave of the others has the sign of the bounds touched, these explain it wholly, and the conditions of the nearest
 * combination hold (its rest is at right angles to what is used, and turned away from what is not). Else all at once.
 */
function nearestCombination(contacts: readonly Contact[], gradient: Float64Array): Combination {
  const touched = new Set(contacts.map(({ asset }) => asset));
  const free = Array.from(gradient.keys()).filter((i) => !touched.has(i));
  const among = (vector: Float64Array) => Float64Array.from(free, (i) => vector[i]!);
  const rows = contacts.filter(({ asset }) => asset === null);
  const found = nonNegativeCombination(
    rows.map(({ normal }) => among(normal)),
    among(gradient),
  );
  const rest = Float64Array.from(gradient);
  rows.forEach(({ normal }, k) => {
    for (let i = 0; i < rest.length; i++) rest[i]! -= found.multipliers[k]! * normal[i]!;
  });
  const multipliers = new Float64Array(contacts.length);
  const explained = new Set<number>();
  let at = 0;
  contacts.forEach(({ asset, sign }, k) => {
    if (asset === null) multipliers[k] = found.multipliers[at++]!;
    else if (sign * rest[asset]! >= 0 && !explained.has(asset)) {
      multipliers[k] = sign * rest[asset]!;
      explained.add(asset);
    }
  });
  if (explained.size + free.length < gradient.length)
    return nonNegativeCombination(
      contacts.map(({ normal }) => normal),
      gradient,
    );
  for (const i of explained) rest[i] = 0;
  return { multipliers, rest };
}

/** Gradient, the contacts it may be a combination of, and the largest breach. */
function contactsOf(input: FrontierInput, weights: ArrayLike<number>, lambda: number) {
  const { covariance, expectedReturns, lowerBounds, upperBounds, groups = [] } = input;
  const n = expectedReturns.length;
  const flat = new Float64Array(n * n);
  covariance.forEach((row, i) => flat.set(row, i * n));
  const sw = multiply(flat, weights, n);
  let size = 0;
  const gradient = Float64Array.from(expectedReturns, (mu, i) => {
    size = Math.max(size, Math.abs(sw[i]!), Math.abs(lambda * mu));
    return sw[i]! - lambda * mu;
  });
  let breach = 0;
  let sum = 0;
  // Both signs of the budget, so that its multiplier is free.
  const normals: Contact[] = [
    { normal: new Float64Array(n).fill(1), row: 'budget', asset: null, sign: 1 },
    { normal: new Float64Array(n).fill(-1), row: 'budget', asset: null, sign: -1 },
  ];
  const touch = (
    normal: () => Float64Array,
    slack: number,
    of: Pick<Contact, 'row' | 'asset'>,
    sign: 1 | -1,
  ) => {
    breach = Math.max(breach, -slack);
    if (slack <= contact) normals.push({ normal: normal(), ...of, sign });
  };
  const unit = (i: number, sign: number) => () => {
    const vector = new Float64Array(n);
    vector[i] = sign;
    return vector;
  };
  for (let i = 0; i < n; i++) {
    sum += weights[i]!;
    touch(unit(i, 1), weights[i]! - lowerBounds[i]!, { row: null, asset: i }, 1);
    touch(unit(i, -1), upperBounds[i]! - weights[i]!, { row: null, asset: i }, -1);
  }
  groups.forEach((row, r) => {
    let value = 0;
    for (let i = 0; i < n; i++) value += row.weights[i]! * weights[i]!;
    touch(() => Float64Array.from(row.weights), value - row.lower, { row: r, asset: null }, 1);
    touch(() => Float64Array.from(row.weights, (c) => -c), row.upper - value, { row: r, asset: null }, -1);
  });
  breach = Math.max(breach, Math.abs(sum - 1));
  return { normals, gradient, size, breach };
}

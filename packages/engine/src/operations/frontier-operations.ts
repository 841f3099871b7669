import { buildFrontier, toPoint } from '../frontier/efficient-frontier.ts';
import type { GroupRow } from '../frontier/problem.ts';
import { atLambda, atMaximumSharpe, atReturn, atVolatility } from '../frontier/read-off.ts';
import { filled } from '../linear-algebra/matrix.ts';
import type { Input } from './input.ts';

export const names = {
  returns: ['expectedReturns', 'mu'],
  covariance: ['covariance', 'cov'],
  lower: ['lowerBounds', 'lb'],
  upper: ['upperBounds', 'ub'],
  riskFree: ['riskFreeRate', 'rf'],
} as const;

/** Group rows: either weights per asset, or members by name or index (weight 1 each). */
export function readGroups(input: Input, n: number): GroupRow[] {
  const assets = input.textsOr('assets', undefined);
  return (
    input.objectsOr('groups', [], (group): GroupRow => {
      const name = group.textOr('name', undefined);
      const rest = {
        lower: group.numberOr(['lower', 'min'], Number.NEGATIVE_INFINITY),
        upper: group.numberOr(['upper', 'max'], Number.POSITIVE_INFINITY),
        ...(name === undefined ? {} : { name }),
      };
      if (group.has('weights')) return { ...rest, weights: group.vector('weights', n) };
      const members = group.raw('members');
      if (!Array.isArray(members)) return group.refuse('a group needs weights or members', 'weights');
      const weights = filled(n, 0);
      members.forEach((member: unknown, k) => {
        const index = typeof member === 'string' ? (assets ?? []).indexOf(member) : member;
        if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= n) {
          group.refuse('a member must be one of the assets', `members[${k}]`);
        } else weights[index] = 1;
      });
      return { ...rest, weights };
    }) ?? []
  ).map((group) => finiteSides(group));
}

/** An open side becomes one that can never bind (weights lie in their bounds, sums of |coefficients| bound the row). */
function finiteSides(group: GroupRow): GroupRow {
  const reach = group.weights.reduce((sum, value) => sum + Math.abs(value), 1) * 1e3;
  return {
    ...group,
    lower: group.lower === Number.NEGATIVE_INFINITY ? -reach : group.lower,
    upper: group.upper === Number.POSITIVE_INFINITY ? reach : group.upper,
  };
}

/** Covariance, bounds and rows that several operations share; bounds default to 0..1. */
export function readConstraints(input: Input) {
  const covariance = input.square(names.covariance);
  const n = covariance.length;
  return {
    covariance,
    lowerBounds: input.vectorOr(names.lower, n, filled(n, 0)),
    upperBounds: input.vectorOr(names.upper, n, filled(n, 1)),
    groups: readGroups(input, n),
  };
}

/** `efficientFrontier`: all corners from maximum return to minimum variance, and the read-offs asked for. */
export function efficientFrontier(input: Input): unknown {
  const constraints = readConstraints(input);
  const n = constraints.covariance.length;
  const riskFreeRate = input.numberOr(names.riskFree, 0);
  const frontier = buildFrontier({
    ...constraints,
    expectedReturns: input.vectorOr(names.returns, n, filled(n, 0)),
  });
  const withSharpe = <T extends { expectedReturn: number; volatility: number }>(point: T) => ({
    ...point,
    sharpe: point.volatility > 0 ? (point.expectedReturn - riskFreeRate) / point.volatility : null,
  });
  const corners = frontier.corners
    .toReversed()
    .map(({ lambda, weights }) => toPoint(frontier, lambda, weights));
  const volatilities = input.numbersOr('targetVolatilities', [], { min: 0 });
  const single = input.numberOr('targetVolatility', undefined, { min: 0 });
  const returns = input.numbersOr('targetReturns', []);
  const singleReturn = input.numberOr('targetReturn', undefined);
  const mixed = input.objectsOr('targets', [], (target) =>
    target.has(['vol', 'volatility'])
      ? { targetVolatility: target.number(['vol', 'volatility'], { min: 0 }) }
      : { targetReturn: target.number(['ret', 'return', 'expectedReturn']) },
  );
  const targets = [
    ...(single === undefined ? [] : [{ targetVolatility: single }]),
    ...volatilities.map((targetVolatility) => ({ targetVolatility })),
    ...(singleReturn === undefined ? [] : [{ targetReturn: singleReturn }]),
    ...returns.map((targetReturn) => ({ targetReturn })),
    ...mixed,
  ].map((target) => ({
    ...target,
    ...withSharpe(
      'targetVolatility' in target
        ? atVolatility(frontier, target.targetVolatility)
        : atReturn(frontier, target.targetReturn),
    ),
  }));
  const aversions = input.numbersOr('riskAversions', []);
  const first = frontier.corners[0]!;
  return {
    corners,
    targets,
    maximumSharpe: atMaximumSharpe(frontier, riskFreeRate),
    minimumVariance: withSharpe(toPoint(frontier, first.lambda, first.weights)),
    maximumReturn: withSharpe(corners[0]!),
    ...(aversions.length > 0
      ? {
          utilities: aversions.map((riskAversion) => ({
            riskAversion,
            ...atLambda(frontier, 1 / riskAversion),
          })),
        }
      : {}),
    ridge: frontier.ridge,
  };
}

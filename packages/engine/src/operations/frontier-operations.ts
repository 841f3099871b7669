import { buildFrontier, cornerPoint, type Frontier } from '../frontier/efficient-frontier.ts';
import type { GroupRow } from '../frontier/problem.ts';
import { atLambda, atMaximumSharpe, atReturn, atVolatility, sharpeRatio } from '../frontier/read-off.ts';
import { filled } from '../linear-algebra/matrix.ts';
import { checkOptimality } from '../optimality/kkt-residual.ts';
import { type Input, refuseTwice } from './input.ts';
import { readCovarianceMatrix } from './read-covariance.ts';

export const names = {
  returns: ['expectedReturns', 'mu', 'mean', 'means'],
  covariance: ['covariance', 'cov', 'covarianceMatrix', 'sigma', 'S'],
  lower: ['lowerBounds', 'lb', 'lower', 'min', 'minWeights'],
  upper: ['upperBounds', 'ub', 'upper', 'max', 'maxWeights'],
  riskFree: ['riskFreeRate', 'rf', 'riskFree'],
} as const;

/** Group rows: either weights per asset, or members by name or index (weight 1 each). */
export function readGroups(input: Input, n: number): GroupRow[] {
  const assets = input.has('groups') ? input.textsOr('assets', undefined) : undefined;
  if (assets) refuseTwice(input, 'assets', assets, (name) => name);
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
        } else if (weights[index] === 1) {
          group.refuse('an asset is a member of a group once', `members[${k}]`);
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

/** One bound for all assets or one per asset. */
const readBound = (input: Input, bound: readonly string[], n: number, fallback: number): number[] =>
  Array.isArray(input.raw(bound)) ? input.vector(bound, n) : filled(n, input.numberOr(bound, fallback));

/** Covariance, bounds and rows that several operations share; bounds default to 0..1. */
export function readConstraints(input: Input) {
  const covariance = input.square(names.covariance);
  const n = covariance.length;
  return {
    covariance,
    lowerBounds: readBound(input, names.lower, n, 0),
    upperBounds: readBound(input, names.upper, n, 1),
    groups: readGroups(input, n),
  };
}

const problemKinds = [
  'minVariance',
  'minimumVariance',
  'maxSharpe',
  'maximumSharpe',
  'maxReturn',
  'maximumReturn',
  'targetVolatility',
  'targetReturn',
  'utility',
] as const;

/** One of the list `problems`: its kind with the target it needs. */
function readProblem(problem: Input) {
  const kind = problem.choiceOr('kind', problemKinds, 'minVariance');
  if (kind === 'targetVolatility')
    return { kind, target: problem.number([...targetNames.volatility, 'target'], { min: 0 }) };
  if (kind === 'targetReturn') return { kind, target: problem.number([...targetNames.return, 'target']) };
  if (kind === 'utility') return { kind, target: problem.number('riskAversion', { min: 1e-12 }) };
  return { kind, target: 0 };
}

/** The portfolio a problem of the list asks for. */
function solveProblem(
  frontier: Frontier,
  { kind, target }: ReturnType<typeof readProblem>,
  riskFreeRate: number,
) {
  if (kind === 'targetVolatility') return { kind, ...atVolatility(frontier, target) };
  if (kind === 'targetReturn') return { kind, ...atReturn(frontier, target) };
  if (kind === 'utility') return { kind, ...atLambda(frontier, 1 / target) };
  if (kind === 'maxSharpe' || kind === 'maximumSharpe')
    return { kind, ...atMaximumSharpe(frontier, riskFreeRate) };
  const isTop = kind === 'maxReturn' || kind === 'maximumReturn';
  return { kind, ...cornerPoint(frontier, isTop ? frontier.corners.at(-1)! : frontier.corners[0]!) };
}

const targetNames = {
  volatility: ['volatility', 'vol', 'targetVolatility'],
  return: ['expectedReturn', 'ret', 'return', 'targetReturn'],
} as const;

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
    sharpe: sharpeRatio(frontier, point.expectedReturn - riskFreeRate, point.volatility),
  });
  const corners = frontier.corners.toReversed().map((corner) => cornerPoint(frontier, corner));
  const volatilities = input.numbersOr('targetVolatilities', [], { min: 0 });
  const single = input.numberOr('targetVolatility', undefined, { min: 0 });
  const returns = input.numbersOr('targetReturns', []);
  const singleReturn = input.numberOr('targetReturn', undefined);
  const mixed = input.objectsOr('targets', [], (target) =>
    target.has(targetNames.volatility)
      ? { targetVolatility: target.number(targetNames.volatility, { min: 0 }) }
      : { targetReturn: target.number(targetNames.return) },
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
  const aversions = input.numbersOr('riskAversions', [], { min: 1e-12 });
  const first = frontier.corners[0]!;
  const problems = input.objectsOr('problems', [], readProblem);
  return {
    corners,
    targets,
    ...(problems.length > 0
      ? { problems: problems.map((problem) => withSharpe(solveProblem(frontier, problem, riskFreeRate))) }
      : {}),
    maximumSharpe: atMaximumSharpe(frontier, riskFreeRate),
    minimumVariance: withSharpe(cornerPoint(frontier, first)),
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

/**
 * `checkOptimality` {weights, lambda, and the problem as for `efficientFrontier`}: how far weights are from the optimum of
 * min 1/2 w'Sw - lambda mu'w, whoever made them.
 */
export function checkOptimalityOperation(input: Input): unknown {
  const constraints = readConstraints(input);
  const n = readCovarianceMatrix(input, ...names.covariance).length;
  const problem = { ...constraints, expectedReturns: input.vectorOr(names.returns, n, filled(n, 0)) };
  const weights = input.vector(['weights', 'w'], n);
  const check = checkOptimality(problem, weights, input.numberOr(['lambda', 'riskTolerance'], 0, { min: 0 }));
  return { ...check, isOptimal: check.feasibility <= 1e-8 && check.stationarity <= 1e-8 };
}

import { EngineError } from '../engine-error.ts';
import { Input } from './input.ts';

/** An operation reads its checked input and returns plain data. */
export type Operation = (input: Input) => unknown;

/** Operations by name; each topic is loaded only when it is asked for, so that a command starts quickly. */
export const operations: Readonly<Record<string, () => Promise<Operation>>> = {
  efficientFrontier: async () => (await import('./frontier-operations.ts')).efficientFrontier,
  checkOptimality: async () => (await import('./frontier-operations.ts')).checkOptimalityOperation,
  riskBudget: async () => (await import('./risk-budget-operations.ts')).riskBudget,
  maximumDiversification: async () => (await import('./risk-budget-operations.ts')).maximumDiversification,
  inverseVolatility: async () => (await import('./risk-budget-operations.ts')).inverseVolatility,
  equalWeight: async () => (await import('./risk-budget-operations.ts')).equalWeight,
  hierarchicalRiskParity: async () =>
    (await import('./risk-budget-operations.ts')).hierarchicalRiskParityOperation,
  covariance: async () => (await import('./estimation-operations.ts')).covariance,
  expectedReturns: async () => (await import('./estimation-operations.ts')).expectedReturns,
  blackLitterman: async () => (await import('./estimation-operations.ts')).blackLittermanOperation,
  priceGrid: async () => (await import('./price-operations.ts')).priceGrid,
  completeHistory: async () => (await import('./estimation-operations.ts')).completeHistoryOperation,
  unsmooth: async () => (await import('./estimation-operations.ts')).unsmooth,
  performanceFigures: async () => (await import('./figure-operations.ts')).performanceFiguresOperation,
  drawdown: async () => (await import('./figure-operations.ts')).drawdown,
  moneyWeightedReturn: async () => (await import('./figure-operations.ts')).moneyWeightedReturnOperation,
  timeWeightedReturn: async () => (await import('./figure-operations.ts')).timeWeightedReturnOperation,
  modifiedDietz: async () => (await import('./figure-operations.ts')).modifiedDietzOperation,
  riskIndicators: async () => (await import('./indicator-operations.ts')).riskIndicators,
  rankFunds: async () => (await import('./ranking-operations.ts')).rankFundsOperation,
  multiHorizonRank: async () => (await import('./ranking-operations.ts')).multiHorizonRankOperation,
  selectFunds: async () => (await import('./ranking-operations.ts')).selectFundsOperation,
  automaticAllocation: async () => (await import('./allocation-operations.ts')).automaticAllocationOperation,
  checkContract: async () => (await import('./contract-operations.ts')).checkContractOperation,
  planOptimization: async () => (await import('./contract-operations.ts')).planOptimizationOperation,
  savingsPlan: async () => (await import('./contract-operations.ts')).savingsPlanOperation,
  checkCombination: async () => (await import('./tariff-operations.ts')).checkCombinationOperation,
  projection: async () => (await import('./tariff-operations.ts')).projection,
  roundToUnits: async () => (await import('./rounding-operations.ts')).roundToUnitsOperation,
};

/** Any number that is not finite is our failure, never a result. */
function checkFinite(value: unknown, path: string): void {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new EngineError(
      'NOT_CONVERGED',
      `the result is not finite at ${path}: the input is too extreme`,
      '',
    );
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, element] of Object.entries(value))
    checkFinite(element, path === '' ? key : `${path}.${key}`);
}

/**
 * Runs one operation on unchecked input. A list as input runs the operation on every element.
 *
 * @throws EngineError with code, message and path
 */
export async function runOperation(
  name: unknown,
  input: unknown,
  extra: Readonly<Record<string, Operation>> = {},
): Promise<unknown> {
  const load = typeof name === 'string' && Object.hasOwn(operations, name) ? operations[name] : undefined;
  const own = typeof name === 'string' && Object.hasOwn(extra, name) ? extra[name] : undefined;
  const operation = own ?? (await load?.());
  if (!operation)
    throw new EngineError('OPERATION_UNKNOWN', 'unknown operation; docs/engine.md lists them', 'operation');
  const result = Array.isArray(input)
    ? input.map((element: unknown, i) => operation(new Input(element, `[${i}]`)))
    : operation(new Input(input));
  checkFinite(result, '');
  return result;
}

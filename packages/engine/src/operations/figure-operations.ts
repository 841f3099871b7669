import { present, simpleReturns } from '../estimation/returns.ts';
import {
  type CashFlow,
  dayNumber,
  modifiedDietz,
  moneyWeightedReturn,
  periodicReturn,
  type SubPeriod,
  timeWeightedReturn,
} from '../figures/cash-flow-returns.ts';
import { drawdowns, equityCurve, largestDrawdown } from '../figures/drawdown.ts';
import { performanceFigures, relativeFigures } from '../figures/performance-figures.ts';
import { filled } from '../linear-algebra/matrix.ts';
import { stable } from '../rounding/stable.ts';
import { checkNumber, Input } from './input.ts';

const needTwo = (input: Input, values: readonly number[], name: string) => {
  if (values.length < 2) input.refuse('at least two returns are needed', name);
};

/** A rate per period: one number for all periods, or one per period. */
function readRate(
  input: Input,
  names: readonly string[],
  length: number,
  fallback: readonly number[],
): readonly number[] {
  if (!input.has(names)) return fallback;
  if (Array.isArray(input.raw(names))) return input.vector(names, length, { min: -0.99 });
  return filled(length, input.number(names, { min: -0.99 }));
}

/** `performanceFigures` of returns or prices (`equity`), with benchmark, risk-free rate and minimum return per period. */
export function performanceFiguresOperation(input: Input): unknown {
  const valueNames = ['prices', 'equity', 'values'];
  const isValues = input.has(valueNames);
  const values = isValues ? input.numbers(valueNames, { min: Number.MIN_VALUE }) : undefined;
  const returns = values
    ? present(simpleReturns(values))
    : input.numbers(['returns', 'portfolio'], { min: -1 });
  needTwo(input, returns, 'returns');
  const periodsPerYear = input.numberOr(['periodsPerYear', 'frequency'], 12, { min: 1, max: 400 });
  const riskFree = readRate(
    input,
    ['riskFree', 'riskFreeRate', 'rf'],
    returns.length,
    filled(returns.length, 0),
  );
  const target = readRate(input, ['minimumAcceptableReturn', 'mar'], returns.length, riskFree);
  const curve = values ?? equityCurve(returns);
  const figures = performanceFigures(returns, riskFree, target, periodsPerYear);
  const benchmark = input.has('benchmark')
    ? input.vector('benchmark', returns.length, { min: -1 })
    : undefined;
  return {
    ...figures,
    maxDrawdown: largestDrawdown(curve),
    drawdowns: drawdowns(curve),
    ...(benchmark ? relativeFigures(returns, benchmark, riskFree, periodsPerYear) : {}),
  };
}

/** `drawdown` of an equity curve of any start. */
export function drawdown(input: Input): unknown {
  const values = input.numbers(['equity', 'prices', 'values']);
  return { maxDrawdown: largestDrawdown(values), drawdowns: drawdowns(values) };
}

function readDay(value: unknown, path: string, input: Input): number {
  if (typeof value === 'string') {
    const day = dayNumber(value);
    return day ?? input.refuse(`${path} is no date YYYY-MM-DD`, path);
  }
  return checkNumber(value, path, { isInteger: true });
}

/** Flows as pairs [date, amount] or objects {date | day, amount}. */
function readFlows(input: Input, name: string): CashFlow[] {
  const raw = input.raw(name);
  if (!Array.isArray(raw)) return input.refuse(`${name} must be a list`, name);
  return raw.map((element: unknown, i) => {
    const path = `${input.pathOf(name)}[${i}]`;
    if (Array.isArray(element)) {
      return { day: readDay(element[0], `${path}[0]`, input), amount: checkNumber(element[1], `${path}[1]`) };
    }
    const flow = new Input(element, path);
    return {
      day: readDay(flow.raw(['date', 'day']), `${path}.date`, input),
      amount: flow.number(['amount', 'flow', 'value']),
    };
  });
}

/** `moneyWeightedReturn`: XIRR of dated flows, or the periodic rate of plain amounts. */
export function moneyWeightedReturnOperation(input: Input): unknown {
  const raw = input.raw(['flows', 'cashFlows']);
  if (Array.isArray(raw) && raw.every((element) => typeof element === 'number')) {
    const amounts = input.numbers(['flows', 'cashFlows']);
    if (input.has('dates')) {
      const dates = input.texts('dates');
      const flows = amounts.map((amount, i) => ({ amount, day: readDay(dates[i], `dates[${i}]`, input) }));
      return withRate(moneyWeightedReturn(flows));
    }
    return withRate(periodicReturn(amounts));
  }
  return withRate(moneyWeightedReturn(readFlows(input, input.has('flows') ? 'flows' : 'cashFlows')));
}

const withRate = (rate: number) => ({ irr: rate, moneyWeightedReturn: rate });

/** `modifiedDietz` {start, end, flows: [{day, amount}], days}. */
export function modifiedDietzOperation(input: Input): unknown {
  const days = input.number('days', { min: 1e-9 });
  const amounts = input.has(['cf', 'amounts']) ? input.numbers(['cf', 'amounts']) : undefined;
  const flows = amounts
    ? input.vector(['day', 'flowDays'], amounts.length).map((day, i) => ({ day, amount: amounts[i]! }))
    : readFlows(input, 'flows');
  const result = modifiedDietz(input.number(['start', 'bv']), input.number(['end', 'ev']), flows, days);
  return { return: result, modifiedDietz: result };
}

/**
 * `timeWeightedReturn` over sub-periods (`periods`; `values` with the `flows` after each of them; or `returns`), or the modified-Dietz approximation where only start, end and flows are
 * known. The lists `mdietz` and `irr` compute several at once.
 */
export function timeWeightedReturnOperation(input: Input): unknown {
  if (input.has('mdietz') || input.has('irr')) {
    return {
      mdietz: input.objectsOr('mdietz', [], (element) =>
        readResult(modifiedDietzOperation(element), 'return'),
      ),
      irr: input.objectsOr('irr', [], (element) => readResult(moneyWeightedReturnOperation(element), 'irr')),
    };
  }
  if (input.has('returns'))
    return linked(
      input,
      input.numbers('returns', { min: -1 }).map((value) => ({ start: 1, flow: 0, end: 1 + value })),
    );
  if (input.has('values')) {
    const values = input.numbers('values', { min: 0 });
    const flows = input.vectorOr('flows', values.length - 1, filled(Math.max(0, values.length - 1), 0));
    return linked(
      input,
      flows.map((flow, i) => ({ start: values[i]!, flow, end: values[i + 1]! })),
    );
  }
  if (!input.has('periods')) return modifiedDietzOperation(input);
  return linked(
    input,
    input.objects('periods', (period) => ({
      start: period.number('start'),
      flow: period.numberOr('flow', 0),
      end: period.number('end', { min: 0 }),
    })),
  );
}

/** Links sub-periods; per year only from 365 days on. */
function linked(input: Input, periods: readonly SubPeriod[]): unknown {
  if (periods.length === 0) input.refuse('at least one sub-period is needed', 'periods');
  const total = timeWeightedReturn(periods);
  const days = input.numberOr('days', undefined, { min: 1 });
  const isAnnual = days !== undefined && days >= 365;
  return {
    return: total,
    timeWeightedReturn: total,
    annualReturn: isAnnual ? stable((1 + total) ** (365 / days) - 1) : null,
  };
}

const readResult = (result: unknown, key: string): unknown =>
  typeof result === 'object' && result !== null ? (result as Record<string, unknown>)[key] : undefined;

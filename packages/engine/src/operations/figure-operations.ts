import { present, simpleReturns } from '../estimation/returns.ts';
import {
  type CashFlow,
  dayNumber,
  isEmptyPeriod,
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
    : input.numbers(['returns', 'portfolio', 'portfolioReturns', 'x'], { min: -1 });
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
  const benchmark = input.vectorOr(['benchmark', 'benchmarkReturns', 'y'], returns.length, undefined, {
    min: -1,
  });
  return {
    ...figures,
    maxDrawdown: largestDrawdown(curve),
    drawdowns: drawdowns(curve),
    ...(benchmark ? relativeFigures(returns, benchmark, riskFree, periodsPerYear) : {}),
  };
}

/** `drawdown` of an equity curve of any start. */
export function drawdown(input: Input): unknown {
  const names = ['equity', 'prices', 'values'];
  const values = input.numbers(names, { min: Number.MIN_VALUE });
  if (values.length === 0) input.refuse('at least one value is needed', names[0]!);
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

const flowNames = ['flows', 'cashFlows', 'cashflows', 'cf', 'amounts', 'values'];

/**
 * `moneyWeightedReturn`: XIRR of dated flows, or the periodic rate of plain amounts, equally spaced or on the `day`s of a
 * period of `days`. `irr` and `moneyWeightedReturn` are the same figure: the root.
 */
export function moneyWeightedReturnOperation(input: Input): unknown {
  const raw = input.raw(flowNames);
  if (!Array.isArray(raw) || !raw.every((element) => typeof element === 'number')) {
    const name = flowNames.find((candidate) => input.has(candidate)) ?? 'flows';
    return withRate(moneyWeightedReturn(readFlows(input, name)));
  }
  const amounts = input.numbers(flowNames);
  if (input.has('dates')) {
    const dates = input.texts('dates');
    if (dates.length !== amounts.length) input.refuse('one date per amount is needed', 'dates');
    const flows = amounts.map((amount, i) => ({ amount, day: readDay(dates[i], `dates[${i}]`, input) }));
    return withRate(moneyWeightedReturn(flows));
  }
  if (Array.isArray(input.raw('days'))) {
    const days = input.vector('days', amounts.length);
    return withRate(moneyWeightedReturn(amounts.map((amount, i) => ({ amount, day: days[i]! }))));
  }
  const days = input.vectorOr(dayNames, amounts.length, undefined, { min: 0 });
  const length = input.numberOr(lengthNames, 1, { min: 1e-9 });
  const times = days?.map((day) => day / length);
  return withRate(periodicReturn(amounts, times));
}

const dayNames = ['day', 'dayNumbers', 'flowDays', 'cfd', 'times'];
const lengthNames = ['days', 'periodDays', 'cd'];

const withRate = (rate: number) => ({ irr: rate, moneyWeightedReturn: rate });

/** Amounts with their days: two lists, two numbers, or pairs and objects. */
function flowsOnDays(input: Input): CashFlow[] {
  const names = ['cf', 'amounts', 'flows', 'cashFlows'];
  const raw = input.raw(names);
  if (typeof raw === 'number') return [{ amount: input.number(names), day: input.number(dayNames) }];
  if (Array.isArray(raw) && raw.length > 0 && raw.every((element) => typeof element === 'number')) {
    const amounts = input.numbers(names);
    return input.vector(dayNames, amounts.length).map((day, i) => ({ day, amount: amounts[i]! }));
  }
  return readFlows(input, names.find((candidate) => input.has(candidate)) ?? 'flows');
}

/** `modifiedDietz` {start, end, flows: [{day, amount}], days}. */
export function modifiedDietzOperation(input: Input): unknown {
  const days = input.number(lengthNames, { min: 1e-9 });
  const start = input.number(['start', 'bv', 'startValue', 'beginningValue']);
  const end = input.number(['end', 'ev', 'endValue', 'endingValue']);
  const flows = flowsOnDays(input);
  flows.forEach(({ day }, i) => {
    if (day < 0 || day > days)
      input.refuse(`a flow lies on a day of the period, 0 to ${days}`, `flows[${i}]`);
  });
  const result = modifiedDietz(start, end, flows, days);
  return { return: result, modifiedDietz: result };
}

const valueNames = ['values', 'mv', 'marketValues'];

/**
 * `timeWeightedReturn` over sub-periods (`periods`; `values` with the `flows` after each of them; or `returns`), or the modified-Dietz approximation where only start, end and flows are
 * known. The lists `mdietz`, `irr` and `twr` compute several at once.
 */
export function timeWeightedReturnOperation(input: Input): unknown {
  if (['mdietz', 'irr', 'twr'].some((name) => Array.isArray(input.raw(name)))) {
    return {
      ...(input.has('twr')
        ? {
            twr: input.objects('twr', (element) =>
              readResult(timeWeightedReturnOperation(element), 'return'),
            ),
          }
        : {}),
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
  if (input.has(valueNames)) {
    const values = input.numbers(valueNames, { min: 0 });
    const inner = Math.max(0, values.length - 1);
    const flows = input.numbersOr(['flows', 'cf', 'cashFlows'], filled(inner, 0));
    // A flow after the last value belongs to the next period.
    if (flows.length !== inner && flows.length !== values.length)
      input.refuse(`${inner} or ${values.length} flows are needed`, 'flows');
    return linked(
      input,
      flows.slice(0, inner).map((flow, i) => ({ start: values[i]!, flow, end: values[i + 1]! })),
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

/**
 * Links sub-periods; `emptyFrom` is the first one in which nothing is left. Per year only from 365 days on: whoever asks says how long
 * the time is, and shorter than a year is not annualised. A contract's year is judged otherwise (`leastDaysOfYear`): it runs between
 * the values there are, and those of two month ends a year apart may lie 364 days apart.
 */
function linked(input: Input, periods: readonly SubPeriod[]): unknown {
  if (periods.length === 0) input.refuse('at least one sub-period is needed', 'periods');
  const total = timeWeightedReturn(periods);
  const days = input.numberOr('days', undefined, { min: 1 });
  const isAnnual = days !== undefined && days >= daysOfYear;
  const emptyFrom = periods.findIndex(isEmptyPeriod);
  return {
    return: total,
    timeWeightedReturn: total,
    annualReturn: isAnnual ? stable((1 + total) ** (daysOfYear / days) - 1) : null,
    ...(emptyFrom < 0 ? {} : { emptyFrom }),
  };
}

const daysOfYear = 365;

const readResult = (result: unknown, key: string): unknown =>
  typeof result === 'object' && result !== null ? (result as Record<string, unknown>)[key] : undefined;

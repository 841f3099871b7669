/*
 * Cases with published or simple answers, written without a look at how the engine computes: worked examples of spreadsheets and
 * textbooks, and what must hold whatever the numbers are.
 */
import { describe, expect, it } from 'vitest';
import { runOperation } from './run-operation.ts';

/** What an operation answers, by name. */
async function ask(name: string, input: unknown): Promise<Record<string, unknown>> {
  // Every operation answers an object.
  return (await runOperation(name, input)) as Record<string, unknown>;
}

const numbersOf = (answer: Record<string, unknown>, key: string) => answer[key] as number[];
/** How far percents lie at most from printed ones, which have one decimal and are made of rounded inputs. */
const farthest = (values: readonly number[], printed: readonly number[]) =>
  Math.max(...printed.map((value, i) => Math.abs(100 * (values[i] ?? Number.NaN) - value)));

describe('returns of cash flows', () => {
  it('are those of the examples of spreadsheets', async () => {
    const flows = [
      ['2008-01-01', -10_000],
      ['2008-03-01', 2750],
      ['2008-10-30', 4250],
      ['2009-02-15', 3250],
      ['2009-04-01', 2750],
    ];
    const dated = await ask('moneyWeightedReturn', { flows });
    expect(dated['irr']).toBeCloseTo(0.373362535, 8);
    const shuffled = await ask('moneyWeightedReturn', { flows: [4, 0, 3, 1, 2].map((k) => flows[k]) });
    expect(shuffled['irr']).toBeCloseTo(0.373362535, 8);
    const amounts = [-70_000, 12_000, 15_000, 18_000, 21_000];
    expect((await ask('moneyWeightedReturn', { amounts }))['irr']).toBeCloseTo(-0.0212448, 7);
    expect((await ask('moneyWeightedReturn', { amounts: [...amounts, 26_000] }))['irr']).toBeCloseTo(
      0.0866309,
      7,
    );
  });

  it('of amounts too large to be added are refused', async () => {
    const periods = [{ start: 1e308, flow: 1e308, end: 1e308 }];
    await expect(ask('timeWeightedReturn', { periods })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });
});

describe('the seven countries of He and Litterman (1999)', () => {
  const volatilities = [0.16, 0.203, 0.248, 0.271, 0.21, 0.2, 0.187];
  const below = [
    [],
    [0.488],
    [0.478, 0.664],
    [0.515, 0.655, 0.861],
    [0.439, 0.31, 0.355, 0.354],
    [0.512, 0.608, 0.783, 0.777, 0.405],
    [0.491, 0.779, 0.668, 0.653, 0.306, 0.652],
  ];
  const correlation = (i: number, j: number) =>
    i === j ? 1 : (below[Math.max(i, j)]?.[Math.min(i, j)] ?? 0);
  const covariance = volatilities.map((a, i) => volatilities.map((b, j) => a * b * correlation(i, j)));
  const referenceWeights = [0.016, 0.022, 0.052, 0.055, 0.116, 0.124, 0.615];
  const base = { covariance, referenceWeights, riskAversion: 2.5, tau: 0.05 };
  const germany = { picks: [[0, 0, -0.295, 1, 0, -0.705, 0]], returns: [0.05] };

  it('have the equilibrium, posterior and portfolio printed there', async () => {
    const answer = await ask('blackLitterman', { ...base, ...germany });
    expect(farthest(numbersOf(answer, 'equilibrium'), [3.9, 6.9, 8.4, 9, 4.3, 6.8, 7.6])).toBeLessThan(0.06);
    expect(farthest(numbersOf(answer, 'posterior'), [4.3, 7.6, 9.3, 11, 4.5, 7, 8.1])).toBeLessThan(0.06);
    expect(farthest(numbersOf(answer, 'weights'), [1.5, 2.1, -4, 35.4, 11, -9.5, 58.6])).toBeLessThan(0.06);
  });

  it('have the same portfolio whatever is earned without risk', async () => {
    const without = numbersOf(await ask('blackLitterman', { ...base, ...germany }), 'weights');
    const answer = await ask('blackLitterman', { ...base, ...germany, riskFreeRate: 0.03 });
    numbersOf(answer, 'weights').forEach((weight, i) => expect(weight).toBeCloseTo(without[i]!, 10));
    const gained = numbersOf(answer, 'equilibrium').map(
      (value, i) => value - 2.5 * covariance[i]!.reduce((sum, s, j) => sum + s * referenceWeights[j]!, 0),
    );
    expect(gained).toHaveLength(7);
    for (const value of gained) expect(value).toBeCloseTo(0.03, 12);
  });
});

describe('risk indicators', () => {
  /** Prices that rise and fall in turn, with a deviation of 16 % a year. */
  const pricesOf = (count: number, periodsPerYear: number) =>
    Array.from(
      { length: count + 1 },
      (_, t) => 100 * Math.exp(t % 2 === 0 ? 0 : (2 * 0.16) / Math.sqrt(periodsPerYear)),
    );

  it('of a short history are those of a long one', async () => {
    for (const [count, periodsPerYear] of [
      [504, 252],
      [208, 52],
      [36, 12],
    ] as const) {
      const answer = await ask('riskIndicators', {
        prices: pricesOf(count, periodsPerYear),
        periodsPerYear,
        holdingYears: 5,
      });
      expect(answer['priips']).toMatchObject({ periodsPerYear });
      // The prices go up and down by twice the deviation: each return deviates by twice as much.
      expect((answer['priips'] as { vev: number }).vev).toBeCloseTo(0.32, 1);
    }
    const five = await ask('riskIndicators', { prices: pricesOf(1260, 252), holdingYears: 5 });
    expect(five['priips']).toMatchObject({ periodsPerYear: 252 });
  });

  it('of moments that give no loss are refused', async () => {
    const wild = { sigma: 0.05, skew: 3, excessKurtosis: 5, observations: 60, holdingYears: 0.01 };
    await expect(ask('riskIndicators', wild)).rejects.toMatchObject({ code: 'INPUT_INVALID', path: 'skew' });
  });
});

it('a history shorter than one year is not annualised, a longer one is', async () => {
  const months = (count: number) => Array.from({ length: count }, () => 0.01);
  const annual = async (count: number) =>
    (await ask('performanceFigures', { returns: months(count), periodsPerYear: 12 }))['annualReturn'];
  expect(await annual(6)).toBeCloseTo(1.01 ** 6 - 1, 10);
  expect(await annual(12)).toBeCloseTo(1.01 ** 12 - 1, 10);
  expect(await annual(24)).toBeCloseTo(1.01 ** 12 - 1, 10);
  // The risk-adjusted returns are compared with each other, and are a year's both.
  const short = await ask('performanceFigures', { returns: months(6), periodsPerYear: 12 });
  expect(short['mrar0']).toBeCloseTo(1.01 ** 12 - 1, 10);
  expect(short['mrar2']).toBeCloseTo(1.01 ** 12 - 1, 10);
});

it('linked sub-periods are told a year from 365 days on, as whoever asks counts them', async () => {
  const annual = async (days?: number) =>
    (await ask('timeWeightedReturn', { returns: [0.1, 0.1], days }))['annualReturn'];
  expect(await annual(365)).toBeCloseTo(0.21, 10);
  expect(await annual(730)).toBeCloseTo(0.1, 10);
  expect(await annual(364)).toBeNull();
  expect(await annual()).toBeNull();
});

it('the largest loss of no values is refused', async () => {
  await expect(ask('drawdown', { equity: [] })).rejects.toMatchObject({
    code: 'INPUT_INVALID',
    path: 'equity',
  });
  expect(await ask('drawdown', { equity: [60, 80, 40, 90] })).toMatchObject({ maxDrawdown: 0.5 });
});

import { addMonths } from '@depotwerk/domain/add-months';
import { isIsin } from '@depotwerk/domain/isin';
import { describe, expect, test } from 'vitest';
import { bankDaysBetween, daysBetween, easterSunday, isBankDay, lastBankDay } from './bank-days.ts';
import { completeIban } from './check-digits.ts';
import { createDemoFunds } from './demo-funds.ts';
import { marketFigures, periodEnds } from './fund-figures.ts';
import { marketReturns } from './market.ts';
import { peergroups } from './market-parameters.ts';
import { Random } from './random.ts';

const days = bankDaysBetween('2021-11-19', '2026-11-20');
const returns = marketReturns(new Random(1, 'market'), days.length);
const funds = createDemoFunds(1, 400, days, returns);
const figures = marketFigures(funds, days);

describe('bank days', () => {
  test('follow the calendar of TARGET', () => {
    expect([2024, 2025, 2026, 2038].map(easterSunday)).toEqual([
      '2024-03-31',
      '2025-04-20',
      '2026-04-05',
      '2038-04-25',
    ]);
    expect(
      ['2026-04-03', '2026-04-06', '2026-05-01', '2026-12-25', '2026-12-26', '2026-11-21'].filter(isBankDay),
    ).toEqual([]);
    expect(lastBankDay('2026-04-06')).toBe('2026-04-02');
    expect(addMonths('2024-03-31', -1)).toBe('2024-02-29');
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2);
  });
});

test('the same keys give the same random numbers, other keys give others', () => {
  const draw = (...keys: (string | number)[]) =>
    Array.from(
      { length: 4 },
      (
        (random) => () =>
          random.next()
      )(new Random(5, ...keys)),
    );
  expect(draw('a', 1)).toEqual(draw('a', 1));
  expect(draw('a', 1)).not.toEqual(draw('a', 2));
  expect(draw('a', 1)).not.toEqual(draw('b', 1));
  expect(new Random(5).uuid()).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
});

test('random numbers are spread evenly and normally', () => {
  const random = new Random(3, 'spread');
  const count = 20_000;
  const normals = Array.from({ length: count }, () => random.normal());
  const mean = normals.reduce((sum, value) => sum + value, 0) / count;
  const variance = normals.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count;
  expect(Math.abs(mean)).toBeLessThan(0.03);
  expect(Math.abs(variance - 1)).toBeLessThan(0.05);
  const tens = Array.from({ length: 10 }, () => 0);
  for (let draw = 0; draw < count; draw += 1) tens[random.int(0, 9)] = (tens[random.int(0, 9)] ?? 0) + 1;
  expect(Math.max(...tens) - Math.min(...tens)).toBeLessThan(count / 20);
});

describe('the market', () => {
  test('has the risk its parameters say: shares 14 to 29 %, bonds below 9 %, money market below 0.5 %', () => {
    const volatility = (key: string) =>
      Math.sqrt(
        figures.covariance[peergroups.findIndex((group) => group.key === key)]?.[
          peergroups.findIndex((group) => group.key === key)
        ] ?? 0,
      );
    expect(volatility('AKT_WELT')).toBeGreaterThan(0.13);
    expect(volatility('AKT_WELT')).toBeLessThan(0.18);
    expect(volatility('AKT_MINEN')).toBeGreaterThan(volatility('AKT_WELT'));
    expect(volatility('RENT_EUR_STAAT')).toBeLessThan(0.09);
    expect(volatility('GELD_EUR')).toBeLessThan(0.005);
  });

  test('falls hard in its first crisis', () => {
    const world = returns[0] ?? new Float64Array();
    const crisis = world
      .slice(Math.floor(0.18 * days.length), Math.floor(0.2 * days.length))
      .reduce((product, value) => product * (1 + value), 1);
    expect(crisis).toBeLessThan(0.85);
  });

  test('is the same for the same seed and another for another', () => {
    expect(
      createDemoFunds(1, 400, days, returns).map((fund) => [fund.isin, fund.name, fund.prices.at(-1)]),
    ).toEqual(funds.map((fund) => [fund.isin, fund.name, fund.prices.at(-1)]));
    expect(marketReturns(new Random(2, 'market'), days.length)[0]?.[5]).not.toBe(returns[0]?.[5]);
  });
});

describe('funds', () => {
  test('carry valid ISINs that no real security can have, each once', () => {
    expect(funds.filter(({ isin }) => !isIsin(isin))).toEqual([]);
    expect(new Set(funds.map(({ isin }) => isin)).size).toBe(funds.length);
    expect(new Set(funds.map(({ name }) => name)).size).toBe(funds.length);
    const impossible: Record<string, RegExp> = {
      DE: /^DE000[IO]/,
      IE: /^IE00B[AEIOU][AEU]/,
      LU: /^LU9/,
      AT: /^AT0000[IO]/,
      FR: /^FR99/,
    };
    expect(funds.filter(({ isin }) => !impossible[isin.slice(0, 2)]?.test(isin))).toEqual([]);
    expect(funds.filter(({ wkn }) => !/^[IO][0-9A-Z]{5}$/.test(wkn))).toEqual([]);
  });

  test('have prices on every day of their life and none outside', () => {
    for (const fund of funds) {
      const priced = Array.from(fund.prices, (price) => price > 0);
      expect(priced.indexOf(true)).toBe(fund.firstDay);
      expect(priced.lastIndexOf(true)).toBe(fund.lastDay);
      expect(priced.filter(Boolean)).toHaveLength(fund.lastDay - fund.firstDay + 1);
    }
  });

  test('are ranked 1 to 5 inside large groups and only with three years of history', () => {
    const threeYearsAgo = periodEnds(days, 'month').at(-38) ?? 0;
    const young = funds.filter((fund) => fund.firstDay > threeYearsAgo);
    expect(young.length).toBeGreaterThan(5);
    expect(young.filter((fund) => figures.ranks[fund.id - 1]?.[4] !== null)).toEqual([]);
    const world = funds.flatMap((fund, index) =>
      fund.peergroupId === 1 ? [figures.ranks[index]?.[11] ?? null] : [],
    );
    expect(world.filter((rank) => rank === 3).length).toBeGreaterThan(
      world.filter((rank) => rank === 5).length,
    );
  });

  test('of one peer group: the ETF costs less than the active ones', () => {
    const world = funds.filter(({ peergroupId }) => peergroupId === 1);
    const dearestEtf = Math.max(...world.filter(({ isEtf }) => isEtf).map(({ ter }) => ter));
    const cheapestActive = Math.min(...world.filter(({ isEtf }) => !isEtf).map(({ ter }) => ter));
    expect(dearestEtf).toBeLessThan(cheapestActive);
  });
});

test('an IBAN checks to 1 modulo 97', () => {
  expect(completeIban('DE', '370400440532013000')).toBe('DE89370400440532013000');
});

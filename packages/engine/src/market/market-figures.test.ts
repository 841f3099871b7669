import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fundSeries, marketCalendar } from './fund-series.ts';
import { type MarketFund, marketFigures } from './market-figures.ts';

/** 2026-11-20, a Friday. */
const newestDay = 20_777;
const calendar = marketCalendar(newestDay);

/** Week-day prices over `years` that swing with `risk`, each fund with a phase of its own. */
function pricesOf(years: number, risk: number, phase: number, endDay = newestDay) {
  const prices = [];
  let level = 100;
  for (let day = newestDay - Math.round(365.25 * years); day <= endDay; day += 1) {
    if ((((day + 3) % 7) + 7) % 7 > 4) continue;
    level *= 1 + risk * Math.sin(day * 0.7 + phase) * Math.cos(day * 0.013 * (1 + phase)) + 0.0002;
    prices.push({ day, price: level });
  }
  return prices;
}

const fund = (id: number, years = 5, more: Partial<MarketFund> = {}): MarketFund => ({
  id,
  groupId: 1,
  ter: 0.001 * id,
  esgScore: null,
  holdingYears: null,
  series: fundSeries(pricesOf(years, 0.01, id), [], calendar),
  ...more,
});
const groups = [
  { id: 1, isMoneyMarket: false, isAppraisalSmoothed: false },
  { id: 2, isMoneyMarket: true, isAppraisalSmoothed: false },
];
const money = (id: number) =>
  fund(id, 5, { groupId: 2, series: fundSeries(pricesOf(5, 0.0001, id), [], calendar) });

describe('the calendar of a market', () => {
  test('ends with the newest Friday and the last month that is over', () => {
    expect(marketCalendar(newestDay)).toEqual({ newestDay, newestFriday: newestDay, lastMonth: 24_321 });
    expect(marketCalendar(newestDay - 1).newestFriday).toBe(newestDay - 7);
    // 2026-10-30, the last business day of October: the month is over.
    expect(marketCalendar(20_756).lastMonth).toBe(24_321);
    expect(marketCalendar(20_755).lastMonth).toBe(24_320);
  });
});

describe('the risk of a fund by how often it is priced', () => {
  /** A walk of independent steps that look like chance, the same every time: 15.5 % a year. */
  const walk = () => {
    let [state, level] = [42, 100];
    return Array.from({ length: 1827 }, (_, k) => newestDay - 1826 + k).flatMap((day) => {
      if ((((day + 3) % 7) + 7) % 7 > 4) return [];
      let sum = 0;
      for (let k = 0; k < 12; k++) {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        sum += state / 2_147_483_648;
      }
      level *= Math.exp((0.155 / Math.sqrt(252)) * (sum - 6));
      return [{ day, price: level }];
    });
  };
  const vevOf = (weekdays: readonly number[]) => {
    const prices = walk().filter(({ day }) => weekdays.includes((((day + 3) % 7) + 7) % 7));
    const one = fund(1, 5, { series: fundSeries(prices, [], calendar) });
    return marketFigures([one], groups).funds[0]!;
  };

  test.each([
    ['twice a week', [0, 3]],
    ['three times a week', [0, 2, 4]],
    ['once a week', [2]],
  ])('is that of daily prices: %s', (_, weekdays) => {
    const daily = vevOf([0, 1, 2, 3, 4]);
    const other = vevOf(weekdays);
    expect(Math.abs(other.vev! / daily.vev! - 1)).toBeLessThan(0.15);
    expect(other.sri).toBe(daily.sri);
  });
});

describe('figures of a market', () => {
  const six = [1, 2, 3, 4, 5, 6].map((id) => fund(id));
  const market = marketFigures([...six, money(7), money(8)], groups);

  test('rank funds with three years, their costs lowest first', () => {
    expect(market.funds.slice(0, 6).map(({ ranks }) => ranks.TER)).toEqual([5, 4, 3, 3, 2, 1]);
    expect(market.funds[0]?.ranks.COMPOSITE).not.toBeNull();
    expect(market.funds[0]?.ranking.RETURN_5Y).not.toBeNull();
    // A group of two has no ranks.
    expect(market.funds[6]?.ranks.TER).toBeNull();
  });

  test.each([
    ['begins within the first month of the five years', 5],
    ['reaches farther back', 6],
  ])('a return a year is that of the years there are: a history that %s', (_, years) => {
    const prices = pricesOf(years, 0.01, 1);
    // Last prices of October 2021, if there is one, and of October 2026.
    const from = prices.findLast(({ day }) => day <= 18_931) ?? prices[0]!;
    const to = prices.findLast(({ day }) => day <= 20_757)!;
    const growth = to.price / from.price;
    const span = (20_757 - Math.max(from.day, 18_931)) / 365.25;
    const [one] = marketFigures([fund(1, years)], groups).funds;
    expect(span).toBeCloseTo(years === 5 ? 4.939 : 5, 2);
    expect(one?.ranking.RETURN_5Y).toBeCloseTo(growth ** (1 / span) - 1, 4);
    expect(Math.abs(growth ** (1 / 5) - growth ** (1 / 4.939))).toBeGreaterThan(2e-4);
  });

  test('give the covariance of all groups with three years', () => {
    expect(market.covariance.groupIds).toEqual([1, 2]);
    expect(market.covariance.weeks).toBe(260);
    expect(Math.sqrt(market.covariance.covariance[0]?.[0] ?? 0)).toBeGreaterThan(
      10 * Math.sqrt(market.covariance.covariance[1]?.[1] ?? 0),
    );
  });

  test('without a money market nothing that needs its rate is known, the rest is', () => {
    const [first] = marketFigures(six, [groups[0]!]).funds;
    expect([first?.ranking.SHARPE_3Y, first?.ranking.MRAR_3Y, first?.ranks.COMPOSITE]).toEqual([
      null,
      null,
      null,
    ]);
    expect(first?.ranks.VOL_3Y).not.toBeNull();
  });

  test('a fund of half a year has no risk, one of two years takes the index for the rest', () => {
    const [young, middle] = marketFigures([fund(1, 0.5), fund(2, 2), ...six.slice(2)], groups).funds;
    expect(young).toMatchObject({ volatility: null, trackingError: null, sri: null, return1y: null });
    expect(middle?.isProxy).toBe(true);
    expect(middle?.volatility).toBeGreaterThan(0);
    expect(middle?.ranks.VOL_3Y).toBeNull();
  });

  test('a fund that has ended is compared with nobody; one without prices is unknown', () => {
    const ended = fund(1, 5, { series: fundSeries(pricesOf(5, 0.01, 1, newestDay - 200), [], calendar) });
    const empty = fund(2, 5, { series: fundSeries([], [], calendar) });
    const [first, second] = marketFigures([ended, empty, ...six.slice(2)], groups).funds;
    expect(ended.series.findings.map(({ kind }) => kind)).toEqual(['ended']);
    expect(first?.ranks.VOL_3Y).toBeNull();
    expect(second).toMatchObject({ weeks: 0, volatility: null, vev: null });
  });

  test('distributions are part of the return', () => {
    const prices = pricesOf(5, 0, 1);
    const payout = { day: prices[600]!.day, amount: 5 };
    const plain = fundSeries(prices, [], calendar);
    const paid = fundSeries(
      prices.map((entry) =>
        entry.day >= payout.day
          ? { ...entry, price: entry.price * (1 - 5 / (prices[600]!.price + 5)) }
          : entry,
      ),
      [payout],
      calendar,
    );
    const growth = (returns: readonly (number | null)[]) =>
      returns.reduce((product: number, value) => product * (1 + (value ?? 0)), 1);
    expect(growth(paid.weekly)).toBeGreaterThan(growth(plain.weekly) * 0.995);
  });
});

test('the order of funds has no effect', () => {
  const funds = [1, 2, 3, 4, 5, 6, 7].map((id) => fund(id, id < 6 ? 5 : 4));
  const byId = (list: readonly { readonly id: number }[]) => list.toSorted((a, b) => a.id - b.id);
  const expected = byId(marketFigures(funds, groups).funds);
  fc.assert(
    fc.property(fc.shuffledSubarray(funds, { minLength: funds.length }), (shuffled) => {
      const got = byId(marketFigures(shuffled, groups).funds);
      expect(JSON.parse(JSON.stringify(got, digits))).toEqual(JSON.parse(JSON.stringify(expected, digits)));
    }),
    { numRuns: 20 },
  );
});

/** Sums in another order differ in their last bits. */
const digits = (_key: string, value: unknown) =>
  typeof value === 'number' ? Number(value.toPrecision(10)) : value;

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanSeries } from './clean-series.ts';

/** Prices a day from day 20,000 on, that swing by 0.3 %. */
const calm = (count: number, level = 100) =>
  Array.from({ length: count }, (_, at) => ({
    day: 20_000 + at,
    price: level * (1 + 0.003 * Math.sin(at * 1.7)),
  }));
const kinds = (series: ReturnType<typeof cleanSeries>) => series.findings.map(({ kind }) => kind);

describe('faults of a price series', () => {
  test('a calm series stays as it is', () => {
    const prices = calm(200);
    expect(cleanSeries(prices, 20_199)).toEqual({ prices, findings: [] });
  });

  test('a price that is taken back the next day is left out', () => {
    const prices = calm(100);
    prices[40] = { day: 20_040, price: 10 };
    const clean = cleanSeries(prices, 20_099);
    expect(clean.findings).toEqual([{ kind: 'spike', fromDay: 20_040, toDay: 20_040 }]);
    expect(clean.prices.map(({ day }) => day)).not.toContain(20_040);
  });

  test('a split moves the earlier prices to the level of the latest, in both directions', () => {
    for (const ratio of [4, 1 / 10]) {
      const prices = calm(100).map((entry, at) =>
        at < 60 ? { ...entry, price: entry.price * ratio } : entry,
      );
      const clean = cleanSeries(prices, 20_099);
      expect(kinds(clean)).toEqual(['split']);
      clean.prices.forEach(({ price }) => {
        expect(price).toBeCloseTo(100, -1);
      });
    }
  });

  test('before a step that nothing explains no price is used', () => {
    const prices = calm(100).map((entry, at) => (at < 60 ? { ...entry, price: entry.price * 2.6 } : entry));
    const clean = cleanSeries(prices, 20_099);
    expect(clean.findings).toEqual([{ kind: 'jump', fromDay: 20_059, toDay: 20_060 }]);
    expect(clean.prices[0]?.day).toBe(20_060);
  });

  test('a crash of a quarter is a return, no fault', () => {
    const prices = calm(100).map((entry, at) => (at < 60 ? entry : { ...entry, price: entry.price * 0.76 }));
    expect(cleanSeries(prices, 20_099)).toEqual({ prices, findings: [] });
  });

  test('a price that stands still for weeks counts once; one that never moves stays', () => {
    const prices = calm(200).map((entry, at) => (at >= 50 && at <= 100 ? { ...entry, price: 99 } : entry));
    const clean = cleanSeries(prices, 20_199);
    expect(clean.findings).toEqual([
      { kind: 'stale', fromDay: 20_050, toDay: 20_100 },
      { kind: 'gap', fromDay: 20_050, toDay: 20_101 },
    ]);
    expect(clean.prices).toHaveLength(150);
    const account = calm(100).map((entry) => ({ ...entry, price: 1 }));
    expect(cleanSeries(account, 20_099)).toEqual({ prices: account, findings: [] });
  });

  test('gaps and series that have ended are said', () => {
    const prices = calm(200).filter(({ day }) => day < 20_050 || day > 20_110);
    expect(cleanSeries(prices, 20_240).findings).toEqual([
      { kind: 'gap', fromDay: 20_049, toDay: 20_111 },
      { kind: 'ended', fromDay: 20_199, toDay: 20_240 },
    ]);
  });
});

test('whatever comes in, prices stay positive, in order, and no more than before', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 1e-6, max: 1e8, noNaN: true }), { maxLength: 80 }),
      fc.integer({ min: 0, max: 400 }),
      (values, later) => {
        const prices = values.map((price, at) => ({ day: 20_000 + 2 * at, price }));
        const clean = cleanSeries(prices, 20_000 + 2 * values.length + later);
        expect(clean.prices.length).toBeLessThanOrEqual(prices.length);
        expect(clean.prices.every(({ price }) => price > 0 && Number.isFinite(price))).toBe(true);
        expect(clean.prices.map(({ day }) => day)).toEqual(
          clean.prices.map(({ day }) => day).toSorted((a, b) => a - b),
        );
        expect(clean.prices.length > 0).toBe(prices.length > 0);
      },
    ),
  );
});

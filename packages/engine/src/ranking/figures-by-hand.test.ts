import { describe, expect, it } from 'vitest';
import { randomSource } from '../fixtures/random-source.ts';
import { groupIndex, rankFunds, rankOfPercentile } from './rank-funds.ts';
import { type RankableFund, type RankingType, rankingFigure } from './ranking-figures.ts';

const fund = (returns: readonly number[], rest: Partial<RankableFund> = {}): RankableFund => ({
  id: 'f',
  peerGroup: 'g',
  returns,
  ter: null,
  esgScore: null,
  ...rest,
});

/** Months of a market, 70 of them: more than either window. */
function months(seed: number): number[] {
  const random = randomSource(seed);
  return Array.from({ length: 70 }, () => 0.06 * random() - 0.026);
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;
const deviation = (values: readonly number[]) =>
  Math.sqrt(sum(values.map((value) => (value - mean(values)) ** 2)) / (values.length - 1));
const growth = (values: readonly number[]) => values.reduce((product, value) => product * (1 + value), 1);

/** Each figure as its definition says it, over whole lists instead of windows. */
const defined: Readonly<
  Partial<Record<RankingType, (own: number[], safe: number[], index: number[]) => number>>
> = {
  RETURN_3Y: (own) => growth(own.slice(-36)) ** (1 / 3) - 1,
  RETURN_5Y: (own) => growth(own.slice(-60)) ** (1 / 5) - 1,
  VOL_3Y: (own) => deviation(own.slice(-36)) * Math.sqrt(12),
  SHARPE_3Y: (own, safe) => {
    const beyond = own.slice(-36).map((value, t) => value - safe.slice(-36)[t]!);
    return (mean(beyond) / deviation(beyond)) * Math.sqrt(12);
  },
  INFO_RATIO_3Y: (own, _, index) => {
    const beyond = own.slice(-36).map((value, t) => value - index[t]!);
    return (mean(beyond) / deviation(beyond)) * Math.sqrt(12);
  },
  // The whole window counts below the line, months above it as nothing.
  SORTINO_3Y: (own, safe) => {
    const beyond = own.slice(-36).map((value, t) => value - safe.slice(-36)[t]!);
    return (mean(beyond) / Math.sqrt(mean(beyond.map((value) => Math.min(0, value) ** 2)))) * Math.sqrt(12);
  },
  // Morningstar's return with risk aversion 2: the mean of squared inverse growths beyond the money market.
  MRAR_3Y: (own, safe) => {
    const beyond = own.slice(-36).map((value, t) => (1 + value) / (1 + safe.slice(-36)[t]!));
    return mean(beyond.map((value) => value ** -2)) ** (-12 / 2) - 1;
  },
  MDD_5Y: (own) => {
    const levels = [1, ...own.slice(-60).map((_, t) => growth(own.slice(-60).slice(0, t + 1)))];
    return -Math.max(...levels.map((level, t) => 1 - level / Math.max(...levels.slice(0, t + 1))));
  },
};

describe('a figure of the ranking is what its definition says', () => {
  it.each(
    Object.entries(defined) as [RankingType, (own: number[], safe: number[], index: number[]) => number][],
  )('%s', (type, expected) => {
    for (const seed of [1, 2, 3]) {
      const [own, safe] = [months(seed), months(seed + 10).map((value) => value / 20 + 0.001)];
      const index = months(seed + 20).slice(-36);
      const figure = rankingFigure(fund(own), type, 12, safe, index);
      expect(figure?.value).toBeCloseTo(expected(own, safe, index), 11);
      // Windows end with the newest month: what is older changes nothing.
      const older = rankingFigure(fund([0.5, ...own]), type, 12, [0.5, ...safe], [0.5, ...index]);
      expect(older?.value).toBeCloseTo(figure?.value ?? Number.NaN, 11);
    }
  });

  it('has 36 months for three years and 60 for five, and not one less', () => {
    const is = (type: RankingType, length: number) =>
      rankingFigure(fund(months(4).slice(0, length)), type, 12, months(5), months(6)) !== null;
    for (const type of [
      'SHARPE_3Y',
      'SORTINO_3Y',
      'INFO_RATIO_3Y',
      'MRAR_3Y',
      'RETURN_3Y',
      'VOL_3Y',
    ] as const)
      expect([is(type, 35), is(type, 36)]).toEqual([false, true]);
    for (const type of ['RETURN_5Y', 'MDD_5Y'] as const)
      expect([is(type, 59), is(type, 60)]).toEqual([false, true]);
  });

  it('counts the first month only as far as the fund was there, and only where the window reaches it', () => {
    const month = 1.01 ** (1 / 12) - 1;
    const value = (length: number, firstPeriod: number) =>
      rankingFigure(
        fund(
          Array.from({ length }, () => month),
          { firstPeriod },
        ),
        'RETURN_3Y',
        12,
        [],
        null,
      )?.value;
    expect(value(36, 1)).toBeCloseTo(0.01, 12);
    // 1 % a year over three years, earned in half a month less.
    expect(value(36, 0.5)).toBeCloseTo(1.01 ** (36 / 35.5) - 1, 12);
    expect(value(37, 0.5)).toBeCloseTo(0.01, 12);
  });

  it('is none where costs or sustainability are not known, and none of the group without it', () => {
    const of = (type: RankingType) => rankingFigure(fund(months(7)), type, 12, months(8), null);
    expect([of('TER'), of('ESG_SCORE'), of('INFO_RATIO_3Y')]).toEqual([null, null, null]);
  });

  it('is infinite where nothing was risked: nothing to show, and first in the order', () => {
    const steady = fund(Array.from({ length: 36 }, () => 0.002));
    const figure = rankingFigure(
      steady,
      'SHARPE_3Y',
      12,
      Array.from({ length: 36 }, () => 0.001),
      null,
    );
    expect(figure?.value).toBeNull();
    expect(figure?.key).toBeGreaterThan(1e6);
  });
});

describe('the index of a peer group', () => {
  it('is the mean of those with that much history, month by month from the end', () => {
    const a = fund([9, 0.01, 0.02]);
    const b = fund([0.03, 0.06]);
    expect(Array.from(groupIndex([a, b, fund([0.5])], 2) ?? [])).toEqual([0.02, 0.04]);
    expect(groupIndex([fund([0.5])], 2)).toBeNull();
  });

  it('is what information ratios are measured by, alone and as a part of a composite', () => {
    const funds = [1, 2, 3, 4, 5, 6].map((seed) => fund(months(seed), { id: `f${seed}`, ter: 0.001 * seed }));
    const index = [...(groupIndex(funds, 36) ?? [])];
    const rule = { periodsPerYear: 12, riskFree: months(9) } as const;
    const alone = rankFunds(funds, { ...rule, type: 'INFO_RATIO_3Y' });
    expect(alone.map(({ value }) => value)).toEqual(
      funds.map((each) => rankingFigure(each, 'INFO_RATIO_3Y', 12, rule.riskFree, index)?.value),
    );
    const composite = [
      { type: 'INFO_RATIO_3Y', weight: 60 },
      { type: 'TER', weight: 40 },
    ] as const;
    const both = rankFunds(funds, { ...rule, type: 'COMPOSITE', composite });
    expect(both.map(({ value }) => value)).toEqual(
      alone.map(({ percentile }, k) =>
        expect.closeTo(60 * (1 - (percentile ?? Number.NaN)) + 40 * (1 - (k + 0.5) / 6), 9),
      ),
    );
  });
});

describe('ranks', () => {
  it('end with the share that is the end of theirs', () => {
    expect([0.1, 0.325, 0.675, 0.9, 1].map(rankOfPercentile)).toEqual([5, 4, 3, 2, 1]);
    expect([0.1001, 0.3251, 0.6751, 0.9001].map(rankOfPercentile)).toEqual([4, 3, 2, 1]);
  });

  it('are those of a fund’s own group and currency class, and need 36 months whole', () => {
    const rule = { type: 'TER', periodsPerYear: 12, riskFree: [] } as const;
    // All of the second are dearer than all of the first: together they would have the lower half.
    const some = (name: 'a' | 'b', rest: Partial<RankableFund>, length = 36) =>
      [1, 2, 3, 4, 5].map((k) =>
        fund(months(k).slice(0, length), {
          id: `${name}${k}`,
          ter: 0.001 * k + (name === 'b' ? 0.01 : 0),
          ...rest,
        }),
      );
    const ranks = (funds: readonly RankableFund[]) => rankFunds(funds, rule).map(({ rank }) => rank);
    const own = [5, 4, 3, 2, 2];
    expect(ranks(some('a', {}))).toEqual(own);
    expect(ranks([...some('a', {}), ...some('b', { currencyClass: 'hedged' })])).toEqual([...own, ...own]);
    expect(ranks([...some('a', {}), ...some('b', { peerGroup: 'h' })])).toEqual([...own, ...own]);
    expect(rankFunds([...some('a', {}), ...some('b', {}, 35)], rule).map(({ id }) => id)).toEqual(
      [...some('a', {}), ...some('b', {})].map(({ id }) => id),
    );
    expect(ranks(some('a', {}, 35))).toEqual([null, null, null, null, null]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { multiHorizonRank, percentilesOf, rankFunds } from './rank-funds.ts';
import { isLowGood, type RankableFund, rankingFigure, rankingTypes } from './ranking-figures.ts';
import {
  exclusionOf,
  type SelectableFund,
  type SelectionClient,
  type SelectionRule,
  selectFunds,
} from './select-funds.ts';

const returns = (mean: number, swing: number, length = 60) =>
  Array.from({ length }, (_, t) => mean + (t % 2 === 0 ? swing : -swing));
const fund = (id: string, rest: Partial<RankableFund> = {}): RankableFund => ({
  id,
  peerGroup: 'g',
  returns: returns(0.005, 0.02),
  ter: 0.01,
  esgScore: 50,
  ...rest,
});
const riskFree = Array.from({ length: 60 }, () => 0.001);

describe('ranking', () => {
  it('ranks ten funds 10 / 22.5 / 35 / 22.5 / 10', () => {
    const funds = Array.from({ length: 10 }, (_, k) =>
      fund(`f${k}`, { returns: returns(0.01 - k * 0.0005, 0.02) }),
    );
    const ranks = rankFunds(funds, { type: 'SHARPE_3Y', periodsPerYear: 12, riskFree }).map(
      ({ rank }) => rank,
    );
    expect(ranks).toEqual([5, 4, 4, 3, 3, 3, 3, 2, 2, 1]);
  });

  it('shares the average position among equals and needs five eligible funds', () => {
    expect(percentilesOf([3, 1, 1, 1, 0])).toEqual([0.1, 0.5, 0.5, 0.5, 0.9]);
    expect(percentilesOf([3, 1, null, 1, 0])).toEqual([null, null, null, null, null]);
    const young = [
      fund('young', { returns: returns(0.01, 0.01, 35) }),
      ...Array.from({ length: 5 }, (_, k) => fund(`f${k}`)),
    ];
    expect(rankFunds(young, { type: 'TER', periodsPerYear: 12, riskFree })[0]).toMatchObject({
      value: 0.01,
      rank: null,
    });
  });

  it('gives one rank to funds whose parts of a composite sum to the same', () => {
    const order = fc.uniqueArray(fc.nat(6), { minLength: 7, maxLength: 7 });
    fc.assert(
      fc.property(order, order, order, (byTer, byEsg, byReturn) => {
        const funds = byTer.map((place, k) =>
          fund(`f${k}`, {
            ter: 0.001 * (place + 1),
            esgScore: 90 - byEsg[k]!,
            returns: returns(0.01 - 0.001 * byReturn[k]!, 0.02),
          }),
        );
        const part = (type: 'TER' | 'ESG_SCORE' | 'RETURN_3Y') => ({ type, weight: 100 / 3 });
        const composite = [part('TER'), part('ESG_SCORE'), part('RETURN_3Y')];
        const ranked = rankFunds(funds, { type: 'COMPOSITE', periodsPerYear: 12, riskFree, composite });
        // The lower the sum of places, the better; places are whole numbers.
        const sums = funds.map((_, k) => byTer[k]! + byEsg[k]! + byReturn[k]!);
        const expected = percentilesOf(sums.map((sum) => -sum));
        expect(ranked.map(({ percentile }) => percentile)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it.each(rankingTypes.filter((type) => type !== 'COMPOSITE'))('%s prefers the better fund', (type) => {
    const good = fund('good', { returns: returns(0.008, 0.01), ter: 0.002, esgScore: 90 });
    const bad = fund('bad', { returns: returns(0.002, 0.03), ter: 0.02, esgScore: 10 });
    const figure = (one: RankableFund) => rankingFigure(one, type, 12, riskFree, riskFree);
    expect(figure(good)?.key).toBeGreaterThan(figure(bad)?.key ?? Number.NaN);
    expect((figure(good)?.value ?? 0) < (figure(bad)?.value ?? 0)).toBe(isLowGood(type));
  });

  it('orders negative Sharpe ratios by mean excess, not by the ratio', () => {
    const figure = (mean: number, swing: number) =>
      rankingFigure(fund('x', { returns: returns(mean, swing) }), 'SHARPE_3Y', 12, riskFree, null);
    const calm = figure(-0.002, 0.01);
    const wild = figure(-0.004, 0.08);
    expect(calm?.value).toBeLessThan(wild?.value ?? 0);
    expect(calm?.key).toBeGreaterThan(wild?.key ?? 0);
  });

  it('adds percentiles up for a composite and leaves out who lacks a part', () => {
    const funds = Array.from({ length: 6 }, (_, k) =>
      fund(`f${k}`, { ter: 0.001 * (k + 1), esgScore: k === 5 ? null : k }),
    );
    const composite = [
      { type: 'TER', weight: 50 },
      { type: 'ESG_SCORE', weight: 50 },
    ] as const;
    const rankings = rankFunds(funds, { type: 'COMPOSITE', periodsPerYear: 12, riskFree, composite });
    expect(rankings[5]).toMatchObject({ value: null, rank: null });
    expect(rankings[0]?.value).toBeCloseTo(50 * (1 - 0.5 / 6) + 50 * (1 - 4.5 / 5), 9);
  });

  it('measures every part of a composite among the funds that are ranked', () => {
    const composite = [
      { type: 'TER', weight: 60 },
      { type: 'VOL_3Y', weight: 40 },
    ] as const;
    const old = Array.from({ length: 6 }, (_, k) =>
      fund(`f${k}`, { ter: 0.001 * (k + 1), returns: returns(0.004, 0.07 - 0.01 * k) }),
    );
    // Costs are known from the first day on: funds too young for a rank would move those of the others together.
    const young = Array.from({ length: 40 }, (_, k) =>
      fund(`y${k}`, { ter: 0.0061 + 0.0001 * k, returns: [0.01] }),
    );
    const rule = { type: 'COMPOSITE', periodsPerYear: 12, riskFree, composite } as const;
    const rankings = rankFunds([...old, ...young], rule);
    expect(rankings.slice(0, 6)).toEqual(rankFunds(old, rule));
    expect(rankings.slice(6).every(({ rank, value }) => rank === null && value === null)).toBe(true);
    // Costs weigh more than risk: the cheapest is the best.
    expect(rankings.slice(0, 6).map(({ rank }) => rank)).toEqual([5, 4, 3, 3, 2, 1]);
  });

  it('weighs horizons and rounds half up', () => {
    expect(multiHorizonRank({ three: 5, five: null, ten: null })).toBe(5);
    expect(multiHorizonRank({ three: 5, five: 4, ten: null })).toBe(4);
    expect(multiHorizonRank({ three: 4, five: 4, ten: 5 })).toBe(5);
    expect(multiHorizonRank({ three: null, five: 4, ten: 5 })).toBeNull();
  });

  it('does not depend on the order of the funds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -0.02, max: 0.02, noNaN: true }), { minLength: 5, maxLength: 30 }),
        (means) => {
          const funds = means.map((mean, k) => fund(`f${k}`, { returns: returns(mean, 0.02) }));
          const rule = { type: 'RETURN_3Y', periodsPerYear: 12, riskFree } as const;
          const byId = (list: ReturnType<typeof rankFunds>) =>
            list.toSorted((a, b) => (a.id < b.id ? -1 : 1));
          expect(byId(rankFunds(funds.toReversed(), rule))).toEqual(byId(rankFunds(funds, rule)));
        },
      ),
      { numRuns: 200, seed: 21 },
    );
  });
});

const selectable = (isin: string, rest: Partial<SelectableFund> = {}): SelectableFund => ({
  isin,
  peerGroup: 'g',
  status: 'open',
  rank: 4,
  rankingValue: 1,
  ter: 0.01,
  isSavingsPlanCapable: true,
  minimumInvestment: 0,
  sfdrArticle: 8,
  minimumSustainableShare: 0.1,
  considersPai: true,
  ...rest,
});
const rule: SelectionRule = {
  universe: null,
  minimumRank: 3,
  allowsUnrated: false,
  shortlistSize: 2,
  fundsPerGroup: 1,
  substitutes: new Map([['g', ['h']]]),
};
const client: SelectionClient = {
  held: new Set(),
  saves: true,
  amount: 1000,
  esg: { minimumSustainableShare: 0.05, needsPai: true, minimumArticle: 8 },
};

describe('selection', () => {
  it.each([
    [{}, null],
    [{ status: 'closed' }, 'status'],
    [{ status: 'softClosed' }, 'status'],
    [{ isSavingsPlanCapable: false }, 'savingsPlan'],
    [{ minimumInvestment: 1001 }, 'minimumInvestment'],
    [{ rank: 2 }, 'rank'],
    [{ rank: null }, 'unrated'],
    [{ considersPai: false }, 'esg'],
    [{ sfdrArticle: 6 }, 'esg'],
    [{ minimumSustainableShare: 0.04 }, 'esg'],
  ] as const)('%j is excluded for %s', (rest, reason) => {
    expect(exclusionOf(selectable('A', rest), rule, client)).toBe(reason);
  });

  it('drops an unrated fund where none is allowed, with a minimum rank and without', () => {
    const unrated = selectable('A', { rank: null });
    expect(exclusionOf(unrated, { ...rule, minimumRank: null }, client)).toBe('unrated');
    expect(exclusionOf(unrated, { ...rule, allowsUnrated: true }, client)).toBeNull();
  });

  it('knows the universe, and that holders may keep a soft-closed fund', () => {
    expect(exclusionOf(selectable('A'), { ...rule, universe: new Set(['B']) }, client)).toBe('universe');
    expect(
      exclusionOf(selectable('A', { status: 'softClosed' }), rule, { ...client, held: new Set(['A']) }),
    ).toBeNull();
  });

  it('orders by rank, figure, costs, ISIN, and proposes what is held first', () => {
    const funds = [
      selectable('D', { ter: 0.02 }),
      selectable('C'),
      selectable('B', { rankingValue: 2 }),
      selectable('A', { rank: 5, rankingValue: 0 }),
    ];
    const byGroup = new Map([['g', funds]]);
    const select = (held: readonly string[], weight = 0.1, size = 4) =>
      selectFunds(byGroup, 'g', weight, { ...rule, shortlistSize: size }, { ...client, held: new Set(held) });
    expect(select([]).shortlist).toEqual(['A', 'B', 'C', 'D']);
    expect(select([]).proposed).toEqual(['A']);
    expect(select(['C']).proposed).toEqual(['C']);
    expect(select(['C'], 0.21).proposed).toEqual(['C', 'A']);
    expect(select(['D'], 0.1, 2).proposed).toEqual(['A']);
  });

  it('puts a fund without known costs behind equals, as it does one without a figure', () => {
    const byGroup = new Map([
      [
        'g',
        [
          selectable('A', { ter: null }),
          selectable('B', { rankingValue: null, ter: 0 }),
          selectable('C', { ter: 0.03 }),
        ],
      ],
    ]);
    expect(selectFunds(byGroup, 'g', 0.1, { ...rule, shortlistSize: 3 }, client).shortlist).toEqual([
      'C',
      'A',
      'B',
    ]);
  });

  it('falls back to a substitute group', () => {
    const byGroup = new Map([
      ['g', [selectable('A', { rank: 1 })]],
      ['h', [selectable('H', { peerGroup: 'h' })]],
    ]);
    expect(selectFunds(byGroup, 'g', 0.1, rule, client)).toEqual({
      peerGroup: 'g',
      usedGroup: 'h',
      shortlist: ['H'],
      proposed: ['H'],
      exclusions: [{ isin: 'A', reason: 'rank' }],
      isEmpty: true,
    });
    expect(selectFunds(new Map(), 'g', 0.1, rule, client)).toMatchObject({
      usedGroup: null,
      shortlist: [],
      isEmpty: true,
    });
  });
});

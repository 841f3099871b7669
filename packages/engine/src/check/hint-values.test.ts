import type { HintCode } from '@depotwerk/domain/advice/hint-codes';
import { describe, expect, it } from 'vitest';
import {
  aContract,
  asTarget,
  aTariff,
  fund,
  hint,
  hintsOf,
  onTarget,
  planOf,
  position,
  withBond,
  withRules,
} from '../fixtures/check-fixture.ts';
import type { ContractInput } from './contract-input.ts';
import type { CheckFund } from './tariff-context.ts';

/** The values of the only hint of a code about a subject. */
function valuesOf(code: HintCode, subject: string, contract: ContractInput, tariff = aTariff()) {
  const found = hint(code, contract, tariff).filter((entry) => entry.subject === subject);
  expect(found).toHaveLength(1);
  return found[0]!.values;
}

describe('every hint says what it was found from', () => {
  it('about the portfolio', () => {
    const unknown = aContract([...onTarget, position('WHAT', 1000)]);
    expect(valuesOf('H03', 'portfolio', unknown)).toEqual({ unknownShare: expect.closeTo(1 / 11, 12) });
    const moved = aContract([position('CASH', 6000), position('EQTY', 4000)]);
    expect(valuesOf('H08', 'bonds', moved)).toEqual({ weight: 0, target: 0.3 });
    expect(valuesOf('H10', 'bills', moved)).toEqual({ weight: 0.6, target: 0.3 });
    const none = aTariff([], { targetWeights: [0, 0.6, 0.4] });
    expect(valuesOf('H09', 'bills', moved, none)).toEqual({ weight: 0.6, target: 0 });
    expect(valuesOf('H13', 'CASH', moved)).toEqual({ weight: 0.6, limit: 0.4 });
    const limited = withBond({ sri: 5 }, withRules({ sriLimit: 3.5 }));
    expect(valuesOf('H19', 'portfolio', asTarget(), limited)).toEqual({
      sri: expect.closeTo(3.6, 12),
      limit: 3.5,
    });
    const rich = aContract(onTarget, { cash: 10_000, cashReserve: 4000 });
    expect(valuesOf('H20', 'portfolio', rich)).toEqual({ cash: 10_000, reserve: 4000, share: 0.3 });
  });

  it('about a fund', () => {
    const ranked = withBond({ rank: 2 }, withRules({ minimumRank: 3 }));
    expect(valuesOf('H04', 'BOND', asTarget(), ranked)).toEqual({ rank: 2, minimumRank: 3 });
    const unrated = withBond({ rank: null }, withRules({ allowsUnrated: false }));
    expect(valuesOf('H05', 'BOND', asTarget(), unrated)).toEqual({ weight: 0.3 });
    expect(valuesOf('H06', 'BOND', asTarget(), withBond({}, { universe: [] }))).toEqual({
      weight: 0.3,
    });
    expect(valuesOf('H12', 'BOND', asTarget(), etfTariff({ informationRatio: -0.25 }))).toEqual({
      informationRatio: -0.25,
    });
    const small = withRules({ minimumOrder: 3500 });
    expect(valuesOf('H17', 'BOND', asTarget(), withBond({}, small))).toEqual({
      value: 3000,
      weight: 0.3,
      minimumOrder: 3500,
    });
    const esg = { minimumSustainableShare: 0.5, needsPai: false, minimumArticle: 6 } as const;
    expect(valuesOf('H18', 'BOND', asTarget(), withBond({}, { esg }))).toEqual({
      sustainableShare: 0.2,
      article: 8,
    });
    const limited = withBond({ sri: 6 }, withRules({ sriLimit: 5 }));
    expect(valuesOf('H19', 'BOND', asTarget(), limited)).toEqual({ sri: 6, limit: 5 });
  });

  it('about the savings plan', () => {
    const savingsPlan = planOf(['CASH', 30], ['EQTY', 40]);
    expect(valuesOf('H16', 'savingsPlan', asTarget({ savingsPlan }))).toEqual({ sum: 70 });
    const odd = planOf(['CASH', 60], ['EQTY', 40]);
    expect(valuesOf('H15', 'savingsPlan', asTarget({ savingsPlan: odd }))).toEqual({
      overlap: expect.closeTo(70, 9),
    });
    const closed = aTariff([fund('NEXT', 'bonds', { status: 'merged', successor: 'BOND' })]);
    expect(valuesOf('H07', 'NEXT', asTarget({ savingsPlan: planOf(['NEXT', 100]) }), closed)).toEqual({
      status: 'merged',
      successor: 'BOND',
    });
  });
});

function etfTariff(rest: Partial<CheckFund>) {
  return aTariff([fund('BOND', 'bonds', rest), fund('ETFX', 'bonds', { isEtf: true })], {
    shortlists: [['CASH'], ['BOND', 'ETFX'], ['EQTY']],
  });
}

describe('the edges of the hints about the portfolio', () => {
  it('H08 from 5 % of the target', () => {
    const held = aContract([position('EQTY', 10_000)]);
    const target = (weight: number) => aTariff([], { targetWeights: [weight, 0, 1 - weight] });
    expect(hintsOf(held, target(0.05))).toContain('H08/1/bills');
    expect(hintsOf(held, target(0.0499)).join()).not.toContain('H08');
    // A group of no fund has nothing to suggest.
    const empty = aTariff([], { targetWeights: [0.1, 0, 0.9], shortlists: [[], [], ['EQTY']] });
    expect(hint('H08', held, empty)).toMatchObject([{ suggestion: null, action: { isin: null } }]);
  });

  it('H10 below the target suggests the fund to buy', () => {
    const moved = aContract([position('CASH', 4500), position('BOND', 1500), position('EQTY', 4000)]);
    expect(hint('H10', moved).find(({ subject }) => subject === 'bonds')?.suggestion).toBe('BOND');
    // Above the target the money belongs to the group that lacks most, not to the group's own fund.
    expect(hint('H10', moved).find(({ subject }) => subject === 'bills')?.suggestion).toBe('BOND');
  });

  it('H13 suggests another fund, or one of another company', () => {
    const heavy = aContract([position('CASH', 2000), position('BOND', 3000), position('EQTY', 5000)]);
    const more = aTariff([fund('EQT2', 'equity')], { shortlists: [['CASH'], ['BOND'], ['EQTY', 'EQT2']] });
    expect(hint('H13', heavy, more)).toMatchObject([{ subject: 'EQTY', suggestion: 'EQT2' }]);
    const same = aTariff(
      [
        fund('EQTY', 'equity', { company: 'X' }),
        fund('BOND', 'bonds', { company: 'X' }),
        fund('BND2', 'bonds', { company: 'X' }),
        fund('BND3', 'bonds', { company: 'Y' }),
      ],
      { shortlists: [['CASH'], ['BOND', 'BND2', 'BND3'], ['EQTY']] },
    );
    const two = aContract([
      position('EQTY', 4000),
      position('BOND', 4000),
      position('WHAT', 100),
      position('CASH', 1900),
    ]);
    const [company] = hint('H13', two, same).filter(({ subject }) => subject === 'X');
    expect(company).toMatchObject({
      suggestion: 'BND3',
      values: { weight: 0.8 },
      action: { isins: ['BOND', 'EQTY'] },
    });
    const reversed = aContract([position('BOND', 4000), position('EQTY', 4000), position('CASH', 2000)]);
    expect(hint('H13', reversed, same)).toMatchObject([{ subject: 'X', suggestion: 'BND3' }]);
    // A security nobody knows, and funds whose company nobody knows, are not counted together.
    const nameless = aTariff(
      ['CASH', 'BOND', 'EQTY'].map((isin, i) =>
        fund(isin, ['bills', 'bonds', 'equity'][i]!, { company: '' }),
      ),
    );
    expect(hint('H13', asTarget(), nameless)).toEqual([]);
    expect(hint('H13', aContract([position('WHAT', 1000)]))).toMatchObject([
      { subject: 'WHAT', suggestion: null },
    ]);
  });

  it('H19 of the whole names the holding that raises the mean most', () => {
    const funds = [
      fund('CASH', 'bills', { sri: 6 }),
      fund('BOND', 'bonds', { sri: 7 }),
      fund('EQTY', 'equity', { sri: 2 }),
    ];
    const found = (values: number[], limit: number, more = []) =>
      hint(
        'H19',
        aContract([...['CASH', 'BOND', 'EQTY'].map((isin, i) => position(isin, values[i]!)), ...more]),
        aTariff(funds, withRules({ sriLimit: limit })),
      ).find(({ subject }) => subject === 'portfolio');
    // 0.4 x (6 - 3) = 1.2 against 0.2 x (7 - 3) = 0.8: mean 4.6, (4.6 - 3) / 6 of the whole
    expect(found([4000, 2000, 4000], 3)?.action).toMatchObject({
      isins: ['CASH'],
      share: expect.closeTo(1.6 / 6, 9),
    });
    // 0.2 x 3 = 0.6 against 0.4 x 4: mean 4.8, 1.8 / 7 of the whole
    expect(found([2000, 4000, 4000], 3)?.action).toMatchObject({
      isins: ['BOND'],
      share: expect.closeTo(1.8 / 7, 9),
    });
    // No more than is held: (6.4 - 1) / 6 would be 0.9.
    expect(found([6000, 4000, 0], 1)?.action).toMatchObject({ isins: ['CASH'], share: 0.6 });
    // Equal parts: the first stays.
    expect(found([3000, 0, 7000], 3.1)).toMatchObject({ action: { isins: ['CASH'] } });
  });

  it('H20 needs more than 5 % above the reserve', () => {
    const cash = (value: number) =>
      hintsOf(aContract([position('CASH', 10_000 - value)], { cash: value })).join();
    expect([cash(500), cash(501)].map((text) => text.includes('H20'))).toEqual([false, true]);
  });

  it('H03 lists holdings of value only, whatever is missing of them', () => {
    const funds = [fund('LOST', 'elsewhere'), fund('BLND', 'bonds', { hasRiskData: false })];
    const contract = aContract([
      ...onTarget,
      position('WHAT', 0),
      position('LOST', 3000),
      position('BLND', 3000),
      position('NONE', 3000, { price: null }),
    ]);
    expect(hint('H03', contract, aTariff(funds))).toMatchObject([{ action: { isins: ['BLND', 'LOST'] } }]);
  });
});

/** The moves of H02 for groups in an order, each with one fund of its name, aimed at in equal parts. */
function shiftIn(peerGroups: readonly string[], held: Readonly<Record<string, number>>) {
  const tariff = aTariff(
    peerGroups.map((group) => fund(group.toUpperCase(), group)),
    {
      peerGroups,
      covariance: peerGroups.map((_, i) => peerGroups.map((_other, j) => (i === j ? 0.04 : 0))),
      targetWeights: peerGroups.map(() => 1 / peerGroups.length),
      shortlists: peerGroups.map((group) => [group.toUpperCase()]),
      proposal: [],
      target: 30,
    },
  );
  const contract = aContract(peerGroups.map((group) => position(group.toUpperCase(), held[group] ?? 0)));
  const [found] = hint('H02', contract, tariff);
  const action = found?.action;
  if (action?.kind !== 'shift') throw new Error('no shift');
  return [action.from, action.to].map((moves) => moves.map(({ group, value }) => `${group} ${value}`));
}

describe('what would move a portfolio', () => {
  it('is listed by size, then by name, from a tenth of a point', () => {
    const peerGroups = ['d', 'c', 'b', 'a'];
    const funds = peerGroups.map((group) => fund(group.toUpperCase(), group));
    const tariff = aTariff(funds, {
      peerGroups,
      covariance: peerGroups.map((_, i) => peerGroups.map((_other, j) => (i === j ? 0.04 : 0))),
      targetWeights: [0.25, 0.25, 0.25, 0.25],
      shortlists: [['D'], ['C'], ['B'], []],
      proposal: [],
      target: 30,
    });
    const shift = (d: number, c: number, b: number, a: number) => {
      const contract = aContract([position('D', d), position('C', c), position('B', b), position('A', a)]);
      const [found] = hint('H02', contract, tariff);
      const action = found?.action;
      if (action?.kind !== 'shift') throw new Error('no shift');
      const names = (moves: typeof action.from) => moves.map(({ group, value }) => `${group} ${value}`);
      return [names(action.from), names(action.to), found?.suggestion];
    };
    expect(shift(3000, 4000, 2000, 1000)).toEqual([['c 1500', 'd 500'], ['a 1500', 'b 500'], 'B']);
    expect(shift(3500, 3500, 1500, 1500)).toEqual([['c 1000', 'd 1000'], ['a 1000', 'b 1000'], 'B']);
    expect(shift(2511, 2509, 2491, 2489)).toEqual([['d 11'], ['a 11'], 'B']);
    expect(shift(1000, 2000, 3000, 4000)).toEqual([['a 1500', 'b 500'], ['d 1500', 'c 500'], 'D']);
    // By name whatever the order of the groups, here b and c before a and d.
    expect(shiftIn(['b', 'c', 'a', 'd'], { a: 1500, b: 3500, c: 3500, d: 1500 })).toEqual([
      ['b 1000', 'c 1000'],
      ['a 1000', 'd 1000'],
    ]);
    expect(shiftIn(['a', 'b', 'c', 'd'], { a: 1500, b: 3500, c: 3500, d: 1500 })).toEqual([
      ['b 1000', 'c 1000'],
      ['a 1000', 'd 1000'],
    ]);
    // The first of equally short groups is suggested, by name.
    expect(shift(1500, 1500, 3500, 3500)[2]).toBe('C');
  });

  it('sells all holdings of a group, those of value, by ISIN', () => {
    const funds = [fund('ZZZZ', 'bills'), fund('AAAA', 'bills'), fund('MMMM', 'bills')];
    const contract = aContract([
      position('ZZZZ', 3000),
      position('WHAT', 100),
      position('AAAA', 2000),
      position('MMMM', 1000, { price: null }),
      position('EQTY', 4900),
    ]);
    const [found] = hint('H10', contract, aTariff(funds)).filter(({ subject }) => subject === 'bills');
    expect(found?.action).toMatchObject({ kind: 'sell', isins: ['AAAA', 'ZZZZ'] });
  });
});

import { describe, expect, it } from 'vitest';
import {
  aContract,
  asTarget,
  aTariff,
  check,
  fund,
  hint,
  hintsOf,
  onTarget,
  planOf,
  position,
  withBond,
  withRules,
} from '../fixtures/check-fixture.ts';
import type { SavingsPlan } from './contract-input.ts';
import type { CheckFund, TariffInput } from './tariff-context.ts';

describe('the edges of the hints about funds', () => {
  it('sold positions are not looked at', () => {
    expect(hintsOf(aContract([...onTarget, position('WHAT', 0)]))).toEqual([]);
  });

  it('H04 and H05 for a rank', () => {
    expect(hintsOf(asTarget(), withBond({ rank: 1 }, withRules({ minimumRank: null })))).toEqual([]);
    // Outside the universe the rank counts all the same; of an unknown fund there is none.
    const both = withBond({ rank: 1 }, { universe: ['CASH', 'EQTY'], ...withRules({ minimumRank: 3 }) });
    expect(hintsOf(asTarget(), both)).toEqual(['H06/2/BOND', 'H04/1/BOND']);
    const strict = aTariff([], withRules({ allowsUnrated: false }));
    expect(hintsOf(aContract([...onTarget, position('WHAT', 200)]), strict)).toEqual(['H06/1/WHAT']);
  });

  it('H06 is worse above 20 %, not at 20 %', () => {
    const held = (value: number) =>
      hint(
        'H06',
        aContract([position('EQTY', 10_000 - value), position('BOND', value)]),
        withBond({}, { universe: ['EQTY'] }),
      );
    expect([held(2000), held(2001)].map(([found]) => found?.severity)).toEqual([1, 2]);
  });

  it('H07 is worse only while the plan buys this very fund', () => {
    const closed = withBond({ status: 'closed' });
    const severity = (...entries: [string, number][]) =>
      hint('H07', asTarget({ savingsPlan: planOf(...entries) }), closed).map((found) => found.severity);
    expect(severity(['BOND', 100])).toEqual([2]);
    expect(severity(['EQTY', 100])).toEqual([1]);
    expect(severity(['EQTY', 100], ['BOND', 0])).toEqual([1]);
  });

  it('H07 of a fund the plan alone buys, unless it is open', () => {
    const planned = (status: CheckFund['status'], percent = 100, quantity = 0) => {
      const tariff = aTariff([fund('NEXT', 'bonds', { status })]);
      const positions = [...onTarget, position('NEXT', 0, { quantity })];
      const savingsPlan = planOf(['NEXT', percent], ['BOND', 100 - percent]);
      return hint('H07', aContract(positions, { savingsPlan }), tariff).map(({ severity }) => severity);
    };
    // Closed to newcomers is closed for a plan without any holding.
    expect((['open', 'softClosed', 'closed'] as const).map((status) => planned(status))).toEqual([
      [],
      [2],
      [2],
    ]);
    expect(planned('closed', 0)).toEqual([]);
    expect(planned('softClosed', 100, 1)).toEqual([]);
    expect(planned('closed', 100, 1)).toEqual([2]);
    expect(hint('H07', asTarget({ savingsPlan: planOf(['WHAT', 100]) }))).toEqual([]);
  });

  it('H17 below 1 % or the smallest order, not without a price', () => {
    const held = (value: number, rest = {}) =>
      hint('H17', aContract([position('CASH', value, rest), position('EQTY', 10_000 - value)])).length;
    expect([held(99), held(100), held(99, { price: null })]).toEqual([1, 0, 0]);
    const orders = (minimumOrder: number) =>
      hint('H17', asTarget(), withBond({}, withRules({ minimumOrder }))).length;
    expect([orders(3000), orders(3000.01)]).toEqual([0, 2]);
    // Debts above all holdings leave no value to be a part of.
    expect(hint('H17', aContract([position('CASH', 10)], { cash: -10 }))).toEqual([]);
    expect(hint('H17', aContract([position('CASH', 10)], { cash: -11 }))).toEqual([]);
  });

  it('H19 of a fund needs its indicator, and suggests only a fund that has one', () => {
    const limit = withRules({ sriLimit: 3 });
    expect(hint('H19', aContract([position('WHAT', 10_000)]), aTariff([], limit))).toEqual([]);
    expect(hint('H19', aContract([position('BOND', 10_000)]), withBond({ sri: null }, limit))).toEqual([]);
    const second = aTariff([fund('BOND', 'bonds', { sri: 4 }), fund('BND2', 'bonds', { sri: null })], {
      shortlists: [['CASH'], ['BND2'], ['EQTY']],
      ...limit,
    });
    const about = hint('H19', asTarget(), second).filter(({ subject }) => subject === 'BOND');
    expect(about).toMatchObject([{ suggestion: null }]);
  });
});

describe('the savings plan', () => {
  it('of nothing is none', () => {
    expect(hintsOf(asTarget({ savingsPlan: planOf() }))).toEqual([]);
    expect(check(asTarget({ savingsPlan: planOf() })).parts.savingsPlan).toBe(100);
  });

  it('is brought to 100 by ISIN, without what falls to nothing', () => {
    const entries = (plan: SavingsPlan, rest: Partial<TariffInput> = {}) =>
      hint('H16', asTarget({ savingsPlan: plan }), aTariff([], rest)).map(({ action }) => action);
    expect(entries(planOf(['EQTY', 30], ['BOND', 20], ['CASH', 10]))).toEqual([
      {
        kind: 'setSavingsPlan',
        entries: [
          { isin: 'BOND', percent: 33 },
          { isin: 'CASH', percent: 17 },
          { isin: 'EQTY', percent: 50 },
        ],
      },
    ]);
    expect(entries(planOf(['EQTY', 300], ['BOND', 1]))).toMatchObject([
      { entries: [{ isin: 'EQTY', percent: 100 }] },
    ]);
    const proposal = [
      { isin: 'EQTY', weight: 0.5 },
      { isin: 'CASH', weight: 0 },
      { isin: 'BOND', weight: 0.5 },
    ];
    expect(entries(planOf(['EQTY', 0]), { proposal })).toMatchObject([
      {
        entries: [
          { isin: 'BOND', percent: 50 },
          { isin: 'EQTY', percent: 50 },
        ],
      },
    ]);
    expect(entries(planOf(['EQTY', 0]), { proposal: [] })).toMatchObject([{ entries: [] }]);
  });
});

describe('the check as a whole', () => {
  it('leaves out what the tariff does not want to hear of, also from the score', () => {
    const warned = aTariff([], withRules({ sriLimit: 2 }));
    expect(check(asTarget(), warned).score).toBe(84);
    const silent = check(asTarget(), { ...warned, silencedHints: ['H19', 'H04'] });
    expect(silent).toMatchObject({ score: 95, hints: [] });
    expect(hintsOf(asTarget(), { ...warned, silencedHints: ['H04'] })).toHaveLength(4);
  });

  it('sorts by severity, code and subject', () => {
    const funds = ['ZZZZ', 'AAAA', 'MMMM'].map((isin) => fund(isin, 'bonds', { status: 'closed', rank: 1 }));
    const contract = aContract([
      position('EQTY', 4000),
      position('ZZZZ', 1000),
      position('AAAA', 1000),
      position('MMMM', 1000),
      position('CASH', 3000),
    ]);
    const found = hintsOf(contract, aTariff(funds, withRules({ minimumRank: 2 })));
    expect(found).toEqual([
      'H04/1/AAAA',
      'H04/1/MMMM',
      'H04/1/ZZZZ',
      'H07/1/AAAA',
      'H07/1/MMMM',
      'H07/1/ZZZZ',
    ]);
    const reversed = { ...contract, positions: contract.positions.toReversed() };
    expect(hintsOf(reversed, aTariff(funds, withRules({ minimumRank: 2 })))).toEqual(found);
  });

  it('counts the quality of what is invested, cash left out', () => {
    const half = onTarget.map((entry) => ({ ...entry, quantity: entry.quantity / 2 }));
    expect(check(aContract(half, { cash: 5000, cashReserve: 5000 })).parts.quality).toBeCloseTo(75, 9);
    const quality = (status: CheckFund['status']) => check(asTarget(), withBond({ status })).parts.quality;
    expect([quality('open'), quality('softClosed'), quality('closed')]).toEqual([
      expect.closeTo(75, 9),
      expect.closeTo(75, 9),
      expect.closeTo(52.5, 9),
    ]);
    expect(check(aContract([...onTarget, position('WHAT', 10_000)])).parts.quality).toBeCloseTo(37.5, 9);
    expect(check(aContract([], { cash: 100 })).parts).toMatchObject({ quality: 0, allocation: 0 });
    expect(check(aContract([])).parts).toMatchObject({ quality: 0, allocation: 0, costs: 100 });
  });
});

import { describe, expect, it } from 'vitest';
import {
  aContract,
  aTariff,
  check,
  fund,
  hint,
  hintsOf,
  onTarget,
  position,
  withRules,
} from '../fixtures/check-fixture.ts';
import type { CheckFund, CheckRules, TariffInput } from './tariff-context.ts';

describe('hints about funds', () => {
  const one = (rest: Partial<CheckFund>, rules: Partial<CheckRules> = {}, more: Partial<TariffInput> = {}) =>
    hintsOf(aContract(onTarget), aTariff([fund('BOND', 'bonds', rest)], { ...withRules(rules), ...more }));

  it('H04 below the minimum rank, H05 unrated', () => {
    expect(one({ rank: 2 }, { minimumRank: 3 })).toEqual(['H04/1/BOND']);
    expect(one({ rank: 3 }, { minimumRank: 3 })).toEqual([]);
    expect(one({ rank: 1 })).toEqual([]);
    expect(one({ rank: null }, { allowsUnrated: false })).toEqual(['H05/0/BOND']);
    expect(one({ rank: null }, { minimumRank: 3 })).toEqual([]);
  });

  it('H06 outside the universe, worse above 20 %', () => {
    expect(one({}, {}, { universe: ['CASH', 'EQTY'] })).toContain('H06/2/BOND');
    const small = [
      position('CASH', 3000),
      position('BOND', 2900),
      position('EQTY', 4000),
      position('ELSE', 100),
    ];
    expect(hintsOf(aContract(small))).toContain('H06/1/ELSE');
    expect(check(aContract(onTarget), aTariff([], { universe: ['CASH', 'EQTY'] })).parts.quality).toBeCloseTo(
      52.5,
      9,
    );
  });

  it('H07 closed funds, worse while the savings plan buys them', () => {
    expect(one({ status: 'closed', successor: 'NEXT' })).toEqual(['H07/1/BOND']);
    expect(one({ status: 'softClosed' })).toEqual([]);
    const tariff = aTariff([fund('BOND', 'bonds', { status: 'liquidated', successor: 'NEXT' })]);
    const savingsPlan = {
      rate: 100,
      entries: [
        { isin: 'CASH', percent: 30 },
        { isin: 'BOND', percent: 30 },
        { isin: 'EQTY', percent: 40 },
      ],
    };
    expect(hint('H07', aContract(onTarget, { savingsPlan }), tariff)).toMatchObject([
      { severity: 2, suggestion: 'NEXT', values: { status: 'liquidated', successor: 'NEXT' } },
    ]);
    const notHeld = aContract([position('CASH', 6000), position('EQTY', 4000)], { savingsPlan });
    expect(hint('H07', notHeld, tariff)).toMatchObject([{ severity: 2, subject: 'BOND' }]);
  });

  it('H11 a cheaper fund of at least the same rank from 0.30 points', () => {
    const cheap = (
      ter: number,
      rank = 4,
      rules: Parameters<typeof withRules>[0] = { switchSavingEuros: 9 },
    ) => {
      const tariff = aTariff([fund('LOWC', 'bonds', { ter, rank })], {
        shortlists: [['CASH'], ['BOND', 'LOWC'], ['EQTY']],
        ...withRules(rules),
      });
      return hint('H11', aContract(onTarget), tariff);
    };
    expect(cheap(0.007)).toMatchObject([
      { severity: 0, subject: 'BOND', suggestion: 'LOWC', values: { savingPerYear: 9 } },
    ]);
    expect(cheap(0.0071)).toEqual([]);
    expect(cheap(0.005, 3)).toEqual([]);
    // By default it must be 25 euros a year, and the tariff may ask for more than 0.30 points.
    expect(cheap(0.002, 4, {})).toEqual([]);
    expect(cheap(0.0016, 4, {})).toHaveLength(1);
    expect(cheap(0.006, 4, { switchSavingEuros: 0, switchSaving: 0.005 })).toEqual([]);
    expect(cheap(0.005, 4, { switchSavingEuros: 0, switchSaving: 0.005 })).toHaveLength(1);
  });

  it('H11 is silent where nobody knows the costs of one of the two', () => {
    const unknown = { ter: null, rank: 5 };
    const tariff = (held: Partial<CheckFund>, other: Partial<CheckFund>) =>
      aTariff(
        [fund('BOND', 'bonds', held), fund('LOWC', 'bonds', other), fund('NEXT', 'bonds', { ter: 0.002 })],
        {
          shortlists: [['CASH'], ['LOWC', 'NEXT', 'BOND'], ['EQTY']],
          ...withRules({ switchSaving: 0, switchSavingEuros: 0 }),
        },
      );
    expect(hint('H11', aContract(onTarget), tariff({ ter: null }, { ter: 0.001 }))).toEqual([]);
    expect(hint('H11', aContract(onTarget), tariff({}, unknown))).toMatchObject([{ suggestion: 'NEXT' }]);
  });

  it('H12 an ETF for an active fund that did not beat its index', () => {
    const tariff = (informationRatio: number | null, isEtf = false) =>
      aTariff([fund('BOND', 'bonds', { informationRatio, isEtf }), fund('ETFX', 'bonds', { isEtf: true })], {
        shortlists: [['CASH'], ['BOND', 'ETFX'], ['EQTY']],
      });
    expect(hint('H12', aContract(onTarget), tariff(0))).toMatchObject([
      { subject: 'BOND', suggestion: 'ETFX' },
    ]);
    expect(hint('H12', aContract(onTarget), tariff(0.01))).toEqual([]);
    expect(hint('H12', aContract(onTarget), tariff(null))).toEqual([]);
    expect(hint('H12', aContract(onTarget), tariff(0, true))).toEqual([]);
  });

  it('H14 stale and missing prices', () => {
    const aged = (age: number) =>
      hint('H14', aContract([...onTarget.slice(0, 2), position('EQTY', 4000, { priceDay: 100 - age })]));
    expect(aged(10)).toEqual([]);
    expect(aged(11)).toMatchObject([{ severity: 1, subject: 'EQTY', values: { age: 11 } }]);
    // A day still to come is no day of a price, but where tomorrow has begun already.
    expect(aged(-2)).toMatchObject([{ code: 'H14', severity: 1, values: { age: -2 } }]);
    expect(aged(-1)).toEqual([]);
    expect(
      hint('H14', aContract([...onTarget.slice(0, 2), position('EQTY', 10, { price: null })])),
    ).toMatchObject([{ severity: 2, values: { age: null } }]);
  });

  it('H17 small positions, H21 gains', () => {
    expect(hintsOf(aContract(onTarget), aTariff([], withRules({ minimumOrder: 3001 })))).toEqual([
      'H17/0/BOND',
      'H17/0/CASH',
    ]);
    const dust = aContract([position('CASH', 90), position('BOND', 5910), position('EQTY', 4000)]);
    expect(hintsOf(dust)).toContain('H17/0/CASH');
    const gained = aContract([...onTarget.slice(0, 2), position('EQTY', 4000, { costValue: 2900 })]);
    expect(hint('H21', gained, aTariff([], withRules({ gainLimit: 1000 })))).toMatchObject([
      { severity: 0, values: { gain: 1100, limit: 1000 } },
    ]);
    expect(hint('H21', gained, aTariff([], withRules({ gainLimit: 1100 })))).toEqual([]);
    expect(hint('H21', gained)).toEqual([]);
  });

  it('H18 against the preference of sustainability', () => {
    const esg = { minimumSustainableShare: 0.2, needsPai: true, minimumArticle: 8 as const };
    expect(one({}, {}, { esg })).toEqual([]);
    for (const rest of [
      { minimumSustainableShare: 0.19 },
      { considersPai: false },
      { sfdrArticle: 6 as const },
      { sfdrArticle: null },
    ]) {
      expect(one(rest, {}, { esg })).toEqual(['H18/2/BOND']);
    }
    expect(one({ considersPai: false }, {}, { esg: { ...esg, needsPai: false } })).toEqual([]);
  });

  it('name no fund to turn to that the client rules out, be it cheaper, an ETF, or the next of the list', () => {
    const tariff = aTariff(
      [
        fund('CASH', 'bills'),
        fund('BOND', 'bonds', { ter: 0.02, informationRatio: -1, status: 'closed', successor: 'NEXT' }),
        fund('NEXT', 'bonds', { ter: 0.001, isEtf: true, company: 'Kiesel Invest' }),
        fund('LAST', 'bonds', { ter: 0.001, isEtf: true }),
        fund('EQTY', 'equity', { equityQuota: 1 }),
      ],
      { shortlists: [['CASH'], ['NEXT', 'LAST'], ['EQTY']] },
    );
    const named = (restrictions?: TariffInput['restrictions']) =>
      new Set(
        check(aContract(onTarget), { ...tariff, restrictions }).hints.flatMap(({ subject, suggestion }) =>
          subject === 'BOND' ? (suggestion ?? []) : [],
        ),
      );
    expect(named()).toContain('NEXT');
    expect(named({ isins: [], companies: ['Kiesel'], regions: [], sectors: [] })).toEqual(new Set(['LAST']));
  });

  it('H24 the negative target market, worse where the savings plan still buys', () => {
    const client = {
      knowledge: 'basic',
      lossCapacity: null,
      hasLowestRisk: false,
      horizonYears: null,
    } as const;
    const market = { targetMarket: { basicInvestor: 'N' } };
    expect(one(market, {}, { client })).toEqual(['H24/1/BOND']);
    expect(one(market, {}, { client: { ...client, knowledge: 'informed' } })).toEqual([]);
    expect(one(market)).toEqual([]);
    expect(one({ mifidR: 'N' })).toEqual(['H24/1/BOND']);
  });

  it('H23 what the client excludes, also where only the savings plan buys it', () => {
    const restrictions = { isins: [], companies: [], regions: ['japan'], sectors: [] };
    expect(one({ region: 'japan' }, {}, { restrictions })).toEqual(['H23/2/BOND']);
    expect(one({ region: 'japan' })).toEqual([]);
    // What is not known excludes nothing; the plan's checks say that it is not known.
    expect(one({}, {}, { restrictions })).toEqual([]);
    const green = { minimumSustainableShare: 0.9, needsPai: false, minimumArticle: 6 as const };
    const onlySaved = aContract(onTarget.slice(0, 1), {
      savingsPlan: { rate: 100, entries: [{ isin: 'BOND', percent: 100 }] },
    });
    expect(hint('H18', onlySaved, aTariff([], { esg: green })).map(({ subject }) => subject)).toContain(
      'BOND',
    );
    const [hinted] = hint(
      'H23',
      aContract(onTarget.slice(0, 1), {
        savingsPlan: { rate: 100, entries: [{ isin: 'BOND', percent: 100 }] },
      }),
      aTariff([], { restrictions: { ...restrictions, isins: ['BOND'] } }),
    );
    expect(hinted).toMatchObject({
      severity: 2,
      subject: 'BOND',
      values: { kind: 'fund', excluded: 'BOND' },
    });
  });
});

describe('hints about the savings plan', () => {
  const planned = (cash: number, bond: number, equity: number) =>
    aContract(onTarget, {
      savingsPlan: {
        rate: 100,
        entries: [
          { isin: 'CASH', percent: cash },
          { isin: 'BOND', percent: bond },
          { isin: 'EQTY', percent: equity },
        ],
      },
    });

  it('H15 by overlap, H16 by sum', () => {
    expect(hintsOf(planned(30, 30, 40))).toEqual([]);
    expect(hintsOf(planned(40, 30, 30))).toEqual([]);
    expect(hintsOf(planned(41, 30, 29))).toEqual(['H15/0/savingsPlan']);
    expect(hintsOf(planned(60, 30, 10))).toEqual(['H15/0/savingsPlan']);
    expect(hintsOf(planned(61, 30, 9))).toEqual(['H15/1/savingsPlan']);
    expect(hintsOf(planned(30, 30, 41))).toEqual(['H16/2/savingsPlan']);
    expect(check(planned(40, 30, 30)).parts.savingsPlan).toBeCloseTo(90, 9);
  });

  it('counts a fund of no group as misplaced', () => {
    const contract = aContract(onTarget, {
      savingsPlan: { rate: 100, entries: [{ isin: 'WHAT', percent: 100 }] },
    });
    expect(check(contract).parts.savingsPlan).toBe(0);
  });
});

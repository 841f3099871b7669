import type { HintCode } from '@depotwerk/domain/advice/hint-codes';
import { describe, expect, it } from 'vitest';
import { aContract, aTariff, fund, hint, onTarget, position, withRules } from '../fixtures/check-fixture.ts';
import { contractFixture } from '../fixtures/contract-fixture.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { checkContract } from './check-contract.ts';
import type { ContractInput } from './contract-input.ts';
import { prepareTariff } from './tariff-context.ts';

/** The action and suggestion of the only hint of a code. */
const actionOf = (code: HintCode, contract: ContractInput, tariff = aTariff()) => {
  const found = hint(code, contract, tariff);
  expect(found).toHaveLength(1);
  return { action: rounded(found[0]?.action), suggestion: found[0]?.suggestion };
};

/** Numbers to nine digits, so that fractions can be written down. */
function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Math.round(value * 1e9) / 1e9;
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, rounded(element)]));
}

/** The tariff of the fixture with a second bond fund on the shortlist behind the first. */
const withSecond = (rest: object = {}, second: object = {}) =>
  aTariff([fund('BOND', 'bonds', rest), fund('BND2', 'bonds', second)], {
    shortlists: [['CASH'], ['BOND', 'BND2'], ['EQTY']],
  });

describe('what would settle a hint', { timeout: 60_000 }, () => {
  it('H01, H02: what to sell and what to buy', () => {
    const hot = aContract([position('CASH', 1000), position('BOND', 3000), position('EQTY', 6000)]);
    const shift = {
      kind: 'shift',
      from: [{ group: 'equity', share: 0.2, value: 2000 }],
      to: [{ group: 'bills', share: 0.2, value: 2000 }],
    };
    expect(actionOf('H01', hot)).toEqual({ action: shift, suggestion: 'CASH' });
    const cold = aContract([position('CASH', 6000), position('BOND', 3000), position('EQTY', 1000)]);
    expect(actionOf('H02', cold)).toMatchObject({
      action: {
        kind: 'shift',
        from: [{ group: 'bills', share: 0.3 }],
        to: [{ group: 'equity', value: 3000 }],
      },
      suggestion: 'EQTY',
    });
  });

  it('H03: the holdings without risk data', () => {
    const contract = aContract([...onTarget, position('ZZZZ', 600), position('AAAA', 500)]);
    expect(actionOf('H03', contract)).toEqual({
      action: { kind: 'addRiskData', isins: ['AAAA', 'ZZZZ'] },
      suggestion: null,
    });
  });

  it('H04 to H07: the first other fund of the shortlist, or the successor', () => {
    const replace = { kind: 'replace', isin: 'BOND', by: 'BND2', value: 3000 };
    const expected = { action: replace, suggestion: 'BND2' };
    const contract = aContract(onTarget);
    expect(
      actionOf('H04', contract, { ...withSecond({ rank: 1 }), ...withRules({ minimumRank: 3 }) }),
    ).toEqual(expected);
    expect(
      actionOf('H05', contract, { ...withSecond({ rank: null }), ...withRules({ allowsUnrated: false }) }),
    ).toEqual(expected);
    expect(actionOf('H06', contract, { ...withSecond(), universe: ['CASH', 'EQTY', 'BND2'] })).toEqual(
      expected,
    );
    expect(actionOf('H07', contract, withSecond({ status: 'closed' }))).toEqual(expected);
    expect(actionOf('H07', contract, withSecond({ status: 'merged', successor: 'NEXT' }))).toEqual({
      action: { ...replace, by: 'NEXT' },
      suggestion: 'NEXT',
    });
    expect(
      actionOf('H07', contract, aTariff([fund('BOND', 'bonds', { status: 'closed' })])).action,
    ).toMatchObject({
      by: null,
    });
  });

  it('H07 of a fund that only the plan buys', () => {
    const contract = aContract(onTarget, {
      savingsPlan: { rate: 100, entries: [{ isin: 'BND3', percent: 100 }] },
    });
    const tariff = aTariff([fund('BND3', 'bonds', { status: 'closed' })]);
    expect(actionOf('H07', contract, tariff)).toEqual({
      action: { kind: 'replace', isin: 'BND3', by: 'BOND', value: 0 },
      suggestion: 'BOND',
    });
  });

  it('H08 to H10: buy or sell of the group', () => {
    const without = aContract([position('CASH', 6000), position('EQTY', 4000)]);
    expect(actionOf('H08', without)).toEqual({
      action: { kind: 'buy', group: 'bonds', isin: 'BOND', share: 0.3, value: 3000 },
      suggestion: 'BOND',
    });
    expect(actionOf('H10', without).action).toEqual({
      kind: 'sell',
      group: 'bills',
      isins: ['CASH'],
      share: 0.3,
      value: 3000,
    });
    const superfluous = aTariff([], { targetWeights: [0.3, 0.7, 0] });
    expect(actionOf('H09', aContract(onTarget), superfluous)).toEqual({
      action: { kind: 'sell', group: 'equity', isins: ['EQTY'], share: 0.4, value: 4000 },
      suggestion: 'BOND',
    });
  });

  it('H11, H12: the cheaper fund, the ETF', () => {
    const expected = {
      action: { kind: 'replace', isin: 'BOND', by: 'BND2', value: 3000 },
      suggestion: 'BND2',
    };
    expect(actionOf('H11', aContract(onTarget), withSecond({}, { ter: 0.001 }))).toEqual(expected);
    expect(
      actionOf('H12', aContract(onTarget), withSecond({ informationRatio: -0.1 }, { isEtf: true })),
    ).toEqual(expected);
  });

  it('H13: down to the limit', () => {
    const contract = aContract([position('CASH', 3000), position('BOND', 2000), position('EQTY', 5000)]);
    expect(actionOf('H13', contract)).toEqual({
      action: { kind: 'reduce', isins: ['EQTY'], share: 0.1, value: 1000 },
      suggestion: null,
    });
    const oneCompany = aTariff(
      ['CASH', 'EQTY'].map((isin) => fund(isin, isin === 'CASH' ? 'bills' : 'equity', { company: 'X' })),
    );
    expect(actionOf('H13', aContract(onTarget), oneCompany).action).toEqual({
      kind: 'reduce',
      isins: ['CASH', 'EQTY'],
      share: 0.1,
      value: 1000,
    });
  });

  it('H14: a newer price', () => {
    const contract = aContract([...onTarget.slice(0, 2), position('EQTY', 4000, { priceDay: 50 })]);
    expect(actionOf('H14', contract).action).toEqual({ kind: 'updatePrice', isin: 'EQTY' });
  });

  it('H15, H16: the split to set', () => {
    const planned = (cash: number, equity: number) =>
      aContract(onTarget, {
        savingsPlan: {
          rate: 100,
          entries: [
            { isin: 'EQTY', percent: equity },
            { isin: 'CASH', percent: cash },
          ],
        },
      });
    expect(actionOf('H15', planned(0, 100)).action).toEqual({
      kind: 'setSavingsPlan',
      entries: [
        { isin: 'BOND', percent: 30 },
        { isin: 'CASH', percent: 30 },
        { isin: 'EQTY', percent: 40 },
      ],
    });
    expect(actionOf('H16', planned(40, 80)).action).toEqual({
      kind: 'setSavingsPlan',
      entries: [
        { isin: 'CASH', percent: 33 },
        { isin: 'EQTY', percent: 67 },
      ],
    });
    expect(actionOf('H16', planned(0, 0)).action).toMatchObject({
      entries: [{ isin: 'BOND', percent: 30 }, {}, {}],
    });
  });

  it('H17: sell it or buy at least so much', () => {
    const contract = aContract([position('CASH', 50), position('BOND', 5950), position('EQTY', 4000)]);
    expect(actionOf('H17', contract)).toEqual({
      action: { kind: 'sellOrEnlarge', isin: 'CASH', value: 50 },
      suggestion: null,
    });
    const tariff = aTariff([], withRules({ minimumOrder: 60 }));
    expect(actionOf('H17', contract, tariff).action).toMatchObject({ value: 60 });
  });

  it('H18, H19: another fund of the group that fits', () => {
    const expected = {
      action: { kind: 'replace', isin: 'BOND', by: 'BND2', value: 3000 },
      suggestion: 'BND2',
    };
    const esg = { minimumSustainableShare: 0.1, needsPai: false, minimumArticle: 6 as const };
    expect(
      actionOf('H18', aContract(onTarget), { ...withSecond({ minimumSustainableShare: 0 }), esg }),
    ).toEqual(expected);
    const limited = { ...withSecond({ sri: 6 }, { sri: 5 }), ...withRules({ sriLimit: 5 }) };
    expect(actionOf('H19', aContract(onTarget), limited)).toEqual(expected);
    const none = { ...withSecond({ sri: 6 }, { sri: 6 }), ...withRules({ sriLimit: 5 }) };
    expect(actionOf('H19', aContract(onTarget), none).suggestion).toBeNull();
  });

  it('H19 of the portfolio: how much of the riskiest holding is too much', () => {
    const tariff = aTariff([fund('EQTY', 'equity', { sri: 4 })], withRules({ sriLimit: 3 }));
    const found = hint('H19', aContract(onTarget), tariff).find(({ subject }) => subject === 'portfolio');
    expect(found?.suggestion).toBeNull();
    expect(rounded(found?.action)).toEqual({ kind: 'reduce', isins: ['EQTY'], share: 0.1, value: 1000 });
    // 10 % of EQTY (SRI 4) in cash (0) brings the mean from 3.4 to 3.
    expect(0.6 * 3 + 0.3 * 4).toBeCloseTo(3, 12);
  });

  it('H20, H21: how much to invest, how much may be sold', () => {
    const contract = aContract([position('CASH', 3000), position('BOND', 2000), position('EQTY', 4000)], {
      cash: 1000,
      cashReserve: 200,
    });
    expect(actionOf('H20', contract)).toEqual({
      action: { kind: 'invest', value: 800, to: [{ group: 'bonds', share: 0.1, value: 1000 }] },
      suggestion: 'BOND',
    });
    const gained = aContract([...onTarget.slice(0, 2), position('EQTY', 4000, { costValue: 2000 })]);
    expect(actionOf('H21', gained, aTariff([], withRules({ gainLimit: 500 }))).action).toEqual({
      kind: 'sellAtMost',
      isin: 'EQTY',
      value: 1000,
    });
  });

  it('is there for every hint of any contract', () => {
    const codes = new Set<string>();
    for (let seed = 1; seed <= 60; seed++) {
      const { tariff, contract } = contractFixture(randomSource(seed), 10, 8, 4);
      const rules = { ...tariff.rules, minimumRank: 3, sriLimit: 4 };
      const { hints } = checkContract(prepareTariff({ ...tariff, rules }), contract);
      for (const { code, action } of hints) {
        codes.add(code);
        expect(action?.kind).toBeTypeOf('string');
        expect(JSON.stringify(action)).not.toContain('null,"value":null');
      }
    }
    expect(codes.size).toBeGreaterThan(8);
  });
});

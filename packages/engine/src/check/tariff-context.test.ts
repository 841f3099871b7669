import { describe, expect, it } from 'vitest';
import { aTariff, fund } from '../fixtures/check-fixture.ts';
import { type CheckFund, prepareTariff, type TariffInput } from './tariff-context.ts';

const prepared = (isin: string, funds: readonly CheckFund[], rest: Partial<TariffInput> = {}) =>
  prepareTariff(aTariff(funds, rest)).funds.get(isin);

/** The tariff's bonds: BOND at 1 % and rank 4 before the given ones. */
const bonds = (...others: CheckFund[]) => {
  const shortlists = [['CASH'], ['BOND', ...others.map(({ isin }) => isin)], ['EQTY']];
  return prepared('BOND', others, { shortlists });
};
const other = (isin: string, rest: Partial<CheckFund>) => fund(isin, 'bonds', rest);

describe('a tariff', () => {
  it.each<[string, number, Partial<TariffInput>]>([
    ['covariance', 2, { covariance: [[1], [1]] }],
    ['targetWeights', 1, { targetWeights: [1] }],
    ['shortlists', 4, { shortlists: [[], [], [], []] }],
  ])('is refused if %s do not fit its peer groups', (path, count, rest) => {
    expect(() => prepareTariff(aTariff([], rest))).toThrow(
      expect.objectContaining({
        code: 'INPUT_INVALID',
        path,
        message: `${path} has ${count} elements, expected 3`,
      }),
    );
  });

  it('has a band, a proposal and what the proposal costs', () => {
    const context = prepareTariff(
      aTariff([other('BOND', { ter: 0.02 })], {
        target: 8,
        range: 1.5,
        proposal: [
          { isin: 'BOND', weight: 0.5 },
          { isin: 'EQTY', weight: 0.3 },
          { isin: 'NONE', weight: 0.2 },
        ],
      }),
    );
    expect(context.band).toEqual({ low: 6.5, high: 9.5 });
    expect(context.proposalTer).toBeCloseTo(0.013, 12);
    expect([...context.proposal]).toEqual([
      ['BOND', 0.5],
      ['EQTY', 0.3],
      ['NONE', 0.2],
    ]);
    expect(Array.from(context.target)).toEqual([0.3, 0.3, 0.4]);
    expect(context.groupWeights).toHaveLength(3);
  });
});

describe('a fund of a tariff', () => {
  it('has its group and whether it belongs to the universe', () => {
    expect(prepared('BOND', [])).toMatchObject({ groupIndex: 1, isInUniverse: true, isin: 'BOND', rank: 4 });
    expect(prepared('BOND', [], { universe: ['BOND'] })?.isInUniverse).toBe(true);
    expect(prepared('EQTY', [], { universe: ['BOND'] })?.isInUniverse).toBe(false);
    expect(prepared('NONE', [])).toBeUndefined();
    expect(prepared('LOST', [fund('LOST', 'elsewhere', { ter: 0.5 })])).toMatchObject({
      groupIndex: -1,
      cheaper: null,
      etf: null,
    });
  });

  it('is prepared once for each class, whatever class asked before', () => {
    const input = aTariff([], { universe: ['CASH'] });
    const first = prepareTariff(input);
    const second = prepareTariff({ ...input, universe: null });
    expect(first.funds.get('BOND')).toBe(first.funds.get('BOND'));
    expect([first, second].map(({ funds }) => funds.get('BOND')?.isInUniverse)).toEqual([false, true]);
  });

  it('has a cheaper one: the cheapest on the shortlist of at least its rank that saves 0.30 points', () => {
    expect(bonds(other('AAAA', { ter: 0.007 }))?.cheaper).toEqual({
      isin: 'AAAA',
      saving: expect.closeTo(0.003, 12),
    });
    expect(bonds(other('AAAA', { ter: 0.0071 }))?.cheaper).toBeNull();
    const cheaper = (...others: CheckFund[]) => bonds(...others)?.cheaper?.isin;
    expect(cheaper(other('AAAA', { ter: 0.006 }), other('BBBB', { ter: 0.005 }))).toBe('BBBB');
    expect(cheaper(other('AAAA', { ter: 0.005 }), other('BBBB', { ter: 0.006 }))).toBe('AAAA');
    expect(cheaper(other('AAAA', { ter: 0.005 }), other('BBBB', { ter: 0.005 }))).toBe('AAAA');
    expect(cheaper(other('AAAA', { ter: 0.001, rank: 3 }), other('BBBB', { ter: 0.006, rank: 5 }))).toBe(
      'BBBB',
    );
    expect(cheaper(other('AAAA', { ter: 0.001, rank: null }))).toBeUndefined();
    const shortlists = [[], ['AAAA'], []];
    const unrated = other('BOND', { rank: null });
    expect(
      prepared('BOND', [unrated, other('AAAA', { ter: 0.001, rank: null })], { shortlists })?.cheaper?.isin,
    ).toBe('AAAA');
    expect(
      prepared('BOND', [unrated, other('AAAA', { ter: 0.001, rank: 1 })], { shortlists })?.cheaper?.isin,
    ).toBe('AAAA');
    // Off the shortlist nothing counts.
    expect(prepared('BOND', [other('AAAA', { ter: 0 })])?.cheaper).toBeNull();
  });

  it('has the first ETF of its shortlist beside itself', () => {
    const etf = { isEtf: true };
    expect(bonds(other('AAAA', {}), other('BBBB', etf), other('CCCC', etf))?.etf).toBe('BBBB');
    expect(bonds(other('AAAA', {}))?.etf).toBeNull();
    expect(bonds(other('BOND', etf))?.etf).toBeNull();
  });

  it('may be against a preference of sustainability', () => {
    const esg = { minimumSustainableShare: 0.2, needsPai: true, minimumArticle: 8 } as const;
    const violates = (rest: Partial<CheckFund>, preference: TariffInput['esg'] = esg) =>
      prepared('BOND', [other('BOND', rest)], { esg: preference })?.violatesEsg;
    expect(violates({})).toBe(false);
    expect(violates({ minimumSustainableShare: 0.199 })).toBe(true);
    expect(violates({ considersPai: false })).toBe(true);
    expect(violates({ considersPai: false }, { ...esg, needsPai: false })).toBe(false);
    expect(([6, 8, 9, null] as const).map((sfdrArticle) => violates({ sfdrArticle }))).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect(violates({ sfdrArticle: null }, { ...esg, minimumArticle: 6 })).toBe(false);
    expect(violates({ minimumSustainableShare: 0, considersPai: false, sfdrArticle: 6 }, null)).toBe(false);
    // A share after the taxonomy regulation is another promise: what is sustainable otherwise does not keep it.
    const taxonomy = { ...esg, minimumTaxonomyShare: 0.3 };
    expect(violates({}, taxonomy)).toBe(true);
    expect(violates({ minimumTaxonomyShare: 0.29 }, taxonomy)).toBe(true);
    expect(violates({ minimumTaxonomyShare: 0.3 }, taxonomy)).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import {
  type ClientRestrictions,
  isOfCompany,
  isRestrictionUnknown,
  restrictionOf,
} from './client-restrictions.ts';
import {
  compareFunds,
  exclusionOf,
  isRankAllowed,
  type SelectableFund,
  type SelectionClient,
  type SelectionRule,
  selectFunds,
  violatesEsg,
} from './select-funds.ts';
import {
  judgeTargetMarket,
  negativeMarketKey,
  type TargetClient,
  untoldDimensions,
} from './target-market.ts';

const fund = (isin: string, rest: Partial<SelectableFund> = {}): SelectableFund => ({
  isin,
  peerGroup: 'g',
  status: 'open',
  rank: 3,
  rankingValue: 1,
  ter: 0.01,
  isSavingsPlanCapable: true,
  minimumInvestment: 0,
  sfdrArticle: null,
  minimumSustainableShare: 0,
  considersPai: false,
  ...rest,
});
const rule: SelectionRule = {
  universe: null,
  minimumRank: null,
  allowsUnrated: false,
  shortlistSize: 4,
  fundsPerGroup: 1,
  substitutes: new Map(),
};
const client: SelectionClient = { held: new Set(), saves: false, amount: null, esg: null };

describe('what a client wants of sustainability', () => {
  const wanted = {
    minimumSustainableShare: 0.2,
    minimumTaxonomyShare: 0.1,
    needsPai: false,
    minimumArticle: 6,
  } as const;
  const promised = {
    minimumSustainableShare: 0.2,
    minimumTaxonomyShare: 0.1,
    considersPai: false,
    sfdrArticle: null,
  };

  it('is kept by a fund that promises just as much, and by every fund where she wants nothing', () => {
    expect(violatesEsg(promised, wanted)).toBe(false);
    expect(violatesEsg({ ...promised, minimumSustainableShare: 0 }, null)).toBe(false);
  });

  it('asks for the share after the taxonomy, of which a fund that says nothing promises none', () => {
    expect(violatesEsg({ ...promised, minimumTaxonomyShare: 0.09 }, wanted)).toBe(true);
    expect(violatesEsg({ ...promised, minimumTaxonomyShare: undefined }, wanted)).toBe(true);
    expect(
      violatesEsg(
        { ...promised, minimumTaxonomyShare: undefined },
        { ...wanted, minimumTaxonomyShare: undefined },
      ),
    ).toBe(false);
  });
});

describe('a fund of a selection', () => {
  it('has at least the rank that is asked for', () => {
    const minimum = (minimumRank: number | null) => ({ minimumRank, allowsUnrated: false });
    expect([2, 3, 4].map((rank) => isRankAllowed(rank, minimum(3)))).toEqual([false, true, true]);
    expect(isRankAllowed(-1, minimum(null))).toBe(true);
  });

  it('is let in for just its smallest investment, for any where none is said, and held only where it is softly closed', () => {
    const large = fund('A', { minimumInvestment: 1000 });
    const amounts = [999, 1000, null];
    expect(amounts.map((amount) => exclusionOf(large, rule, { ...client, amount }))).toEqual([
      'minimumInvestment',
      null,
      null,
    ]);
    const holder = { ...client, held: new Set(['A']) };
    expect(exclusionOf(fund('A', { status: 'closed' }), rule, holder)).toBe('status');
    expect(exclusionOf(fund('A', { status: 'softClosed' }), rule, holder)).toBeNull();
  });

  it('comes after one that is known to be better, and by its number where all else is equal', () => {
    const better: readonly (readonly [Partial<SelectableFund>, Partial<SelectableFund>])[] = [
      [{ rank: 2 }, { rank: 1 }],
      [{ rank: 1 }, { rank: null }],
      [{ rankingValue: 0 }, { rankingValue: -1 }],
      [{ rankingValue: -9 }, { rankingValue: null }],
      [{ ter: 0.01 }, { ter: 0.02 }],
      [{ ter: 0.09 }, { ter: null }],
    ];
    for (const [one, other] of better) {
      expect(compareFunds(fund('B', one), fund('A', other))).toBeLessThan(0);
      expect(compareFunds(fund('A', other), fund('B', one))).toBeGreaterThan(0);
    }
    expect([compareFunds(fund('A'), fund('B')), compareFunds(fund('B'), fund('A'))]).toEqual([-1, 1]);
    expect(compareFunds(fund('A'), fund('A'))).toBe(0);
  });
});

describe('the choice of a group', () => {
  const groups = (
    own: readonly SelectableFund[],
    others: Readonly<Record<string, readonly SelectableFund[]>> = {},
  ) => new Map([['g', own], ...Object.entries(others)]);

  it('has one fund more above a fifth of the whole, not at a fifth', () => {
    const byGroup = groups([fund('A'), fund('B'), fund('C')]);
    const proposed = (weight: number) => selectFunds(byGroup, 'g', weight, rule, client).proposed;
    expect([proposed(0.2), proposed(0.2001)]).toEqual([['A'], ['A', 'B']]);
    // What is held comes first and once.
    const holder = { ...client, held: new Set(['B']) };
    expect(selectFunds(byGroup, 'g', 0.3, { ...rule, fundsPerGroup: 2 }, holder).proposed).toEqual([
      'B',
      'A',
      'C',
    ]);
  });

  it('says why each of its own is left out, in the order of their numbers, and nothing of its substitutes', () => {
    const left = (isin: string) => fund(isin, { status: 'closed' });
    const byGroup = groups([left('C'), left('A'), left('B')], {
      empty: [left('X')],
      h: [fund('H'), left('Y')],
    });
    const substitutes = new Map([['g', ['nobody', 'empty', 'h']]]);
    const { usedGroup, shortlist, exclusions, isEmpty } = selectFunds(
      byGroup,
      'g',
      0.1,
      { ...rule, substitutes },
      client,
    );
    expect({ usedGroup, shortlist, isEmpty }).toEqual({ usedGroup: 'h', shortlist: ['H'], isEmpty: true });
    expect(exclusions.map(({ isin }) => isin)).toEqual(['A', 'B', 'C']);
    const none = selectFunds(
      byGroup,
      'g',
      0.1,
      { ...rule, substitutes: new Map([['g', ['empty']]]) },
      client,
    );
    expect([none.usedGroup, none.shortlist, none.proposed]).toEqual([null, [], []]);
  });
});

describe('what a client excludes', () => {
  it('is told by whole words, whatever blanks stand around them', () => {
    expect(isOfCompany('  Kiesel Invest ', ' kiesel  ')).toBe(true);
    expect(isOfCompany('Kiesel', 'Kiesel')).toBe(true);
    expect(isOfCompany(' ', '')).toBe(false);
  });

  it('does not take a sector it does not name, nor one that nobody knows', () => {
    const restrictions = { isins: [], companies: [], regions: [], sectors: ['energy'] };
    const kindOf = (sector?: string) =>
      restrictionOf({ isin: 'A', company: '', sector }, restrictions)?.kind ?? null;
    expect([kindOf('energy'), kindOf('health'), kindOf()]).toEqual(['sector', null, null]);
  });

  it('is unknown of a fund whose region or sector nobody knows, where she asks for that', () => {
    const nothing = { isins: [], companies: [], regions: [], sectors: [] };
    const isUnknown = (known: { region?: string; sector?: string }, asked: Partial<ClientRestrictions>) =>
      isRestrictionUnknown({ isin: 'A', company: '', ...known }, { ...nothing, ...asked });
    const [region, sector] = [{ region: 'japan' }, { sector: 'energy' }];
    const [regions, sectors] = [{ regions: ['world'] }, { sectors: ['health'] }];
    expect([isUnknown(sector, regions), isUnknown(region, sectors), isUnknown({}, nothing)]).toEqual([
      true,
      true,
      false,
    ]);
    expect([isUnknown(region, regions), isUnknown(sector, sectors)]).toEqual([false, false]);
    const both = { ...regions, ...sectors };
    expect([
      isUnknown(region, both),
      isUnknown(sector, both),
      isUnknown({ ...region, ...sector }, both),
    ]).toEqual([true, true, false]);
  });
});

it('of a client it is said what nobody asked her', () => {
  const asked: TargetClient = {
    knowledge: 'basic',
    lossCapacity: 'none',
    hasLowestRisk: false,
    horizonYears: 0,
  };
  expect(untoldDimensions(asked)).toEqual([]);
  expect(untoldDimensions({ ...asked, isKnowledgeUnknown: true })).toEqual(['Kenntnisse und Erfahrungen']);
  expect(untoldDimensions({ ...asked, lossCapacity: null })).toEqual(['Verlusttragfähigkeit']);
  expect(untoldDimensions({ ...asked, horizonYears: null })).toEqual(['Anlagehorizont']);
});

describe('what is not known holds nothing against a fund', () => {
  const asked: TargetClient = {
    knowledge: 'basic',
    lossCapacity: null,
    hasLowestRisk: false,
    horizonYears: null,
  };

  it('neither a type of client nobody judges, nor a risk indicator, a horizon or losses nobody knows', () => {
    const verdict = judgeTargetMarket(
      { sri: null, targetMarket: { basicInvestor: 'Y' }, holdingYears: 9 },
      asked,
      3,
    );
    expect(verdict).toEqual({ negative: [], outside: [], unknown: [] });
    expect(judgeTargetMarket({ sri: 7 }, null, null)).toEqual({ negative: [], outside: [], unknown: [] });
  });

  it('and does not tell clients apart: one key for all where no fund has a negative target market', () => {
    const funds = [
      { sri: 3, targetMarket: { noCapitalLoss: 'N', notForLowestRiskTolerance: 'Y' } },
      { sri: 3 },
    ];
    expect(negativeMarketKey(funds, undefined)).toBe('none');
    expect(negativeMarketKey(funds, asked)).toBe('');
    expect(negativeMarketKey([{ sri: 3 }], { ...asked, lossCapacity: 'none', hasLowestRisk: true })).toBe('');
    const wary = { ...asked, lossCapacity: 'none', hasLowestRisk: true } as const;
    expect(negativeMarketKey(funds, wary)).toBe('noCapitalLoss/notForLowestRiskTolerance');
  });
});

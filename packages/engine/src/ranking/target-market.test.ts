import { describe, expect, it } from 'vitest';
import {
  excludedByMaker,
  judgeTargetMarket,
  type MarketedFund,
  negativeMarketKey,
  statedMarket,
  type TargetClient,
} from './target-market.ts';

const client: TargetClient = {
  knowledge: 'informed',
  lossCapacity: 'limited',
  hasLowestRisk: false,
  horizonYears: 5,
};
const codes = {
  basicInvestor: 'Neutral',
  informedInvestor: 'Y',
  advancedInvestor: 'Y',
  noCapitalLoss: 'N',
  limitedCapitalLoss: 'Neutral',
  noCapitalGuarantee: 'Y',
};
const fund: MarketedFund = { mifidR: 'Y', sri: 4, targetMarket: codes, holdingYears: 5 };
const judge = (more: Partial<MarketedFund>, own: Partial<TargetClient> = {}, limit: number | null = null) =>
  judgeTargetMarket({ ...fund, ...more }, { ...client, ...own }, limit);
const full = { lossCapacity: 'full' } as const;

describe('the target market of a fund', () => {
  it('is positive with Y, negative with N and neither with Neutral, by the client’s knowledge and losses', () => {
    expect(judge({}, full)).toEqual({ negative: [], outside: [], unknown: [] });
    expect(judge({}).outside).toEqual(['Verlusttragfähigkeit']);
    expect(judge({}, { lossCapacity: 'none' }).negative).toEqual(['Verlusttragfähigkeit']);
    expect(judge({}, { knowledge: 'basic', ...full }).outside).toEqual(['Kenntnisse und Erfahrungen']);
    expect(judge({ targetMarket: { ...codes, informedInvestor: ' n ' } }, full).negative).toEqual([
      'Kenntnisse und Erfahrungen',
    ]);
    // What nobody asked the client is not held against the fund.
    expect(judge({}, { lossCapacity: null }).outside).toEqual([]);
  });

  it('judges the type of client without a profile, and nothing else', () => {
    expect(judgeTargetMarket({ ...fund, mifidR: 'N', targetMarket: {} }, null, null)).toEqual({
      negative: ['Kundentyp'],
      outside: [],
      unknown: [],
    });
    expect(judgeTargetMarket({ ...fund, mifidR: 'Neutral' }, null, null).outside).toEqual(['Kundentyp']);
  });

  it('sees risk tolerance: not for the lowest, and above the limit of the class', () => {
    const notForLowest = { targetMarket: { ...codes, notForLowestRiskTolerance: 'Y' } };
    expect(judge(notForLowest, { ...full, hasLowestRisk: true }).negative).toEqual(['Risikotoleranz']);
    expect(judge(notForLowest, full).negative).toEqual([]);
    expect(judge({}, full, 3).outside).toEqual(['Risikotoleranz']);
    expect(judge({}, full, 4).outside).toEqual([]);
  });

  it('sees horizon and the way of distribution', () => {
    expect(judge({}, { ...full, horizonYears: 4 }).outside).toEqual(['Anlagehorizont']);
    expect(judge({ holdingYears: undefined }, full).unknown).toEqual(['Anlagehorizont']);
    const sold = (code: string) => judge({ targetMarket: { ...codes, investmentAdvice: code } }, full);
    expect(['R', 'B', 'P', 'N', 'Neutral'].map((code) => sold(code).negative.length)).toEqual([
      0, 0, 1, 1, 0,
    ]);
    expect(sold('Neutral').outside).toEqual(['Vertriebsweg']);
  });

  it('tells clients apart only where a fund has a negative target market for one of them', () => {
    const funds = [fund, { ...fund, targetMarket: { ...codes, basicInvestor: 'n' } }];
    const keyOf = (own: Partial<TargetClient>, all: readonly MarketedFund[] = funds) =>
      negativeMarketKey(all, { ...client, ...own });
    expect(keyOf({})).toBe(keyOf({ knowledge: 'advanced', lossCapacity: 'full', horizonYears: 1 }));
    expect(keyOf({ knowledge: 'basic' })).not.toBe(keyOf({}));
    expect(keyOf({ lossCapacity: 'none' })).not.toBe(keyOf({}));
    expect(keyOf({ hasLowestRisk: true })).toBe(keyOf({}));
    const notForLowest = [{ ...fund, targetMarket: { notForLowestRiskTolerance: 'Y' } }];
    expect(keyOf({ hasLowestRisk: true }, notForLowest)).not.toBe(keyOf({}, notForLowest));
  });

  it('says what the manufacturer does not say, and takes no other word for an answer', () => {
    expect(judge({ targetMarket: {}, mifidR: null }, full).unknown).toEqual([
      'Kundentyp',
      'Kenntnisse und Erfahrungen',
      'Verlusttragfähigkeit',
    ]);
    expect(judge({ targetMarket: { ...codes, informedInvestor: 'vielleicht' } }, full).unknown).toEqual([
      'Kenntnisse und Erfahrungen',
    ]);
  });
});

describe('whom a manufacturer excludes', () => {
  it('is nobody where he says nothing, Y or Neutral', () => {
    for (const mifidR of ['Y', 'Neutral', null, undefined] as const)
      expect(excludedByMaker({ mifidR, sri: null })).toEqual({ retail: false, lowestClass: false });
    expect(excludedByMaker(fund)).toEqual({ retail: false, lowestClass: false });
  });

  it('is retail clients by their type or by the way of sale, and those of the lowest risk tolerance, in any spelling', () => {
    expect(excludedByMaker({ ...fund, mifidR: 'N' }).retail).toBe(true);
    for (const code of ['P', 'n', ' N '])
      expect(excludedByMaker({ ...fund, targetMarket: { investmentAdvice: code } }).retail).toBe(true);
    for (const code of ['R', 'B', 'Neutral'])
      expect(excludedByMaker({ ...fund, targetMarket: { investmentAdvice: code } }).retail).toBe(false);
    expect(excludedByMaker({ ...fund, targetMarket: { notForLowestRiskTolerance: 'y' } })).toEqual({
      retail: false,
      lowestClass: true,
    });
  });

  it('is refused for every client it names: what is warned of is never bought', () => {
    for (const own of ['Y', 'N', 'Neutral', null] as const)
      for (const investmentAdvice of ['R', 'P', 'B', 'N', 'Neutral', '']) {
        const asked = { ...fund, mifidR: own, targetMarket: { ...codes, investmentAdvice } };
        const { negative } = judgeTargetMarket(asked, { ...client, lossCapacity: 'full' }, null);
        expect(excludedByMaker(asked).retail).toBe(negative.length > 0);
      }
  });
});

it('of what is stored only texts of judged fields are taken', () => {
  expect(statedMarket({ targetMarket: null, holdingYears: null })).toEqual({});
  expect(
    statedMarket({ targetMarket: { basicInvestor: 'Y', other: 'N', noCapitalLoss: 3 }, holdingYears: 0 }),
  ).toEqual({ targetMarket: { basicInvestor: 'Y' }, holdingYears: 0 });
});

import { describe, expect, it } from 'vitest';
import type { SelectableFund, SelectionClient, SelectionRule } from '../ranking/select-funds.ts';
import { selectForTariff } from './select-for-tariff.ts';

const fund = (
  isin: string,
  peerGroup: string,
  rank: number,
  rest: Partial<SelectableFund> = {},
): SelectableFund => ({
  isin,
  peerGroup,
  status: 'open',
  rank,
  rankingValue: null,
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
  minimumRank: 3,
  allowsUnrated: true,
  shortlistSize: 2,
  fundsPerGroup: 1,
  substitutes: new Map(),
};
const client: SelectionClient = { held: new Set(), saves: false, amount: null, esg: null };
const funds = [
  fund('M1', 'bills', 4),
  fund('B1', 'bonds', 2),
  fund('E1', 'equity', 5),
  fund('E2', 'equity', 4),
];
const groups = ['bills', 'bonds', 'equity'];
const weights = [0.3, 0.3, 0.4];

describe('the selection of a class', () => {
  it('makes shortlists and a proposal; a large group has one fund more', () => {
    const all = [...funds, fund('B2', 'bonds', 3)];
    expect(selectForTariff(groups, [0.5, 0.1, 0.4], all, rule, client)).toMatchObject({
      shortlists: [['M1'], ['B2'], ['E1', 'E2']],
      targetWeights: [0.5, 0.1, 0.4],
      proposal: [
        { isin: 'M1', weight: 0.5 },
        { isin: 'B2', weight: 0.1 },
        { isin: 'E1', weight: 0.2 },
        { isin: 'E2', weight: 0.2 },
      ],
      messages: [],
    });
  });

  it('splits a weight that is no step of 0.1 % into equal parts, and leaves out what gets no step', () => {
    const shares = (targetWeights: number[], count: number) =>
      selectForTariff(
        groups,
        targetWeights,
        funds,
        { ...rule, minimumRank: null, fundsPerGroup: count },
        client,
      ).proposal.map(({ isin, weight }) => `${isin} ${Math.round(weight * 1e6) / 1e6}`);
    expect(shares([0.5, 0.4375, 0.0625], 1)).toEqual(['M1 0.5', 'B1 0.4375', 'E1 0.0625']);
    expect(shares([0.5, 0.499, 0.001], 2)).toEqual(['M1 0.5', 'B1 0.499', 'E1 0.001']);
    expect(shares([0.5, 0.5, 0], 2)).toEqual(['M1 0.5', 'B1 0.5']);
  });

  it('moves the weight of an empty group to its substitute and says so', () => {
    const substitutes = new Map([['bonds', ['elsewhere', 'bills']]]);
    const elsewhere = fund('X1', 'elsewhere', 5);
    const result = selectForTariff(groups, weights, [...funds, elsewhere], { ...rule, substitutes }, client);
    expect(result).toMatchObject({
      shortlists: [['M1'], [], ['E1', 'E2']],
      targetWeights: [0.6, 0, 0.4],
      messages: [
        { code: 'S02', severity: 0, subject: 'bonds', values: { weight: 0.3, substitute: 'bills' } },
      ],
    });
    expect(result.proposal.map(({ isin, weight }) => [isin, weight])).toEqual([
      ['M1', 0.6],
      ['E1', 0.2],
      ['E2', 0.2],
    ]);
  });

  it('leaves the weight to the others without a substitute', () => {
    const { proposal, messages, targetWeights } = selectForTariff(groups, weights, funds, rule, client);
    expect(targetWeights).toEqual(weights);
    expect(messages).toMatchObject([{ severity: 1, subject: 'bonds', values: { substitute: null } }]);
    expect(proposal.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
    expect(proposal[0]?.weight).toBeCloseTo(0.3 / 0.7, 12);
  });

  it('says nothing of empty groups without weight, and proposes nothing where nothing is eligible', () => {
    expect(selectForTariff(groups, [0.5, 0, 0.5], funds, rule, client).messages).toEqual([]);
    expect(selectForTariff(groups, weights, [], rule, client).proposal).toEqual([]);
  });

  it('splits three ways in steps of 0.1 %, and keeps what is held', () => {
    const three = ['A', 'B', 'C'].map((isin) => fund(isin, 'bills', 4));
    const wide = { ...rule, fundsPerGroup: 2, shortlistSize: 3 };
    const parts = (weight: number) =>
      selectForTariff(['bills', 'equity'], [weight, 1 - weight], [...three, ...funds], wide, client)
        .proposal.slice(0, 3)
        .map((entry) => entry.weight);
    expect(parts(0.5)).toEqual([0.167, 0.167, 0.166]);
    expect(parts(0.50005)[0]).toBeCloseTo(0.50005 / 3, 12);
    const held = { ...client, held: new Set(['C']) };
    expect(
      selectForTariff(['bills'], [1], three, { ...rule, shortlistSize: 3 }, held).proposal[0]?.isin,
    ).toBe('C');
  });
});

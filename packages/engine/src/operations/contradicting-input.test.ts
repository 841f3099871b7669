import { describe, expect, it } from 'vitest';
import { examples } from './examples.ts';
import { runOperation } from './run-operation.ts';

type Answer = Record<string, unknown>;
const run = async (operation: string, input: unknown) => (await runOperation(operation, input)) as Answer;
const refusal = (path: string) => ({ code: 'INPUT_INVALID', path });
const two = [
  [0.01, 0],
  [0, 0.04],
];
const dated = (...prices: [string, number][]) => prices.map(([date, price]) => ({ date, price }));

describe('input that contradicts itself or leaves out what is needed', () => {
  const allocation = examples['automaticAllocation'] as Record<'peerGroups' | 'classes', object[]>;
  const without = (field: string, from: number) => ({
    ...allocation,
    peerGroups: allocation.peerGroups.map((group, i) =>
      i < from ? group : Object.fromEntries(Object.entries(group).filter(([key]) => key !== field)),
    ),
  });
  const combination = examples['checkCombination'] as { matrix: number[][] };
  const selection = examples['selectFunds'] as { groups: object[] };

  it.each([
    ['efficientFrontier', { covariance: two, assets: ['A', 'A'], groups: [{ members: ['A'] }] }, 'assets[1]'],
    [
      'efficientFrontier',
      { covariance: two, assets: ['A', 'B'], groups: [{ members: ['A', 'A'] }] },
      'groups[0].members[1]',
    ],
    ['selectFunds', { ...selection, groups: [...selection.groups, ...selection.groups] }, 'groups[1]'],
    ['rankFunds', { funds: [{ id: 'a', ter: -0.01 }], type: 'TER' }, 'funds[0].ter'],
    ['priceGrid', { prices: dated(['2024-02-29', 100], ['2024-02-29', 99]) }, 'prices[1]'],
    [
      'priceGrid',
      {
        prices: dated(['2024-02-29', 100]),
        exchangeRates: [
          { date: '2024-02-29', rate: 1 },
          { date: '2024-02-29', rate: 2 },
        ],
      },
      'exchangeRates[1]',
    ],
    ['completeHistory', { own: [0.01, 0.02], index: [0.01] }, 'index'],
    ['expectedReturns', { covariance: two, referenceWeights: [1, 1], riskAversion: 2 }, 'referenceWeights'],
    ['expectedReturns', { covariance: two, referenceWeights: [0, 0], riskAversion: 2 }, 'referenceWeights'],
    ['blackLitterman', { covariance: two, marketCaps: [0, 0] }, 'marketCaps'],
    ['riskBudget', { covariance: [[0, 0], two[1]] }, 'covariance[0][0]'],
    [
      'maximumDiversification',
      {
        covariance: [
          [0, 0],
          [0, 0],
        ],
      },
      'covariance',
    ],
    ['automaticAllocation', without('expectedReturn', 0), 'peerGroups[0].expectedReturn'],
    ['automaticAllocation', without('expectedReturn', 2), 'peerGroups[2].expectedReturn'],
    [
      'automaticAllocation',
      { ...without('equityQuota', 0), riskMeasure: 'EQUITY_QUOTA' },
      'peerGroups[0].equityQuota',
    ],
    ['automaticAllocation', { ...allocation, classes: [] }, 'classes'],
    [
      'checkCombination',
      { ...combination, matrix: [[70, 40, -10], ...combination.matrix.slice(1)] },
      'matrix[0][2]',
    ],
    [
      'checkCombination',
      { ...combination, matrix: [[60.5, 29.5, 10], ...combination.matrix.slice(1)] },
      'matrix[0][0]',
    ],
    ['riskIndicators', { weeklyReturns: [] }, 'weeklyReturns'],
    ['riskIndicators', { monthlyReturns: [0.01] }, 'monthlyReturns'],
    [
      'projection',
      {
        startValue: 1,
        years: 1,
        expectedReturn: 0,
        volatility: 0,
        scenarios: [{ weight: 0.5, stress: 0, unfavourable: 0, moderate: 0, favourable: 0 }],
      },
      'scenarios',
    ],
    ['hierarchicalRiskParity', { covariance: two, correlation: [[1]] }, 'correlation'],
    [
      'blackLitterman',
      {
        correlation: [
          [1, 0],
          [0, 2],
        ],
        volatilities: [0.1, 0.2],
        referenceWeights: [0.5, 0.5],
      },
      'correlation[1][1]',
    ],
    [
      'blackLitterman',
      {
        covariance: two,
        prior: [0, 0],
        picks: two,
        returns: [0, 0],
        omega: [
          [1, 0.1],
          [0.1, 1],
        ],
      },
      'omega[0][1]',
    ],
    [
      'blackLitterman',
      {
        covariance: two,
        prior: [0, 0],
        picks: two,
        returns: [0, 0],
        omega: [
          [1, 0],
          [0, -1],
        ],
      },
      'omega[1][1]',
    ],
    ['expectedReturns', { returns: [...two, [0, 0]], assets: ['A', 'A'] }, 'assets[1]'],
    ['expectedReturns', { returns: [...two, [0, 0]], assets: ['A'] }, 'assets'],
    ['hierarchicalRiskParity', { returns: [...two, [0, 0.01]], assets: ['A', 'A'] }, 'assets[1]'],
    ['hierarchicalRiskParity', { returns: [...two, [0, 0.01]], assets: ['A', 'B', 'C'] }, 'assets'],
    // A market value that nobody said is no market value of 0.
    [
      'expectedReturns',
      { covariance: two, riskAversion: 2, assets: ['A', 'B'], marketCaps: { A: 5 } },
      'marketCaps',
    ],
    ['riskIndicators', {}, 'prices'],
    ['riskIndicators', { name: 'nothing but a name' }, 'prices'],
  ])('%s refuses %j', async (operation, input, path) => {
    await expect(run(operation, input)).rejects.toMatchObject(refusal(path));
  });

  it('takes the same price of a day twice, and printed reference weights', async () => {
    const prices = dated(['2024-02-29', 100], ['2024-02-29', 100], ['2024-03-29', 101]);
    expect(await run('priceGrid', { prices, frequency: 'monthly' })).toMatchObject({ observations: 1 });
    const printed = { covariance: two, referenceWeights: [0.333, 0.666], riskAversion: 2 };
    expect(await run('expectedReturns', printed)).toHaveProperty('expectedReturns');
  });
});

describe('figures of nothing but rounding', () => {
  it('two assets that hedge each other wholly have no ratio and no shares of risk', async () => {
    const covariance = [
      [0.01, -0.02],
      [-0.02, 0.04],
    ];
    expect(await run('maximumDiversification', { covariance })).toMatchObject({
      volatility: 0,
      riskContributions: [0, 0],
      diversificationRatio: null,
    });
  });

  it('equal appraisals have no memory', async () => {
    expect(await run('unsmooth', { returns: [0.1, 0.1, 0.1] })).toEqual({ phi: 0, returns: [0.1, 0.1] });
  });
});

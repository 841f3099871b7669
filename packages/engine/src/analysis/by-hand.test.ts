import { describe, expect, it } from 'vitest';
import type { FundMovement } from './fund-lots.ts';
import { contributionStages, heldProjection, monthsBetween } from './held-projection.ts';
import { correlationClusters, heldRisk } from './held-risk.ts';
import { planTax } from './plan-tax.ts';
import { sustainabilityOf } from './sustainability.ts';

const purchase = (day: string, quantity: number, amount: number | null): FundMovement => ({
  kind: 'purchase',
  day,
  acquiredDay: null,
  quantity,
  factor: null,
  amount,
});

describe('the tax of a sale', () => {
  const terms = { allowance: 0, churchTaxRate: 0 };
  const holding = (quantity: number, costValue: number | null, movements: readonly FundMovement[]) => ({
    fundId: 1,
    quantity,
    costValue,
    equityQuota: 0,
    isRealEstate: false,
    movements,
  });

  it('has two parts as soon as one unit is from before 2018, and none from the first day of it on', () => {
    const old = purchase('2017-12-31', 10, 100);
    const first = purchase('2018-01-01', 10, 100);
    const later = purchase('2020-05-04', 10, 120);
    const isOld = (movements: readonly FundMovement[], quantity: number) =>
      planTax(
        [{ fundId: 1, quantity, amount: 150 }],
        [holding(10 * movements.length, null, movements)],
        terms,
      ).sales.map(({ isBeforeReform, basis }) => [basis, isBeforeReform]);
    expect(isOld([old, later], 20)).toEqual([['lots', true]]);
    expect(isOld([first, later], 20)).toEqual([['lots', false]]);
    expect(isOld([later], 10)).toEqual([['lots', false]]);
  });

  it('of units nobody knows the purchase of takes these first, and a second sale what is left', () => {
    // 5 of 15 units have no purchase: the first sale takes them and 1 of the lot at 10 euros, the second 9 of the lot.
    const movements = [purchase('2020-05-04', 10, 100)];
    const { sales, unknownAmount, gain } = planTax(
      [
        { fundId: 1, quantity: 6, amount: 90 },
        { fundId: 1, quantity: 9, amount: 135 },
      ],
      [holding(15, null, movements)],
      terms,
    );
    expect(sales).toMatchObject([
      // 5 of 6 units, 75 euros, are unknown; the one known unit earned 15 - 10.
      { basis: 'partly', unknownQuantity: 5, unknownAmount: 75, gain: 5, isBeforeReform: true },
      { basis: 'lots', unknownQuantity: 0, unknownAmount: 0, gain: 45, isBeforeReform: false },
    ]);
    expect([unknownAmount, gain]).toEqual([75, 50]);
  });

  it('of more units than there are, and of none, is told as far as it is known', () => {
    const movements = [purchase('2020-05-04', 10, 100)];
    const [more] = planTax(
      [{ fundId: 1, quantity: 12, amount: 180 }],
      [holding(10, null, movements)],
      terms,
    ).sales;
    expect(more).toMatchObject({
      basis: 'partly',
      unknownQuantity: 2,
      unknownAmount: 30,
      gain: 50,
      isBeforeReform: true,
    });
    const [none] = planTax(
      [{ fundId: 1, quantity: 0, amount: 0 }],
      [holding(10, 100, movements)],
      terms,
    ).sales;
    expect(none).toMatchObject({ gain: 0, unknownAmount: 0, isBeforeReform: false, taken: [] });
    const [foreign] = planTax([{ fundId: 2, quantity: 3, amount: 30 }], [], terms).sales;
    expect(foreign).toMatchObject({
      basis: 'unknown',
      gain: null,
      taken: [],
      unknownQuantity: 3,
      isBeforeReform: true,
    });
  });
});

describe('funds that move together', () => {
  const groups = [
    { peergroupId: 1, expectedReturn: 0.02, covariance: [0.04, 0.038, 0] },
    { peergroupId: 2, expectedReturn: 0.04, covariance: [0.038, 0.04, 0] },
    { peergroupId: 3, expectedReturn: 0.05, covariance: [0, 0, 0.01] },
  ];
  const held = (
    fundId: number,
    value: number,
    peergroupId: number | null,
    trackingError: number | null = 0,
  ) => ({
    fundId,
    value,
    peergroupId,
    trackingError,
  });

  it('are told by cluster, the largest first, each with the correlations of its own pairs', () => {
    const found = correlationClusters(
      [
        held(5, 100, 3),
        held(6, 100, 3, 0.03),
        held(1, 300, 1),
        held(2, 200, 2),
        held(7, 50, null),
        held(8, 50, 1, null),
      ],
      groups,
      200,
    );
    expect(found).toEqual([
      { fundIds: [1, 2], weight: 0.5, lowest: expect.closeTo(0.95, 12), highest: expect.closeTo(0.95, 12) },
      // 0.01 over 0.1 times the root of 0.0109.
      {
        fundIds: [5, 6],
        weight: 0.2,
        lowest: expect.closeTo(0.1 / Math.sqrt(0.0109), 12),
        highest: expect.closeTo(0.1 / Math.sqrt(0.0109), 12),
      },
    ]);
  });

  it('are none where one has no risk at all, and count from the threshold on', () => {
    const still = [{ peergroupId: 1, expectedReturn: 0, covariance: [0] }];
    expect(correlationClusters([held(1, 1, 1), held(2, 1, 1)], still, 0)).toEqual([]);
    const half = [
      { peergroupId: 1, expectedReturn: 0, covariance: [0.25, 0.125] },
      { peergroupId: 2, expectedReturn: 0, covariance: [0.125, 0.25] },
    ];
    expect(correlationClusters([held(1, 1, 1), held(2, 1, 2)], half, 0, 0.5)).toHaveLength(1);
    expect(correlationClusters([held(1, 1, 1), held(2, 1, 2)], half, 0, 0.5001)).toEqual([]);
  });

  it('each has the volatility of its group and its own beside it, and no share of no risk', () => {
    const { parts } = heldRisk([held(1, 60, 1, 0.15), held(2, 40, 3)], groups, 0);
    expect(parts.map(({ volatility }) => volatility)).toEqual([
      expect.closeTo(0.25, 12),
      expect.closeTo(0.1, 12),
    ]);
    const still = heldRisk([held(1, 100, 1)], [{ peergroupId: 1, expectedReturn: 0, covariance: [0] }], 0);
    expect(still.volatility).toBe(0);
    expect(still.parts.every(({ share }) => share === null || share === 0)).toBe(true);
  });
});

describe('what is paid in later', () => {
  it('begins after the whole months before its day; the month of a day counts with the plan of its last day', () => {
    const changes = (today: string, from: string) =>
      contributionStages(today, [{ from, monthly: 50, dynamicRate: 0.02 }]);
    expect(changes('2026-11-30', '2027-03-01')).toEqual([
      { afterMonth: 3, monthlyContribution: 50, contributionGrowth: 0.02 },
    ]);
    expect(changes('2026-11-15', '2027-01-15')[0]?.afterMonth).toBe(1);
    expect(changes('2026-11-15', '2027-01-16')[0]?.afterMonth).toBe(2);
    expect(changes('2026-11-15', '2026-10-01')[0]?.afterMonth).toBe(0);
    expect(monthsBetween('2026-08-31', '2027-02-28')).toBe(6);
    expect(monthsBetween('2026-08-31', '2027-02-27')).toBe(5);
  });

  it('is part of a projection only where something changes, and one month is long enough', () => {
    const risk = heldRisk(
      [{ fundId: 1, value: 1000, peergroupId: 1, trackingError: 0 }],
      [{ peergroupId: 1, expectedReturn: 0.05, covariance: [0.04] }],
      0,
    );
    const contract = {
      today: '2026-11-30',
      targetDate: '2026-12-30',
      monthlyContribution: 100,
      contributionGrowth: 0,
      ongoingCost: 0.01,
      entryCost: 0,
    };
    const plain = heldProjection(risk, contract);
    expect(plain).toMatchObject({ obstacle: null, input: { months: 1, startValue: 1000, volatility: 0.2 } });
    expect(JSON.stringify(plain)).not.toContain('Stages');
    const changing = heldProjection(risk, {
      ...contract,
      targetDate: '2028-11-30',
      contributionChanges: [{ from: '2027-06-01', monthly: 0, dynamicRate: 0 }],
    });
    expect(changing).toMatchObject({
      input: {
        months: 24,
        contributionStages: [{ afterMonth: 6, monthlyContribution: 0, contributionGrowth: 0 }],
      },
    });
    expect(heldProjection(risk, { ...contract, targetDate: '2026-12-29' })).toEqual({
      obstacle: 'targetNear',
    });
  });
});

it('sustainability counts every article for itself', () => {
  const fund = (value: number, sfdrArticle: 6 | 8 | 9 | null) => ({
    value,
    sfdrArticle,
    minimumShareTaxonomy: null,
    minimumShareSustainable: null,
    considersPai: null,
  });
  expect(sustainabilityOf([fund(10, 6), fund(20, 8), fund(30, 9), fund(40, null)])?.articles).toEqual({
    6: 0.1,
    8: 0.2,
    9: 0.3,
    unknown: 0.4,
  });
});

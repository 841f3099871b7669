import { fromTenths } from '@depotwerk/domain/tenths';
import { automaticAllocation } from '@depotwerk/engine/allocation/automatic-allocation';
import { rateColumn } from '@depotwerk/engine/allocation/rate-column';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallMarket } from '../../../test/risk-market.ts';
import { allocationRating, automaticMatrix, fundMatrixRating, peergroupRisks } from './allocation-answers.ts';
import { covarianceOf } from './risk-market.view.ts';

const market = smallMarket();
const cell = (riskClassId: number, peergroupId: number, fraction: number) => ({
  riskClassId,
  peergroupId,
  fraction,
  isUsed: fraction > 0,
});
const items = (...rows: [riskClassId: number, target: number, range: number][]) =>
  rows.map(([riskClassId, target, range]) => ({ riskClassId, target, range }));
const toClass = ([id, target, range]: [number, number, number]) => ({ id: String(id), target, range });
const request = (rest: Partial<Parameters<typeof automaticMatrix>[1]> = {}) => ({
  peergroupIds: [1, 2, 3],
  allocationTypeId: 1,
  riskTypeId: 1,
  useQuota: false,
  riskItems: items([1, 2, 1], [2, 6, 1], [3, 12, 2]),
  relationships: [],
  ...rest,
});

describe('figures of peer groups', () => {
  it('are in percent of the risk type, with the covariance in the same order', () => {
    const volatility = peergroupRisks(market, { peergroupIds: [3, 1], riskTypeId: 1 });
    expect(volatility.peergroups.map(({ riskValue }) => riskValue)).toEqual([20, 0.5]);
    expect(volatility.covariance).toEqual([
      [0.04, 0],
      [0, 0.000025],
    ]);
    const atRisk = peergroupRisks(market, { peergroupIds: [2], riskTypeId: 2 });
    expect(atRisk.peergroups[0]).toMatchObject({ riskValue: 11.76, shareQuota: 0, name: 'Renten' });
  });

  it('say what is missing, and know only groups there are', () => {
    const risks = peergroupRisks(market, { peergroupIds: [1, 5], riskTypeId: 1 });
    expect(risks.covariance).toBeNull();
    expect(risks.peergroups[1]).toMatchObject({ riskValue: null, volatility: null });
    for (const peergroupIds of [[9], [1, 1]])
      expect(() => peergroupRisks(market, { peergroupIds, riskTypeId: 1 })).toThrow('funds.unknown');
    expect(peergroupRisks(market, { peergroupIds: [], riskTypeId: 1 })).toEqual({
      peergroups: [],
      covariance: [],
    });
  });
});

describe('the rating of a matrix', () => {
  const classes = [toClass([1, 6, 1]), toClass([2, 10, 1])];

  it('is the measure of the column, by hand', () => {
    // Half bonds, half equity: 0.25 · 0.0036 + 0.25 · 0.04 + 2 · 0.25 · 0.003 = 0.0124, volatility 11.14 %.
    const columns = [cell(1, 2, 1), cell(2, 2, 0.5), cell(2, 3, 0.5), cell(2, 5, 0)];
    const [first, second] = allocationRating(market, { measure: 'VOLATILITY', classes }, columns);
    expect(first).toMatchObject({ riskRating: 6, shareQuota: 0, isInBand: true, expectedReturn: 0.03 });
    expect(second).toMatchObject({ riskRating: 11.14, shareQuota: 0.5, isInBand: false });
    expect(second?.volatility).toBeCloseTo(Math.sqrt(0.0124), 12);
    expect(second?.expectedReturn).toBeCloseTo(0.045, 12);
    const [, atRisk] = allocationRating(market, { measure: 'VALUE_AT_RISK', classes }, columns);
    expect(atRisk?.riskRating).toBe(Math.round(19_600 * Math.sqrt(0.0124)) / 100);
    const [, quota] = allocationRating(market, { measure: 'EQUITY_QUOTA', classes }, columns);
    expect(quota?.riskRating).toBe(50);
  });

  it('knows no risk where a used group has none, but its quota all the same', () => {
    const columns = [cell(1, 5, 0.1), cell(1, 3, 0.9)];
    const [rated] = allocationRating(market, { measure: 'VOLATILITY', classes }, columns);
    expect(rated).toMatchObject({
      riskRating: null,
      isInBand: false,
      volatility: null,
      expectedReturn: null,
      shareQuota: 0.9,
    });
    const [quota] = allocationRating(market, { measure: 'EQUITY_QUOTA', classes }, columns);
    expect(quota?.riskRating).toBe(90);
  });

  it('of one column is not spoiled by what another one holds', () => {
    const columns = [cell(1, 3, 1), cell(2, 5, 1)];
    const [first, second] = allocationRating(market, { measure: 'VOLATILITY', classes }, columns);
    expect([first?.riskRating, second?.riskRating]).toEqual([20, null]);
    const [one, two] = fundMatrixRating(market, {
      riskTypeId: 1,
      useQuota: false,
      riskItems: items([1, 6, 1], [2, 6, 1]),
      allocationItems: [
        { riskClassId: 1, securityId: 21, fraction: 1 },
        { riskClassId: 2, securityId: 51, fraction: 1 },
      ],
    });
    expect([one?.riskRating === null, two?.riskRating]).toEqual([false, null]);
  });

  it('is that of the screen, whose rule it shares', () => {
    const ids = [1, 2, 3];
    const rows = ids.map((id, place) => {
      const group = market.groups.get(id);
      return { place, equityQuota: group?.equityQuota ?? 0, expectedReturn: group?.expectedReturn ?? null };
    });
    const covariance = covarianceOf(market, ids);
    const share = fc.integer({ min: 0, max: 1000 });
    fc.assert(
      fc.property(fc.tuple(share, share, share), (tenths) => {
        const shares = tenths.map(fromTenths);
        const shown = rateColumn(rows, covariance, shares, 'VOLATILITY', { target: 6, range: 1 });
        const [rated] = allocationRating(
          market,
          { measure: 'VOLATILITY', classes },
          ids.map((id, k) => cell(1, id, shares[k] ?? 0)),
        );
        expect([rated?.riskRating, rated?.isInBand]).toEqual([shown.riskRating, shown.status === 'in']);
      }),
    );
  });

  it('rates every class, empty ones too, and refuses unknown groups', () => {
    const ratings = allocationRating(market, { measure: 'VOLATILITY', classes }, []);
    expect(ratings.map(({ riskRating }) => riskRating)).toEqual([0, 0]);
    expect(() => allocationRating(market, { measure: 'VOLATILITY', classes }, [cell(1, 99, 1)])).toThrow(
      'funds.unknown',
    );
  });

  it('of funds adds the own risk of each fund', () => {
    // Two bond funds by halves: 0.0036 + 2 · 0.25 · 0.0009 = 0.00405, volatility 6.36 %.
    const body = {
      riskTypeId: 1,
      useQuota: false,
      riskItems: items([1, 6, 0.5]),
      allocationItems: [
        { riskClassId: 1, securityId: 21, fraction: 0.5 },
        { riskClassId: 1, securityId: 22, fraction: 0.5 },
      ],
    };
    const [rated] = fundMatrixRating(market, body);
    expect(rated).toMatchObject({ riskRating: 6.36, isInBand: true, shareQuota: 0 });
    const equity = { riskClassId: 1, securityId: 31, fraction: 1 };
    const [quota] = fundMatrixRating(market, { ...body, useQuota: true, allocationItems: [equity] });
    expect(quota).toMatchObject({ riskRating: 95, shareQuota: 0.95, isInBand: false });
    const blind = { riskClassId: 1, securityId: 51, fraction: 1 };
    expect(fundMatrixRating(market, { ...body, allocationItems: [blind] })[0]?.riskRating).toBeNull();
    const unknownCost = new Map(market.funds);
    for (const [id, fee] of [
      [21, 0.01],
      [22, null],
    ] as const) {
      const fund = market.funds.get(id);
      if (fund) unknownCost.set(id, { ...fund, ongoingFee: fee });
    }
    const costs = (allocationItems: typeof body.allocationItems) =>
      fundMatrixRating({ ...market, funds: unknownCost }, { ...body, allocationItems })[0]?.ongoingCost;
    expect(costs([{ riskClassId: 1, securityId: 21, fraction: 0.4 }])).toBeCloseTo(0.004, 12);
    expect(costs(body.allocationItems)).toBeNull();
    expect(costs([{ riskClassId: 1, securityId: 22, fraction: 0 }])).toBe(0);
    const nobody = { riskClassId: 1, securityId: 99, fraction: 1 };
    expect(() => fundMatrixRating(market, { ...body, allocationItems: [nobody] })).toThrow('funds.unknown');
  });
});

describe('an automatic matrix', () => {
  it('is what the engine finds, cell by cell', async () => {
    const answer = await automaticMatrix(market, request());
    const { columns } = automaticAllocation({
      groups: [1, 2, 3].map((id) => ({
        id: String(id),
        expectedReturn: [0.02, 0.03, 0.06][id - 1] ?? 0,
        equityQuota: id === 3 ? 1 : 0,
        lower: 0,
        upper: 1,
        isMoneyMarket: id === 1,
      })),
      covariance: market.covariance.slice(0, 3).map((row) => row.slice(0, 3)),
      classes: [toClass([1, 2, 1]), toClass([2, 6, 1]), toClass([3, 12, 2])],
      type: 'MAX_RETURN',
      measure: 'VOLATILITY',
      rows: [],
      units: 1000,
      minPosition: 0.02,
      riskFreeRate: 0.02,
    });
    expect(answer.allocationItems).toEqual(
      columns.flatMap(({ units }, k) => units.map((value, g) => cell(k + 1, g + 1, value / 1000))),
    );
    expect(answer.riskRating.map(({ riskRating }) => riskRating)).toEqual(
      columns.map(({ measure }) => measure),
    );
    for (const { riskContributions } of answer.riskRating)
      expect(riskContributions.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
    expect(answer.frontier.length).toBeGreaterThan(10);
  });

  it('rates its columns as the rating call does', async () => {
    for (const allocationTypeId of [1, 2, 3, 4, 5, 6, 7]) {
      const answer = await automaticMatrix(
        market,
        request({ allocationTypeId, riskItems: items([1, 2, 1], [2, 5, 1]) }),
      );
      const rated = allocationRating(
        market,
        { measure: 'VOLATILITY', classes: [toClass([1, 2, 1]), toClass([2, 5, 1])] },
        answer.allocationItems,
      );
      expect(answer.riskRating.map(({ riskRating }) => riskRating)).toEqual(
        rated.slice(0, answer.riskRating.length).map(({ riskRating }) => riskRating),
      );
      expect(answer.riskRating.every(({ isInBand }) => isInBand)).toBe(true);
    }
  });

  it('never gives alternative assets more than 15 %, unless there is nothing else', async () => {
    const capped = await automaticMatrix(
      market,
      request({ peergroupIds: [1, 2, 3, 4], allocationTypeId: 5 }),
    );
    const gold = capped.allocationItems.filter(({ peergroupId }) => peergroupId === 4);
    expect(gold.length).toBe(3);
    expect(Math.max(...gold.map(({ fraction }) => fraction))).toBeLessThanOrEqual(0.15);
    const only = await automaticMatrix(market, request({ peergroupIds: [4], riskItems: items([1, 16, 1]) }));
    expect(only.allocationItems).toEqual([cell(1, 4, 1)]);
  });

  it('gives the columns there are beside the classes out of reach', async () => {
    const answer = await automaticMatrix(market, request({ riskItems: items([1, 6, 1], [2, 40, 1]) }));
    expect(answer.riskRating.map(({ riskClassId }) => riskClassId)).toEqual([1]);
    expect(answer.failures).toEqual([{ riskClassId: 2, low: 0.5, high: 20, nearestRisk: 20 }]);
    expect(answer.messages).toContainEqual(
      expect.objectContaining({
        code: 'TA02',
        severity: 2,
        subject: { kind: 'class', name: 'Risikoklasse 2' },
        text: expect.stringContaining('Erreichbar sind 0,50'),
      }),
    );
  });

  it('is refused with class and nearest risk where no class is in reach', async () => {
    const out = request({ riskItems: items([1, 40, 1], [2, 50, 1]) });
    await expect(automaticMatrix(market, out)).rejects.toThrow(
      expect.objectContaining({
        code: 'allocation.infeasible',
        details: expect.objectContaining({ params: { riskClassId: 1, nearestRisk: 20 } }),
      }),
    );
  });

  it('computes from views: half believed, a return goes half the way, and what goes with the group follows', async () => {
    const view = { peergroupId: 3, comparedWithId: null, expectedReturn: 0.1, confidence: 0.5 };
    const { viewEffects, allocationItems, messages } = await automaticMatrix(
      market,
      request({ allocationTypeId: 8, views: [view] }),
    );
    expect(messages.filter(({ severity }) => severity === 2)).toEqual([]);
    expect(allocationItems.length).toBeGreaterThan(0);
    const gap = 0.1 - (viewEffects[2]?.before ?? 0);
    // One view alone: mu_i = pi_i + c S_ik / S_kk (q - pi_k).
    expect(viewEffects[2]?.after).toBeCloseTo((viewEffects[2]?.before ?? 0) + 0.5 * gap, 12);
    expect(viewEffects[1]?.after).toBeCloseTo((viewEffects[1]?.before ?? 0) + 0.5 * (0.003 / 0.04) * gap, 12);
    expect(viewEffects[0]?.after).toBeCloseTo(viewEffects[0]?.before ?? Number.NaN, 12);
    const relative = { peergroupId: 3, comparedWithId: 2, expectedReturn: 0.07, confidence: 0.99 };
    const { viewEffects: moved } = await automaticMatrix(
      market,
      request({ allocationTypeId: 8, views: [relative] }),
    );
    expect((moved[2]?.after ?? 0) - (moved[1]?.after ?? 0)).toBeCloseTo(
      0.99 * 0.07 + 0.01 * ((moved[2]?.before ?? 0) - (moved[1]?.before ?? 0)),
      12,
    );
    const other = await automaticMatrix(market, request({ allocationTypeId: 1, views: [view] }));
    expect(other.viewEffects).toEqual([]);
  });

  it('takes a view on the money market for one on money alone: what chance relates to it stays where it was', async () => {
    // Related to shares as a sample may have it: 23 times its own variance.
    const related = {
      ...market,
      covariance: market.covariance.map((row, i) =>
        row.map((value, j) => (i + j === 2 && i !== j ? 23 * 0.000025 : value)),
      ),
    };
    const view = { peergroupId: 1, comparedWithId: null, expectedReturn: 0.015, confidence: 0.5 };
    const { viewEffects, allocationItems } = await automaticMatrix(
      related,
      request({ allocationTypeId: 8, views: [view] }),
    );
    expect(viewEffects[0]?.after).toBeCloseTo(((viewEffects[0]?.before ?? 0) + 0.015) / 2, 12);
    for (const { before, after } of viewEffects.slice(1)) expect(after).toBeCloseTo(before, 12);
    expect(allocationItems.length).toBeGreaterThan(0);
  });

  it('refuses views of groups that are no rows of the matrix, and those that say nothing', async () => {
    for (const views of [
      [{ peergroupId: 4, comparedWithId: null, expectedReturn: 0.1, confidence: 0.5 }],
      [{ peergroupId: 3, comparedWithId: 3, expectedReturn: 0.1, confidence: 0.5 }],
      [{ peergroupId: 3, comparedWithId: 99, expectedReturn: 0.1, confidence: 0.5 }],
      [{ peergroupId: 3, comparedWithId: null, expectedReturn: 0.1, confidence: 1 }],
      [{ peergroupId: 3, comparedWithId: null, expectedReturn: 7, confidence: 0.5 }],
    ])
      await expect(automaticMatrix(market, request({ allocationTypeId: 8, views }))).rejects.toThrow(
        'common.validationFailed',
      );
  });

  it('says in a message which data are missing', async () => {
    const views = await automaticMatrix(market, request({ allocationTypeId: 8 }));
    expect(views).toMatchObject({
      allocationItems: [],
      messages: [{ code: 'TA10', severity: 2, step: 'allocation' }],
    });
    expect(views.messages[0]?.text).toBe('Für die gewählte Aufteilung fehlen Markteinschätzungen.');
    const risk = await automaticMatrix(market, request({ peergroupIds: [1, 5] }));
    expect(risk.messages[0]?.text).toBe('Für die gewählte Aufteilung fehlen Risikodaten (Neu).');
    await expect(automaticMatrix(market, request({ allocationTypeId: 9 }))).rejects.toThrow(
      'common.validationFailed',
    );
    await expect(automaticMatrix(market, request({ peergroupIds: [1, 99] }))).rejects.toThrow(
      'funds.unknown',
    );
  });
});

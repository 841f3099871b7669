import type { CallAnswer } from '@depotwerk/api/call';
import type * as calls from '@depotwerk/api/tariffs/tariff-lookups';
import { describe, expect, it } from 'vitest';
import { allocationDraft, ownComponentWorld, riskDraft } from '../../../test/component-world.ts';

const on = ownComponentWorld();

type Ratings = CallAnswer<typeof calls.rateAllocation>;
type Automatic = CallAnswer<typeof calls.computeAutomaticAllocation>;

const cell = (riskClassId: number, peergroupId: number, fraction: number) => ({
  riskClassId,
  peergroupId,
  fraction,
  isUsed: fraction > 0,
});
const automatic = (body: object, token: string | null = on().reader) =>
  on().post<Automatic>('/tariff-components/allocation/automatic-allocation', body, token);
const request = {
  peergroupIds: [29, 22, 24, 1, 5, 17],
  allocationTypeId: 1,
  riskTypeId: 1,
  useQuota: false,
  riskItems: [
    { riskClassId: 1, target: 3, range: 1 },
    { riskClassId: 2, target: 6, range: 1 },
    { riskClassId: 3, target: 9, range: 1 },
  ],
  relationships: [],
};
describe('lists to choose from', () => {
  it('hold what is fixed about them', async () => {
    const get = async (path: string) =>
      (await on().world.call<unknown[]>(on().reader, 'GET', `/tariffs/${path}`)).body;
    expect(await get('tariff-types')).toHaveLength(8);
    expect(await get('tariff-types/7')).toEqual({
      id: 7,
      name: 'Versicherungs-Hybrid statisch',
      isHybridTariffType: true,
    });
    expect(await get('guarantee-types')).toHaveLength(3);
    expect(await get('universe-types')).toHaveLength(6);
    expect(await get('ranking-types')).toHaveLength(11);
    expect(await get('allocation-types')).toHaveLength(8);
    expect(await get('risk-types')).toEqual([
      { id: 1, riskTypeName: 'Volatilität' },
      { id: 2, riskTypeName: 'Value-at-Risk 97,5\u00a0%' },
    ]);
    const hints = (await get('optimization-hints')) as { id: number; optimizationHintAnswers: unknown[] }[];
    expect(hints.map(({ id }) => id)).toEqual(Array.from({ length: 21 }, (_, k) => k + 1));
    expect(hints[0]?.optimizationHintAnswers).toHaveLength(3);
    expect(hints[2]?.optimizationHintAnswers).toHaveLength(2);
    expect((await get('issuers')).length).toBeGreaterThan(3);
    const missing = await on().world.call(on().reader, 'GET', '/tariffs/tariff-types/99');
    expect(missing.status).toBe(404);
    expect((await on().world.call(on().reader, 'GET', '/tariffs/tariff-types/x')).status).toBe(400);
  });

  it('of components leave out inactive ones unless asked for, and name what they build on', async () => {
    const base = await on().create('risk', riskDraft({ useQuota: true }));
    const hidden = await on().create('risk', riskDraft({ isInactive: true }));
    const built = await on().create('allocation', allocationDraft(base.body.id));
    const choices = async (query: string, token = on().reader) =>
      (
        await on().world.call<CallAnswer<typeof calls.listTariffComponentChoices>>(
          token,
          'GET',
          `/tariffs/components?${query}`,
        )
      ).body;
    const active = await choices('kind=risk');
    expect(active.find(({ id }) => id === base.body.id)).toMatchObject({
      riskTypeId: 1,
      riskItemsNumber: 3,
      useQuota: true,
      dependsOnId: null,
    });
    expect(active.some(({ id }) => id === hidden.body.id)).toBe(false);
    expect((await choices('kind=risk&includeInactive=true')).some(({ id }) => id === hidden.body.id)).toBe(
      true,
    );
    expect((await choices('kind=allocation')).find(({ id }) => id === built.body.id)?.dependsOnId).toBe(
      base.body.id,
    );
    expect((await choices('kind=risk', on().stranger)).some(({ id }) => id === base.body.id)).toBe(false);
    expect((await on().world.call(on().reader, 'GET', '/tariffs/components?kind=other')).status).toBe(400);
  });
});

describe('risk of a matrix', () => {
  it('is that of the stored covariance', async () => {
    const base = await on().create('risk', riskDraft());
    const body = {
      riskComponent: base.body.id,
      allocationItems: [cell(1, 22, 0.6), cell(1, 1, 0.4), cell(2, 1, 1), cell(3, 29, 1)],
    };
    const rated = await on().post<Ratings>('/tariff-components/allocation/risk-rating', body);
    const expected = [
      await on().volatilityOf({ 22: 0.6, 1: 0.4 }),
      await on().volatilityOf({ 1: 1 }),
      await on().volatilityOf({ 29: 1 }),
    ];
    expect(rated.body.map(({ riskRating }) => riskRating)).toEqual(
      expected.map((value) => Math.round(value * 100) / 100),
    );
    expect(rated.body.map(({ riskClassId }) => riskClassId)).toEqual([1, 2, 3]);
    expect(rated.body[1]?.shareQuota).toBe(1);
    const risks = await on().post<CallAnswer<typeof calls.readPeergroupRisks>>(
      '/tariff-components/allocation/peergroup-risks',
      { peergroupIds: [1, 29], riskTypeId: 2 },
    );
    expect(risks.body.peergroups[0]?.riskValue).toBeCloseTo(1.96 * (expected[1] ?? 0), 3);
    expect(risks.body.peergroups[1]).toMatchObject({ isMoneyMarket: true, categoryName: 'Geldmarkt' });
    expect(100 * Math.sqrt(risks.body.covariance?.[0]?.[0] ?? 0)).toBeCloseTo(expected[1] ?? 0, 9);
  });

  it('takes matrices of 500 rows', async () => {
    const base = await on().create('risk', riskDraft());
    const allocationItems = Array.from({ length: 3500 }, (_, k) => ({
      riskClassId: 1 + (k % 3),
      peergroupId: 2_000_000_000 + Math.floor(k / 3),
      // Counts nothing, as empty cells do, and needs the room of a real share.
      fraction: -0.001,
      isUsed: false,
    }));
    const body = { riskComponent: base.body.id, allocationItems };
    expect(JSON.stringify(body).length).toBeGreaterThan(256 * 1024);
    const path = '/tariff-components/allocation/risk-rating';
    expect((await on().post(path, body)).status).toBe(200);
    const more = [...allocationItems, ...allocationItems.slice(0, 1)];
    expect((await on().post(path, { ...body, allocationItems: more })).status).toBe(400);
  });

  it('of funds has their own risk in it', async () => {
    const { rows } = await on().world.owner.query<{ id: number; group: number; own: number }>(
      `select f.id, f.peergroup_id as group, k.tracking_error::float8 as own from funds f
         join fund_key_figures k on k.tenant_id = f.tenant_id and k.fund_id = f.id
        where f.tenant_id = $1 and f.peergroup_id in (1, 22) and k.tracking_error > 0 order by f.peergroup_id, f.id`,
      [on().world.tenantId],
    );
    const equity = rows.find(({ group }) => group === 1);
    const bond = rows.find(({ group }) => group === 22);
    const answer = await on().post<Ratings>('/tariff-components/fund-matrix/risk-rating', {
      riskTypeId: 1,
      useQuota: false,
      riskItems: [{ riskClassId: 1, target: 8, range: 2 }],
      allocationItems: [
        { riskClassId: 1, securityId: equity?.id, fraction: 0.5 },
        { riskClassId: 1, securityId: bond?.id, fraction: 0.5 },
      ],
    });
    const groups = (await on().volatilityOf({ 1: 0.5, 22: 0.5 })) / 100;
    const own = (0.5 * (equity?.own ?? 0)) ** 2 + (0.5 * (bond?.own ?? 0)) ** 2;
    expect(answer.body[0]?.volatility).toBeCloseTo(Math.sqrt(groups ** 2 + own), 9);
    expect(answer.body[0]?.shareQuota).toBeCloseTo(0.5, 6);
  });

  it('follows data that change while the process runs', async () => {
    const base = await on().create('risk', riskDraft({ useQuota: true }));
    const body = { riskComponent: base.body.id, allocationItems: [cell(1, 11, 1)] };
    const rate = async () =>
      (await on().post<Ratings>('/tariff-components/allocation/risk-rating', body)).body[0]?.riskRating;
    const before = await rate();
    await on().world.owner.query(
      'update peergroup_risks set share_quota = 0.123 where tenant_id = $1 and peergroup_id = 11',
      [on().world.tenantId],
    );
    expect(await rate()).toBe(12.3);
    expect(before).not.toBe(12.3);
  });
});

describe('an automatic matrix', () => {
  it('has exact sums, bands, caps and the risk it says, for every type and measure', async () => {
    for (let allocationTypeId = 1; allocationTypeId <= 7; allocationTypeId += 1)
      for (const measure of [{ riskTypeId: 1 }, { riskTypeId: 2 }, { useQuota: true }]) {
        const factor = 'useQuota' in measure ? 6 : measure.riskTypeId === 2 ? 1.96 : 1;
        const riskItems = request.riskItems.map(({ riskClassId, target }) => ({
          riskClassId,
          target: Math.round(10 * factor * target) / 10,
          range: Math.round(10 * factor) / 10,
        }));
        const { status, body } = await automatic({ ...request, ...measure, riskItems, allocationTypeId });
        expect(status).toBe(200);
        expect(body.riskRating.length + body.failures.length).toBe(3);
        for (const rating of body.riskRating) {
          const items = body.allocationItems.filter(({ riskClassId }) => riskClassId === rating.riskClassId);
          expect(items.reduce((sum, { fraction }) => sum + Math.round(1000 * fraction), 0)).toBe(1000);
          expect(items.every(({ fraction }) => fraction === 0 || fraction >= 0.019)).toBe(true);
          expect(rating.isInBand).toBe(true);
          const weights = Object.fromEntries(
            items.map(({ peergroupId, fraction }) => [peergroupId, fraction]),
          );
          expect(100 * (rating.volatility ?? 0)).toBeCloseTo(await on().volatilityOf(weights), 6);
        }
      }
  });

  it('has more return the more risk, and says what it cannot reach', async () => {
    const { body } = await automatic({
      ...request,
      riskItems: [...request.riskItems, { riskClassId: 4, target: 90, range: 1 }],
    });
    const returns = body.riskRating.map(({ expectedReturn }) => expectedReturn ?? 0);
    expect(returns).toEqual(returns.toSorted((a, b) => a - b));
    expect(body.failures).toMatchObject([{ riskClassId: 4 }]);
    const none = await automatic({ ...request, riskItems: [{ riskClassId: 1, target: 90, range: 1 }] });
    expect(none).toMatchObject({
      status: 400,
      body: {
        code: 'allocation.infeasible',
        params: { riskClassId: 1, nearestRisk: body.failures[0]?.nearestRisk },
      },
    });
  });

  it('needs views for Black-Litterman', async () => {
    const { status, body } = await automatic({ ...request, allocationTypeId: 8 });
    expect([status, body.allocationItems, body.messages.map(({ code }) => code)]).toEqual([
      200,
      [],
      ['TA10'],
    ]);
  });
});

describe('broken input and missing rights', () => {
  const paths = [
    '/tariffs/check-combination',
    '/tariffs/check-allocation-components-combination',
    '/tariff-components/allocation/peergroup-risks',
    '/tariff-components/allocation/risk-rating',
    '/tariff-components/allocation/automatic-allocation',
    '/tariff-components/fund-matrix/risk-rating',
    '/tariff-components/selection/automatic-selection',
  ];

  it('are refused before anything is computed', async () => {
    const nobody = await on().world.caller({ permissions: ['contracts.view'] });
    for (const path of paths) {
      expect((await on().post(path, {}, nobody)).status).toBe(403);
      expect((await on().post(path, {}, null)).status).toBe(401);
      for (const body of [{}, [], { peergroupIds: 'x' }, { riskItems: [{}] }, { ids: [1] }])
        expect((await on().post(path, body)).status).toBe(400);
    }
    const lookups = ['issuers', 'tariff-types', 'optimization-hints', 'components?kind=risk'];
    for (const path of lookups)
      expect((await on().world.call(nobody, 'GET', `/tariffs/${path}`)).status).toBe(403);
  });

  it('of figures nobody would type never ends in a failure of ours', async () => {
    const extremes = [-1e9, -1, 0, 1e-9, 50, 100, 1e9];
    for (const target of extremes)
      for (const range of extremes)
        for (const allocationTypeId of [1, 2, 4, 7]) {
          const riskItems = [
            { riskClassId: 3, target, range },
            { riskClassId: 3, target, range },
          ];
          const answer = await automatic({ ...request, allocationTypeId, riskItems });
          expect([200, 400]).toContain(answer.status);
        }
    for (const rest of [
      { peergroupIds: [1, 1] },
      { peergroupIds: [4711] },
      { allocationTypeId: 0 },
      { riskItems: [] },
      { peergroupIds: [] },
    ])
      expect((await automatic({ ...request, ...rest })).status).toBe(400);
    const one = await automatic({ ...request, peergroupIds: [1] });
    expect([200, 400]).toContain(one.status);
    const fund = { riskClassId: 1, securityId: 999_999, fraction: 1 };
    const unknown = { riskTypeId: 1, useQuota: false, riskItems: request.riskItems, allocationItems: [fund] };
    expect((await on().post('/tariff-components/fund-matrix/risk-rating', unknown)).body.code).toBe(
      'funds.unknown',
    );
  });
});

import { randomUUID } from 'node:crypto';
import type { CombinationMessageAnswer } from '@depotwerk/api/tariffs/tariff-fields';
import { describe, expect, it } from 'vitest';
import { allocationDraft, newKey, ownComponentWorld, riskDraft } from '../../../test/component-world.ts';
import { readComponentContents } from './component-content.view.ts';

const on = ownComponentWorld();

const tenantOfStranger = ({ rows }: { rows: { tenant_id: string }[] }) =>
  rows.find(({ tenant_id }) => tenant_id !== on().world.tenantId)?.tenant_id ?? '';

/** Components over money, bonds and stocks whose universe has funds of bonds, stocks and gold only. */
async function narrowComponents() {
  const items = [
    ...(await on().fundIds("peergroup_id = 22 and fund_status = 'open'", 3)),
    ...(await on().fundIds("peergroup_id = 1 and fund_status = 'open'", 3)),
    ...(await on().fundIds("peergroup_id = 32 and fund_status = 'open'", 1)),
  ];
  const universe = await on().create('universe', {
    name: 'Enges Universum',
    key: newKey(),
    isInactive: false,
    tariffUniverseSelectionManualMode: true,
    tariffUniverseType: null,
    maximumRiskIndicator: null,
    tariffUniverseItems: items,
  });
  const selection = await on().create('selection', {
    name: 'Enge Auswahl',
    key: newKey(),
    isInactive: false,
    tariffUniverseComponent: universe.body.id,
    tariffFundSelectionManualMode: false,
    tariffSelectedFunds: [],
    tariffRankingType: 11,
    tariffFundShortlistSize: 3,
    minimumRank: null,
    allowsUnrated: true,
  });
  const risk = await on().create('risk', riskDraft());
  const allocation = await on().create(
    'allocation',
    allocationDraft(risk.body.id, { relationships: [{ peergroupId: 29, relatedPeergroupIds: [24, 22] }] }),
  );
  return {
    risk: risk.body.id,
    selection: selection.body.id,
    allocation: allocation.body.id,
    universe: universe.body.id,
  };
}

describe('the combination check', () => {
  const check = (body: object, token: string | null = on().reader) =>
    on().post<CombinationMessageAnswer[]>('/tariffs/check-combination', body, token);
  const storedTariff = async (condition: string) => {
    const { rows } = await on().world.owner.query<Record<string, string>>(
      `select id as "tariffId", component_risk_id as "componentRiskId", component_selection_id as "componentSelectionId",
          component_allocation_id as "componentAllocationId", component_universe_id as "componentUniverseId",
          issuer_id as "issuerId", tariff_type_id as "tariffTypeId", (select count(*)::int from contracts c
            where c.tariff_id = t.id and c.deleted_at is null) as "contractCount"
        from tariffs t where tenant_id = $1 and component_risk_id is not null and ${condition} order by key limit 1`,
      [on().world.tenantId],
    );
    const { contractCount, ...body } = rows[0] ?? {};
    return { body, contractCount: Number(contractCount) };
  };

  it('weighs findings as the house says, in every check, and lets nobody weaken what protects numbers', async () => {
    const ids = await narrowComponents();
    const body = {
      componentRiskId: ids.risk,
      componentSelectionId: ids.selection,
      componentAllocationId: ids.allocation,
      componentUniverseId: ids.universe,
      issuerId: (await storedTariff('true')).body['issuerId'],
    };
    const severities = async () =>
      new Map((await check(body)).body.map(({ code, severity }) => [code, severity]));
    const usual = await severities();
    const [quiet = '', louder = ''] = ['TA13', 'TA08', 'TA09', 'S02'].filter((code) => usual.has(code));
    const put = (token: string | null, settings: object, version: number) =>
      on().world.call(
        token,
        'PUT',
        '/plausibility-rules',
        { severities: settings },
        {
          'if-match': `"${version}"`,
        },
      );
    const admin = await on().world.caller();
    expect((await put(on().reader, { [quiet]: 'off' }, 0)).status).toBe(403);
    const refused = await put(admin, { TA02: 'warning', [quiet]: 'off' }, 0);
    expect([refused.status, refused.body['validation']]).toEqual([
      400,
      [{ path: 'severities.TA02', code: 'unknownValue' }],
    ]);
    const saved = await put(admin, { [quiet]: 'off', [louder]: 'error' }, 0);
    expect(saved.status).toBe(200);
    expect((await put(admin, {}, 0)).status).toBe(412);
    const now = await severities();
    expect([now.has(quiet), now.get(louder)]).toEqual([false, 2]);
    expect([...now].filter(([code]) => code !== louder)).toEqual(
      [...usual].filter(([code]) => code !== quiet && code !== louder),
    );
    const { rows } = await on().world.owner.query(
      `select details from audit_entries where action = 'tariffs.weighPlausibility'`,
    );
    expect(rows).toEqual([{ details: { [quiet]: 'off', [louder]: 'error' } }]);
    expect((await put(admin, {}, Number(saved.body['rowVersion']))).status).toBe(200);
    expect(await severities()).toEqual(usual);
  });

  it('finds nothing that blocks in the tariffs of the demo, and counts their contracts', async () => {
    const { body, contractCount } = await storedTariff('true');
    const answer = await check(body);
    expect(answer.status).toBe(200);
    expect(answer.body.filter(({ severity }) => severity === 2)).toEqual([]);
    expect(answer.body.find(({ code }) => code === 'TA19')).toMatchObject({
      severity: 0,
      params: { contracts: contractCount },
      step: 'basics',
      subject: null,
    });
    const severities = answer.body.map(({ severity }) => severity);
    expect(severities).toEqual(severities.toSorted((a, b) => b - a));
  });

  it('blocks classes above the cap of costs a tariff sets, and none below it', async () => {
    const { body } = await storedTariff('true');
    const capped = async (costCap?: number) =>
      (await check({ ...body, ...(costCap !== undefined && { costCap }) })).body.filter(({ code }) =>
        code.startsWith('costCap'),
      );
    expect(await capped()).toEqual([]);
    expect(await capped(0.05)).toEqual([]);
    const above = await capped(0.0001);
    expect(above.length).toBeGreaterThan(0);
    expect(above.map(({ code, severity, step }) => `${code}/${severity}/${step}`)).toEqual(
      above.map(() => 'costCapExceeded/2/selection'),
    );
    expect(above[0]?.params).toMatchObject({ cap: 0.0001, cost: expect.any(Number) });
  });

  it('blocks funds above the risk indicator a tariff sets, and none up to it', async () => {
    const { body } = await storedTariff('true');
    const limited = async (maximumRiskIndicator?: number) =>
      (
        await check({ ...body, ...(maximumRiskIndicator !== undefined && { maximumRiskIndicator }) })
      ).body.filter(({ code }) => code.startsWith('sri'));
    expect(await limited()).toEqual([]);
    expect(await limited(7)).toEqual([]);
    const above = await limited(1);
    expect(above.length).toBeGreaterThan(0);
    for (const { code, severity, step, params } of above) {
      expect(`${code}/${severity}/${step}`).toBe('sriAboveProductLimit/2/selection');
      expect(params).toMatchObject({ limit: 1 });
    }
  });

  it('says by name which class and group do not fit, and where to mend it', async () => {
    const { body } = await storedTariff('true');
    const risk = await on().create('risk', riskDraft());
    const allocation = await on().create('allocation', allocationDraft(risk.body.id));
    const messages = (
      await check({ ...body, componentRiskId: risk.body.id, componentAllocationId: allocation.body.id })
    ).body;
    const volatility = Math.round(100 * (await on().volatilityOf({ 29: 0.3, 22: 0.7 }))) / 100;
    expect(messages.filter(({ code }) => code === 'TA02').map(({ subject }) => subject?.name)).toContain(
      'Risikoklasse 3',
    );
    expect(messages.find(({ code }) => code === 'TA02')?.params['measure']).toBe(volatility);
    expect(messages.find(({ code }) => code === 'TA05')).toMatchObject({
      severity: 2,
      subject: { kind: 'class' },
    });
    const spread = messages.find(({ code, subject }) => code === 'TA13' && subject?.kind === 'group');
    expect(spread).toMatchObject({ severity: 1, step: 'allocation' });
    expect(spread?.text).toContain(`Die Peergroup ${spread?.subject?.name} macht in der Risikoklasse`);
    const other = await on().create(
      'risk',
      riskDraft({
        tariffRiskItemsNumber: 5,
        tariffRiskItemsTargets: [2, 4, 6, 8, 10],
        tariffRiskItemsRanges: [1, 1, 1, 1, 1],
      }),
    );
    const counts = await check({
      ...body,
      componentRiskId: other.body.id,
      componentAllocationId: allocation.body.id,
    });
    expect(counts.body).toContainEqual(expect.objectContaining({ code: 'TA06', severity: 2 }));
  });

  it('looks at the funds of an automatic selection as they are today, and at substitutes', async () => {
    const { body } = await storedTariff('true');
    const ids = await narrowComponents();
    const messages = (
      await check({
        ...body,
        componentRiskId: ids.risk,
        componentAllocationId: ids.allocation,
        componentSelectionId: ids.selection,
        componentUniverseId: ids.universe,
      })
    ).body;
    expect(messages).toContainEqual(
      expect.objectContaining({
        code: 'TA07',
        severity: 2,
        subject: { kind: 'group', name: 'Geldmarkt Euro' },
      }),
    );
    expect(messages.find(({ code }) => code === 'S02')?.text).toMatch(
      /^Die Peergroup Geldmarkt Euro \(bis zu 30,0.%\) hat keinen geeigneten Fonds; ihren Anteil übernimmt die verwandte Peergroup Renten/,
    );
  });

  it('names funds of the selection nobody knows the costs of, or may recommend; lists mark them', async () => {
    const { body } = await storedTariff('true');
    const ids = await narrowComponents();
    const chosen = {
      componentRiskId: ids.risk,
      componentAllocationId: ids.allocation,
      componentSelectionId: ids.selection,
      componentUniverseId: ids.universe,
    };
    const [dear = 0, excluded = 0] = await on().fundIds("peergroup_id = 22 and fund_status = 'open'", 2);
    const { owner } = on().world;
    const { rows: before } = await owner.query<{ id: number; ongoing_fee: string; mifid_r: string }>(
      'select id, ongoing_fee, mifid_r from funds where id = any($1::int[])',
      [[dear, excluded]],
    );
    await owner.query('update funds set ongoing_fee = null where id = $1', [dear]);
    await owner.query("update funds set mifid_r = 'N' where id = $1", [excluded]);
    try {
      const messages = (await check({ ...body, ...chosen })).body.filter(({ code }) =>
        ['fundCostsUnknown', 'fundNotForRetail'].includes(code),
      );
      expect(
        messages.map(({ code, severity, step, params }) => [code, severity, step, params['count']]),
      ).toEqual([
        ['fundCostsUnknown', 1, 'selection', 1],
        ['fundNotForRetail', 1, 'selection', 1],
      ]);
      const listed = await on().post<{ id: number; ongoingFee: number | null; excludes: string | null }[]>(
        '/tariff-components/funds',
        { ids: [dear, excluded] },
      );
      expect(listed.body).toMatchObject([
        { id: dear, ongoingFee: null },
        { id: excluded, excludes: 'retail' },
      ]);
    } finally {
      for (const { id, ongoing_fee, mifid_r } of before)
        await owner.query('update funds set ongoing_fee = $2, mifid_r = $3 where id = $1', [
          id,
          ongoing_fee,
          mifid_r,
        ]);
    }
  });

  it('and a version take the funds of the allocation only, with substitutes for groups without one', async () => {
    const ids = await narrowComponents();
    const context = { tenantId: on().world.tenantId, userId: null };
    const read = (materialise: boolean) =>
      readComponentContents(on().database, context, ids, { materialise });
    const funds = (await read(true))?.selection.tariffSelectedFunds ?? [];
    const { rows } = await on().world.owner.query<{ group: number }>(
      `select peergroup_id as group from unnest($2::int[]) with ordinality as a (id, place)
         join funds f on f.tenant_id = $1 and f.id = a.id order by a.place`,
      [on().world.tenantId, funds],
    );
    // Rows of the matrix: money (nothing, bonds stand in), bonds, stocks; the gold of the universe is not asked for.
    expect(rows.map(({ group }) => group)).toEqual([22, 22, 22, 1, 1, 1]);
    const stored = (await read(false))?.selection.tariffSelectedFunds ?? [];
    expect(stored).toHaveLength(7);
    const foreign = {
      tenantId: tenantOfStranger(await on().world.owner.query('select tenant_id from tenants')),
      userId: null,
    };
    expect(await readComponentContents(on().database, foreign, ids, { materialise: true })).toBeNull();
  });

  it('of allocation and risk for a hybrid tariff checks both as far as they are named', async () => {
    const path = '/tariffs/check-allocation-components-combination';
    const { body } = await storedTariff('true');
    const fitting = {
      tariffTypeId: 7,
      componentAllocationId: body['componentAllocationId'],
      componentRiskId: body['componentRiskId'],
    };
    const fine = await on().post<CombinationMessageAnswer[]>(path, fitting);
    expect(fine.body.filter(({ severity }) => severity > 0)).toEqual([]);
    const risk = await on().create('risk', riskDraft());
    const wrong = await on().post<CombinationMessageAnswer[]>(path, {
      ...fitting,
      componentRiskId: risk.body.id,
    });
    expect(wrong.body.map(({ code }) => code)).toContain('TA06');
    expect(
      (await on().post(path, { tariffTypeId: 8, componentAllocationId: null, componentRiskId: null })).body,
    ).toEqual([]);
    expect((await on().post(path, { ...fitting, componentRiskId: randomUUID() })).body.code).toBe(
      'tariffComponents.unknown',
    );
  });

  it('knows components, issuers and peer groups of the own tenant only', async () => {
    const { body } = await storedTariff('true');
    expect((await check(body, on().stranger)).body).toMatchObject({ code: 'tariffComponents.unknown' });
    expect((await check({ ...body, issuerId: 4711 })).body).toMatchObject({
      code: 'tariffComponents.unknown',
    });
    expect((await check({ ...body, componentRiskId: body['componentAllocationId'] })).status).toBe(400);
    const rate = { riskComponent: body['componentRiskId'], allocationItems: [] };
    const foreign = await on().post('/tariff-components/allocation/risk-rating', rate, on().stranger);
    expect(foreign).toMatchObject({ status: 400, body: { code: 'tariffComponents.unknown' } });
  });
});

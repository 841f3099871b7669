import { randomUUID } from 'node:crypto';
import type { ListedFund } from '@depotwerk/api/components/tariff-components';
import { emptyComponent } from '@depotwerk/domain/tariff/empty-drafts';
import type { AllocationComponentDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { describe, expect, it } from 'vitest';
import { allocationDraft, newKey, ownComponentWorld, riskDraft } from '../../../test/component-world.ts';

const on = ownComponentWorld();

describe('a component', () => {
  it('of risk classes is created, read, saved and counted', async () => {
    const draft = riskDraft();
    const created = await on().create('risk', draft);
    expect(created).toMatchObject({ status: 201, etag: '"1"' });
    expect(created.body).toMatchObject({ versionNumber: 1, rowVersion: 1, usedByCount: 0, component: draft });
    const stored = await on().read('risk', created.body.id);
    expect(stored.body).toEqual(created.body);
    expect(stored.etag).toBe('"1"');
    const larger = riskDraft({
      ...draft,
      tariffRiskItemsNumber: 5,
      tariffRiskItemsTargets: [2, 4, 6, 8, 10],
      tariffRiskItemsRanges: [1, 1, 1, 1, 1],
    });
    const saved = await on().put('risk', created.body.id, larger, 1);
    expect(saved.body).toMatchObject({ versionNumber: 2, rowVersion: 2, component: larger });
    const smaller = { ...larger, ...riskDraft({ key: draft.key, name: 'Neuer Name' }) };
    expect((await on().put('risk', created.body.id, smaller, 2)).body).toMatchObject({
      versionNumber: 3,
      component: smaller,
    });
  });

  it('has a new version number only when its content changes', async () => {
    const draft = riskDraft();
    const { body } = await on().create('risk', draft);
    const renamed = await on().put('risk', body.id, { ...draft, name: 'Umbenannt', isInactive: true }, 1);
    expect(renamed.body).toMatchObject({ versionNumber: 1, rowVersion: 2 });
    const changed = await on().put('risk', body.id, { ...draft, useQuota: true }, 2);
    expect(changed.body).toMatchObject({ versionNumber: 2, rowVersion: 3 });
  });

  it('of funds keeps their order; an automatic universe holds what its type holds', async () => {
    const items = await on().fundIds(`fund_status = 'open'`, 3);
    const manual = await on().create('universe', {
      ...emptyComponent('universe'),
      name: 'Drei Fonds',
      key: newKey(),
      tariffUniverseItems: items,
      tariffUniverseType: 2,
    });
    // What the mode does not use is left out.
    expect(manual.body.component).toMatchObject({ tariffUniverseItems: items, tariffUniverseType: null });
    expect(manual.body.funds?.map(({ id }) => id)).toEqual(items);
    expect(manual.body.fundCount).toBe(3);
    const automatic = await on().create('universe', {
      ...emptyComponent('universe'),
      name: 'Vorsichtig',
      key: newKey(),
      tariffUniverseSelectionManualMode: false,
      tariffUniverseType: 6,
      maximumRiskIndicator: 3,
    });
    const { rows } = await on().world.owner.query<{ count: number }>(
      `select count(*)::int as count from funds where tenant_id = $1 and fund_status = 'open' and not is_inactive
          and risk_indicator <= 3`,
      [on().world.tenantId],
    );
    expect(rows[0]?.count).toBeGreaterThan(0);
    expect(automatic.body).toMatchObject({ fundCount: rows[0]?.count, funds: [] });
  });

  it('of an allocation keeps rows, shares to the tenth and relationships', async () => {
    const base = await on().create('risk', riskDraft());
    const draft = allocationDraft(base.body.id);
    const created = await on().create('allocation', draft);
    expect(created.body.component).toEqual(draft);
    const saved = await on().put(
      'allocation',
      created.body.id,
      allocationDraft(base.body.id, {
        key: draft.key,
        peergroupIds: [1, 22],
        relationships: [],
        allocationItems: [1, 2, 3].flatMap((riskClassId) => [
          { riskClassId, peergroupId: 1, fraction: 0.333, isUsed: true },
          { riskClassId, peergroupId: 22, fraction: 0.667, isUsed: true },
        ]),
      }),
      1,
    );
    expect(saved.body.versionNumber).toBe(2);
    expect(saved.body.component).toMatchObject({ peergroupIds: [1, 22], relationships: [] });
    expect(saved.body.component.allocationItems).toHaveLength(6);
  });

  it('of an automatic selection is saved with the best funds of each peer group', async () => {
    const universe = await on().create('universe', {
      ...emptyComponent('universe'),
      name: 'ETF',
      key: newKey(),
      tariffUniverseSelectionManualMode: false,
      tariffUniverseType: 2,
    });
    const draft = {
      ...emptyComponent('selection'),
      name: 'Beste ETF',
      key: newKey(),
      tariffUniverseComponent: universe.body.id,
      tariffFundSelectionManualMode: false,
      tariffRankingType: 9,
      tariffFundShortlistSize: 2,
      minimumRank: 3,
      allowsUnrated: false,
    };
    const created = await on().create('selection', draft);
    // The rule again, in SQL: costs are better when they are lower.
    const { rows } = await on().world.owner.query<{ id: number }>(
      `select id from (select f.id, f.peergroup_id, row_number() over (partition by f.peergroup_id
            order by r.fund_rank desc, r.ranking_value, f.ongoing_fee, f.isin) as place
          from funds f join fund_ranks r on r.tenant_id = f.tenant_id and r.fund_id = f.id and r.ranking_type_id = 9
         where f.tenant_id = $1 and f.is_etf and f.fund_status = 'open' and not f.is_inactive and r.fund_rank >= 3) best
        where place <= 2 order by peergroup_id, place`,
      [on().world.tenantId],
    );
    expect(rows.length).toBeGreaterThan(5);
    expect(created.body.component.tariffSelectedFunds).toEqual(rows.map(({ id }) => id));
    expect(created.body.funds?.every((fund) => fund.isETF && (fund.rank ?? 0) >= 3)).toBe(true);
    const preview = await on().world.call<ListedFund[]>(
      on().reader,
      'POST',
      '/tariff-components/selection/automatic-selection',
      {
        tariffUniverseComponent: universe.body.id,
        tariffRankingType: 9,
        tariffFundShortlistSize: 2,
        minimumRank: 3,
        allowsUnrated: false,
      },
    );
    expect(preview.body).toEqual(created.body.funds);
  });

  it('is refused with every finding of the rules, and nothing of it is stored', async () => {
    const before = (await on().list('risk')).body.length;
    const bad = await on().create(
      'risk',
      riskDraft({ name: ' ', tariffRiskItemsTargets: [8, 4, 101], tariffRiskItemsRanges: [2, -1, 0] }),
    );
    expect(bad).toMatchObject({ status: 400, body: { code: 'common.validationFailed' } });
    expect(bad.body.validation?.map(({ path: at, code }) => `${at} ${code}`)).toEqual(
      expect.arrayContaining([
        'name required',
        'tariffRiskItemsTargets.1 targetNotHigher',
        'tariffRiskItemsTargets.2 targetRange',
        'tariffRiskItemsRanges.1 rangeNegative',
      ]),
    );
    expect((await on().list('risk')).body).toHaveLength(before);
    const base = await on().create('risk', riskDraft());
    const sums = await on().create(
      'allocation',
      allocationDraft(base.body.id, {
        allocationItems: allocationDraft(base.body.id).allocationItems.slice(1),
      }),
    );
    expect(sums.body.validation).toContainEqual(
      expect.objectContaining({ path: 'allocationItems.class1', code: 'columnSum' }),
    );
  });

  it('names only what exists in the tenant', async () => {
    const [foreign = 0] = await on().fundIds('true', 1);
    const universe = { ...emptyComponent('universe'), name: 'U', key: newKey() };
    const unknown = await on().create('universe', { ...universe, tariffUniverseItems: [foreign, 999_999] });
    expect(unknown.body.validation).toEqual([{ path: 'tariffUniverseItems', code: 'unknownValue' }]);
    const groups = await on().create('allocation', {
      ...allocationDraft((await on().create('risk', riskDraft())).body.id),
      relationships: [{ peergroupId: 1, relatedPeergroupIds: [4711] }],
    });
    expect(groups.body.validation).toEqual([{ path: 'relationships', code: 'unknownValue' }]);
    expect((await on().create('allocation', allocationDraft(randomUUID()))).body.code).toBe(
      'tariffComponents.unknown',
    );
    // A risk component of another tenant is no risk component at all; neither is one of another kind.
    const other = await on().create('risk', riskDraft(), on().stranger);
    expect((await on().create('allocation', allocationDraft(other.body.id))).body.code).toBe(
      'tariffComponents.unknown',
    );
    const selection = {
      ...emptyComponent('selection'),
      name: 'S',
      key: newKey(),
      tariffUniverseComponent: other.body.id,
      tariffSelectedFunds: [foreign],
      tariffRankingType: 1,
    };
    expect((await on().create('selection', selection)).body.code).toBe('tariffComponents.unknown');
  });
});

describe('a key', () => {
  it('is taken once within its kind, whatever its case', async () => {
    const first = riskDraft();
    await on().create('risk', first);
    expect(await on().create('risk', riskDraft({ key: first.key.toLowerCase() }))).toMatchObject({
      status: 409,
      body: { code: 'tariffComponents.keyExists' },
    });
    const second = await on().create('risk', riskDraft());
    const draft = { ...second.body.component, key: first.key.toUpperCase() };
    expect((await on().put('risk', second.body.id, draft, 1)).body.code).toBe('tariffComponents.keyExists');
    const universe = {
      ...emptyComponent('universe'),
      name: 'U',
      tariffUniverseItems: await on().fundIds('true', 1),
    };
    expect((await on().create('universe', { ...universe, key: first.key })).status).toBe(201);
  });

  it('goes to one of many who ask at the same time', async () => {
    const same = newKey();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, k) =>
        on().create('risk', riskDraft({ key: k % 2 === 0 ? same : same.toLowerCase() })),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409, 409,
    ]);
  });
});

describe('two people editing', () => {
  it('never overwrite one another: the second gets what is stored', async () => {
    const draft = riskDraft();
    const { body } = await on().create('risk', draft);
    const answers = await Promise.all(
      ['Erste', 'Zweite', 'Dritte'].map((name) => on().put('risk', body.id, { ...draft, name }, 1)),
    );
    const saved = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 412);
    expect([saved.length, refused.length]).toEqual([1, 2]);
    const { body: stored } = await on().read('risk', body.id);
    expect(stored.component.name).toBe(saved[0]?.body.component.name);
    for (const answer of refused)
      expect(answer.body.current).toMatchObject({
        rowVersion: 2,
        component: { name: stored.component.name },
      });
    expect((await on().put('risk', body.id, draft, null)).status).toBe(428);
    expect((await on().remove('risk', body.id, 1)).body).toMatchObject({
      code: 'common.versionConflict',
      current: { rowVersion: 2 },
    });
  });

  it('get one component for one key of idempotency', async () => {
    const draft = riskDraft();
    const header = { 'idempotency-key': randomUUID() };
    const first = await on().create('risk', draft, on().editor, header);
    const again = await on().create('risk', draft, on().editor, header);
    expect(again.body).toEqual(first.body);
    expect((await on().create('risk', riskDraft(), on().editor, header)).status).toBe(422);
  });
});

describe('broken input', () => {
  it('is refused in German, never with a failure of ours', async () => {
    const { body } = await on().create('risk', riskDraft());
    const bodies: unknown[] = [
      {},
      [],
      null,
      'x',
      { ...riskDraft(), tariffRiskItemsTargets: ['4', 8, 12] },
      { ...riskDraft(), tariffRiskItemsTargets: [1e300, 8, 12] },
      { ...riskDraft(), tariffRiskItemsNumber: 4 },
      { ...riskDraft(), tariffRiskItemsNumber: null },
      { ...riskDraft(), tariffRiskType: 999 },
      { ...riskDraft(), tariffRiskItemsTargets: [4.123, 8, 12] },
      { ...riskDraft(), key: '"; drop table components; --' },
      { ...riskDraft(), name: '\u0000' },
      { ...riskDraft(), name: 'x'.repeat(201) },
      { ...riskDraft(), more: true },
    ];
    for (const broken of bodies) {
      expect([400, 415]).toContain((await on().create('risk', broken)).status);
      expect([400, 415]).toContain((await on().put('risk', body.id, broken, 1)).status);
    }
    for (const target of ['risk/1', 'risk/x', 'other', `risk/${randomUUID()}`, `universe/${body.id}`])
      expect([400, 404]).toContain(
        (await on().world.call(on().editor, 'GET', `/tariff-components/${target}`)).status,
      );
  });

  it('of an allocation or a universe is refused as well', async () => {
    const { body } = await on().create('risk', riskDraft());
    const good = allocationDraft(body.id);
    const [item = good.allocationItems[0]] = good.allocationItems;
    const bodies: Partial<AllocationComponentDraft>[] = [
      { peergroupIds: [29, 29, 1] },
      { peergroupIds: [] },
      { allocationType: 9 },
      { allocationType: null },
      { riskComponent: null },
      { relationships: [{ peergroupId: 2, relatedPeergroupIds: [1] }] },
      { relationships: [{ peergroupId: 1, relatedPeergroupIds: [1] }] },
      { allocationItems: item ? [...good.allocationItems, item] : [] },
      { allocationItems: good.allocationItems.map((cell) => ({ ...cell, fraction: -0.5 })) },
      { allocationItems: good.allocationItems.map((cell) => ({ ...cell, riskClassId: 7 })) },
      { allocationItems: good.allocationItems.map((cell) => ({ ...cell, fraction: 0.12345 })) },
    ];
    for (const rest of bodies)
      expect((await on().create('allocation', { ...good, ...rest })).status).toBe(400);
    const universe = { ...emptyComponent('universe'), name: 'U', key: newKey() };
    expect((await on().create('universe', { ...universe, tariffUniverseItems: [1, 1] })).status).toBe(400);
    expect((await on().create('universe', universe)).status).toBe(400);
    const typed = { ...universe, tariffUniverseSelectionManualMode: false };
    expect((await on().create('universe', { ...typed, tariffUniverseType: 7 })).status).toBe(400);
    expect((await on().create('universe', { ...typed, tariffUniverseType: 6 })).status).toBe(400);
  });
});

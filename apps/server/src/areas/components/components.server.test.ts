import { randomUUID } from 'node:crypto';
import type { ComponentItem, ListedFund } from '@depotwerk/api/tariff-components';
import { emptyComponent } from '@depotwerk/domain/tariff/empty-drafts';
import type {
  AllocationComponentDraft,
  ComponentDrafts,
  ComponentKind,
} from '@depotwerk/domain/tariff/tariff-drafts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AdviceWorld, type HttpAnswer } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { componentRoutes } from './routes.ts';

const db = useTestDatabase();
let world: AdviceWorld;
let editor: string;
let reader: string;
let stranger: string;

beforeAll(async () => {
  world = await AdviceWorld.start(db, { contracts: 120, customers: 80, funds: 400 }, componentRoutes);
  const rights = ['tariffs.view', 'tariffComponents.view', 'tariffComponents.edit'] as const;
  editor = await world.caller({ permissions: rights });
  reader = await world.caller({ permissions: ['tariffs.view', 'tariffComponents.view'] });
  stranger = await world.caller({ permissions: rights, tenant: 'nord.example' });
}, 120_000);
afterAll(() => world.stop());
afterEach(() => expect(world.failures).toEqual([]));

type Stored = {
  [Kind in ComponentKind]: {
    id: string;
    versionNumber: number;
    rowVersion: number;
    usedByCount: number;
    component: ComponentDrafts[Kind];
    funds?: ListedFund[];
    fundCount?: number;
  };
};
interface Refusal {
  code: string;
  params?: { names: string; uses: { type: string; name: string }[] };
  validation?: { path: string; code: string }[];
  current?: { rowVersion: number; component: { name: string } };
}
type Answer<Kind extends ComponentKind> = HttpAnswer<Stored[Kind] & Refusal>;

const path = (kind: ComponentKind, id = '') => `/tariff-components/${kind}${id === '' ? '' : `/${id}`}`;
const create = <Kind extends ComponentKind>(
  kind: Kind,
  body: unknown,
  token: string | null = editor,
  headers = {},
): Promise<Answer<Kind>> => world.call(token, 'POST', path(kind), body, headers);
const read = <Kind extends ComponentKind>(kind: Kind, id: string, token = editor): Promise<Answer<Kind>> =>
  world.call(token, 'GET', path(kind, id));
const put = <Kind extends ComponentKind>(
  kind: Kind,
  id: string,
  body: unknown,
  version: number | null,
  token = editor,
): Promise<Answer<Kind>> =>
  world.call(token, 'PUT', path(kind, id), body, version === null ? {} : { 'if-match': `"${version}"` });
const remove = (kind: ComponentKind, id: string, version: number, token = editor) =>
  world.call<Refusal>(token, 'DELETE', path(kind, id), undefined, { 'if-match': `"${version}"` });
const list = (kind: ComponentKind, query = '', token = editor) =>
  world.call<ComponentItem[]>(token, 'GET', `${path(kind)}${query}`);

const key = () => `K-${randomUUID().slice(0, 8)}`;
const risk = (rest: Partial<ComponentDrafts['risk']> = {}): ComponentDrafts['risk'] => ({
  name: 'Volatilität, drei Klassen',
  key: key(),
  isInactive: false,
  tariffRiskItemsNumber: 3,
  tariffRiskType: 1,
  useQuota: false,
  tariffRiskItemsTargets: [4, 8, 12.5],
  tariffRiskItemsRanges: [2, 2, 2.5],
  ...rest,
});
const allocation = (
  riskComponent: string,
  rest: Partial<AllocationComponentDraft> = {},
): AllocationComponentDraft => ({
  ...emptyComponent('allocation'),
  name: 'Drei Gruppen',
  key: key(),
  peergroupIds: [29, 22, 1],
  relationships: [{ peergroupId: 1, relatedPeergroupIds: [3, 2] }],
  riskComponent,
  allocationType: 1,
  allocationItems: [1, 2, 3].flatMap((riskClassId) => [
    { riskClassId, peergroupId: 29, fraction: 0.3, isUsed: true },
    { riskClassId, peergroupId: 22, fraction: 0.7, isUsed: true },
    { riskClassId, peergroupId: 1, fraction: 0, isUsed: false },
  ]),
  ...rest,
});
const fundIds = async (condition: string, count: number, tenant = world.tenantId) =>
  (
    await world.owner.query<{ id: number }>(
      `select id from funds where tenant_id = $1 and ${condition} order by id desc limit ${count}`,
      [tenant],
    )
  ).rows.map(({ id }) => id);

describe('a component', () => {
  it('of risk classes is created, read, saved and counted', async () => {
    const draft = risk();
    const created = await create('risk', draft);
    expect(created).toMatchObject({ status: 201, etag: '"1"' });
    expect(created.body).toMatchObject({ versionNumber: 1, rowVersion: 1, usedByCount: 0, component: draft });
    const stored = await read('risk', created.body.id);
    expect(stored.body).toEqual(created.body);
    expect(stored.etag).toBe('"1"');
    const larger = risk({
      ...draft,
      tariffRiskItemsNumber: 5,
      tariffRiskItemsTargets: [2, 4, 6, 8, 10],
      tariffRiskItemsRanges: [1, 1, 1, 1, 1],
    });
    const saved = await put('risk', created.body.id, larger, 1);
    expect(saved.body).toMatchObject({ versionNumber: 2, rowVersion: 2, component: larger });
    const smaller = { ...larger, ...risk({ key: draft.key, name: 'Neuer Name' }) };
    expect((await put('risk', created.body.id, smaller, 2)).body).toMatchObject({
      versionNumber: 3,
      component: smaller,
    });
  });

  it('has a new version number only when its content changes', async () => {
    const draft = risk();
    const { body } = await create('risk', draft);
    const renamed = await put('risk', body.id, { ...draft, name: 'Umbenannt', isInactive: true }, 1);
    expect(renamed.body).toMatchObject({ versionNumber: 1, rowVersion: 2 });
    const changed = await put('risk', body.id, { ...draft, useQuota: true }, 2);
    expect(changed.body).toMatchObject({ versionNumber: 2, rowVersion: 3 });
  });

  it('of funds keeps their order; an automatic universe holds what its type holds', async () => {
    const items = await fundIds(`fund_status = 'open'`, 3);
    const manual = await create('universe', {
      ...emptyComponent('universe'),
      name: 'Drei Fonds',
      key: key(),
      tariffUniverseItems: items,
      tariffUniverseType: 2,
    });
    // What the mode does not use is left out.
    expect(manual.body.component).toMatchObject({ tariffUniverseItems: items, tariffUniverseType: null });
    expect(manual.body.funds?.map(({ id }) => id)).toEqual(items);
    expect(manual.body.fundCount).toBe(3);
    const automatic = await create('universe', {
      ...emptyComponent('universe'),
      name: 'Vorsichtig',
      key: key(),
      tariffUniverseSelectionManualMode: false,
      tariffUniverseType: 6,
      maximumRiskIndicator: 3,
    });
    const { rows } = await world.owner.query<{ count: number }>(
      `select count(*)::int as count from funds where tenant_id = $1 and fund_status = 'open' and not is_inactive
          and risk_indicator <= 3`,
      [world.tenantId],
    );
    expect(rows[0]?.count).toBeGreaterThan(0);
    expect(automatic.body).toMatchObject({ fundCount: rows[0]?.count, funds: [] });
  });

  it('of an allocation keeps rows, shares to the tenth and relationships', async () => {
    const base = await create('risk', risk());
    const draft = allocation(base.body.id);
    const created = await create('allocation', draft);
    expect(created.body.component).toEqual(draft);
    const saved = await put(
      'allocation',
      created.body.id,
      allocation(base.body.id, {
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
    const universe = await create('universe', {
      ...emptyComponent('universe'),
      name: 'ETF',
      key: key(),
      tariffUniverseSelectionManualMode: false,
      tariffUniverseType: 2,
    });
    const draft = {
      ...emptyComponent('selection'),
      name: 'Beste ETF',
      key: key(),
      tariffUniverseComponent: universe.body.id,
      tariffFundSelectionManualMode: false,
      tariffRankingType: 9,
      tariffFundShortlistSize: 2,
      minimumRank: 3,
      allowsUnrated: false,
    };
    const created = await create('selection', draft);
    // The rule again, in SQL: costs are better when they are lower.
    const { rows } = await world.owner.query<{ id: number }>(
      `select id from (select f.id, f.peergroup_id, row_number() over (partition by f.peergroup_id
            order by r.fund_rank desc, r.ranking_value, f.ongoing_fee, f.isin) as place
          from funds f join fund_ranks r on r.tenant_id = f.tenant_id and r.fund_id = f.id and r.ranking_type_id = 9
         where f.tenant_id = $1 and f.is_etf and f.fund_status = 'open' and not f.is_inactive and r.fund_rank >= 3) best
        where place <= 2 order by peergroup_id, place`,
      [world.tenantId],
    );
    expect(rows.length).toBeGreaterThan(5);
    expect(created.body.component.tariffSelectedFunds).toEqual(rows.map(({ id }) => id));
    expect(created.body.funds?.every((fund) => fund.isETF && (fund.rank ?? 0) >= 3)).toBe(true);
    const preview = await world.call<ListedFund[]>(
      reader,
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
    const before = (await list('risk')).body.length;
    const bad = await create(
      'risk',
      risk({ name: ' ', tariffRiskItemsTargets: [8, 4, 101], tariffRiskItemsRanges: [2, -1, 0] }),
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
    expect((await list('risk')).body).toHaveLength(before);
    const base = await create('risk', risk());
    const sums = await create(
      'allocation',
      allocation(base.body.id, { allocationItems: allocation(base.body.id).allocationItems.slice(1) }),
    );
    expect(sums.body.validation).toContainEqual(
      expect.objectContaining({ path: 'allocationItems.class1', code: 'columnSum' }),
    );
  });

  it('names only what exists in the tenant', async () => {
    const [foreign = 0] = await fundIds('true', 1);
    const universe = { ...emptyComponent('universe'), name: 'U', key: key() };
    const unknown = await create('universe', { ...universe, tariffUniverseItems: [foreign, 999_999] });
    expect(unknown.body.validation).toEqual([{ path: 'tariffUniverseItems', code: 'unknownValue' }]);
    const groups = await create('allocation', {
      ...allocation((await create('risk', risk())).body.id),
      relationships: [{ peergroupId: 1, relatedPeergroupIds: [4711] }],
    });
    expect(groups.body.validation).toEqual([{ path: 'relationships', code: 'unknownValue' }]);
    expect((await create('allocation', allocation(randomUUID()))).body.code).toBe('tariffComponents.unknown');
    // A risk component of another tenant is no risk component at all; neither is one of another kind.
    const other = await create('risk', risk(), stranger);
    expect((await create('allocation', allocation(other.body.id))).body.code).toBe(
      'tariffComponents.unknown',
    );
    const selection = {
      ...emptyComponent('selection'),
      name: 'S',
      key: key(),
      tariffUniverseComponent: other.body.id,
      tariffSelectedFunds: [foreign],
      tariffRankingType: 1,
    };
    expect((await create('selection', selection)).body.code).toBe('tariffComponents.unknown');
  });
});

describe('a key', () => {
  it('is taken once within its kind, whatever its case', async () => {
    const first = risk();
    await create('risk', first);
    expect(await create('risk', risk({ key: first.key.toLowerCase() }))).toMatchObject({
      status: 409,
      body: { code: 'tariffComponents.keyExists' },
    });
    const second = await create('risk', risk());
    const draft = { ...second.body.component, key: first.key.toUpperCase() };
    expect((await put('risk', second.body.id, draft, 1)).body.code).toBe('tariffComponents.keyExists');
    const universe = {
      ...emptyComponent('universe'),
      name: 'U',
      tariffUniverseItems: await fundIds('true', 1),
    };
    expect((await create('universe', { ...universe, key: first.key })).status).toBe(201);
  });

  it('goes to one of many who ask at the same time', async () => {
    const same = key();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, k) =>
        create('risk', risk({ key: k % 2 === 0 ? same : same.toLowerCase() })),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409, 409,
    ]);
  });
});

describe('two people editing', () => {
  it('never overwrite one another: the second gets what is stored', async () => {
    const draft = risk();
    const { body } = await create('risk', draft);
    const answers = await Promise.all(
      ['Erste', 'Zweite', 'Dritte'].map((name) => put('risk', body.id, { ...draft, name }, 1)),
    );
    const saved = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 412);
    expect([saved.length, refused.length]).toEqual([1, 2]);
    const { body: stored } = await read('risk', body.id);
    expect(stored.component.name).toBe(saved[0]?.body.component.name);
    for (const answer of refused)
      expect(answer.body.current).toMatchObject({
        rowVersion: 2,
        component: { name: stored.component.name },
      });
    expect((await put('risk', body.id, draft, null)).status).toBe(428);
    expect((await remove('risk', body.id, 1)).body).toMatchObject({
      code: 'common.versionConflict',
      current: { rowVersion: 2 },
    });
  });

  it('get one component for one key of idempotency', async () => {
    const draft = risk();
    const header = { 'idempotency-key': randomUUID() };
    const first = await create('risk', draft, editor, header);
    const again = await create('risk', draft, editor, header);
    expect(again.body).toEqual(first.body);
    expect((await create('risk', risk(), editor, header)).status).toBe(422);
  });
});

describe('uses', () => {
  it('name tariffs with their contracts and components; what is used is not deleted', async () => {
    const { rows } = await world.owner.query<{ id: string; tariffId: string; name: string; count: number }>(
      `select t.component_risk_id as id, t.id as "tariffId", t.name,
          (select count(*)::int from contracts c where c.tariff_id = t.id and c.deleted_at is null) as count
        from tariffs t where t.tenant_id = $1 and t.component_risk_id is not null order by t.name limit 1`,
      [world.tenantId],
    );
    const [used] = rows;
    const uses = await world.call<{ type: string; id: string; contractCount: number | null }[]>(
      reader,
      'GET',
      `${path('risk', used?.id)}/uses`,
    );
    expect(uses.body).toContainEqual(
      expect.objectContaining({ type: 'tariff', id: used?.tariffId, contractCount: used?.count }),
    );
    expect(uses.body).toContainEqual(expect.objectContaining({ type: 'allocation', contractCount: null }));
    const stored = await read('risk', used?.id ?? '');
    expect(stored.body.usedByCount).toBe(uses.body.length);
    const refusal = await remove('risk', used?.id ?? '', stored.body.rowVersion);
    expect(refusal).toMatchObject({ status: 409, body: { code: 'tariffComponents.inUse' } });
    expect(refusal.body.params?.names).toContain(`„${used?.name}“`);
    expect(refusal.body.params?.uses).toHaveLength(uses.body.length);
  });

  it('count versions still being worked on', async () => {
    const { body } = await create('risk', risk());
    await world.owner.query(
      `insert into tariff_versions (tenant_id, tariff_id, version_number, state, content)
       select tenant_id, id, 99, 'draft', jsonb_build_object('tariff', jsonb_build_object('componentRiskId', $2::text))
         from tariffs where tenant_id = $1 and component_risk_id is not null limit 1`,
      [world.tenantId, body.id],
    );
    expect((await read('risk', body.id)).body.usedByCount).toBe(1);
    expect((await remove('risk', body.id, 1)).status).toBe(409);
    await world.owner.query('delete from tariff_versions where version_number = 99');
    expect((await remove('risk', body.id, 1)).status).toBe(204);
    expect((await read('risk', body.id)).status).toBe(404);
  });
});

describe('a copy', () => {
  it('has the same content and is active', async () => {
    const base = await create('risk', risk());
    const source = await create('allocation', allocation(base.body.id, { isInactive: true }));
    const copied = await world.call<ComponentItem & Refusal>(
      editor,
      'POST',
      `${path('allocation', source.body.id)}/copy`,
      { name: 'Kopie', key: key() },
    );
    expect(copied).toMatchObject({
      status: 201,
      body: {
        name: 'Kopie',
        isInactive: false,
        versionNumber: 1,
        summary: '3 Peergroups, 3 Klassen, manuell',
      },
    });
    const stored = await read('allocation', copied.body.id);
    expect(stored.body.component).toEqual({
      ...source.body.component,
      name: 'Kopie',
      key: copied.body.key,
      isInactive: false,
    });
    const taken = await world.call<Refusal>(editor, 'POST', `${path('allocation', source.body.id)}/copy`, {
      name: 'Kopie',
      key: copied.body.key,
    });
    expect(taken.body.code).toBe('tariffComponents.keyExists');
    const wrong = await world.call<Refusal>(editor, 'POST', `${path('risk', source.body.id)}/copy`, {
      name: 'Kopie',
      key: key(),
    });
    expect(wrong.status).toBe(404);
    const umlaut = await world.call<Refusal>(editor, 'POST', `${path('risk', base.body.id)}/copy`, {
      name: 'Kopie',
      key: 'Schlüssel',
    });
    expect(umlaut.body.validation).toEqual([{ path: 'key', code: 'keyFormat' }]);
  });
});

describe('the list', () => {
  it('filters, searches, sorts and pages, with a summary in German', async () => {
    const name = `Zähl ${key()}`;
    await create('risk', risk({ name: `${name} B`, isInactive: true }));
    await create('risk', risk({ name: `${name} A`, useQuota: true }));
    const found = await list('risk', `?search=${encodeURIComponent(name.toLowerCase())}&sort=-name`);
    expect(found.body.map((item) => [item.name, item.summary])).toEqual([
      [`${name} B`, '3 Klassen, Volatilität'],
      [`${name} A`, '3 Klassen, Aktienquote'],
    ]);
    const search = `search=${encodeURIComponent(name)}`;
    expect((await list('risk', `?${search}&isInactive=false`)).body).toHaveLength(1);
    const page = await list('risk', `?${search}&pageSize=1&page=2`);
    expect(page.body.map((item) => item.name)).toEqual([`${name} B`]);
    expect(page.headers.get('x-total-count')).toBe('2');
    expect(page.headers.get('link')).toContain('/api/tariff-components/risk?page=1');
    const byUse = await list('risk', '?sort=-usedByCount');
    const counts = byUse.body.map(({ usedByCount }) => usedByCount);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    for (const kind of ['selection', 'allocation', 'universe'] as const) {
      const items = (await list(kind)).body;
      expect(items.length).toBeGreaterThan(0);
      for (const item of items) expect(item.summary).toMatch(/^(\d+|Automatisch|Alle|Nur|Sparplan|SRI)/);
    }
    expect((await list('risk', '?sort=summary')).status).toBe(400);
    expect((await list('risk', '?search=x')).status).toBe(400);
  });

  it('comes as a file', async () => {
    const text = await world.text(reader, '/tariff-components/universe?format=csv');
    expect(text.split('\r\n')[0]).toBe('Name;Schlüssel;Inhalt;Inaktiv;Version;Verwendungen;Geändert');
    expect(text).toContain('UNI-ALLE;Alle Fonds des Emittenten;nein;1;');
  });
});

describe('rights', () => {
  it('reading and writing need their permission, and a session', async () => {
    const { body } = await create('risk', risk());
    const nobody = await world.caller({ permissions: ['contracts.view'] });
    for (const token of [nobody, reader]) {
      expect((await create('risk', risk(), token)).status).toBe(403);
      expect((await put('risk', body.id, risk(), 1, token)).status).toBe(403);
      expect((await remove('risk', body.id, 1, token)).status).toBe(403);
      const copied = await world.call(token, 'POST', `${path('risk', body.id)}/copy`, {
        name: 'K',
        key: key(),
      });
      expect(copied.status).toBe(403);
    }
    expect((await list('risk', '', nobody)).status).toBe(403);
    expect((await read('risk', body.id, nobody)).status).toBe(403);
    expect((await create('risk', risk(), null)).status).toBe(401);
    expect((await read('risk', body.id, reader)).status).toBe(200);
  });

  it('components of another tenant do not exist', async () => {
    const { body } = await create('risk', risk());
    expect((await read('risk', body.id, stranger)).status).toBe(404);
    expect((await put('risk', body.id, risk(), 1, stranger)).status).toBe(404);
    expect((await remove('risk', body.id, 1, stranger)).status).toBe(404);
    expect((await world.call(stranger, 'GET', `${path('risk', body.id)}/uses`)).status).toBe(404);
    expect((await list('risk', '', stranger)).body.some(({ id }) => id === body.id)).toBe(false);
    expect((await create('risk', risk({ key: body.component.key }), stranger)).status).toBe(201);
  });
});

describe('broken input', () => {
  it('is refused in German, never with a failure of ours', async () => {
    const { body } = await create('risk', risk());
    const bodies: unknown[] = [
      {},
      [],
      null,
      'x',
      { ...risk(), tariffRiskItemsTargets: ['4', 8, 12] },
      { ...risk(), tariffRiskItemsTargets: [1e300, 8, 12] },
      { ...risk(), tariffRiskItemsNumber: 4 },
      { ...risk(), tariffRiskItemsNumber: null },
      { ...risk(), tariffRiskType: 999 },
      { ...risk(), tariffRiskItemsTargets: [4.123, 8, 12] },
      { ...risk(), key: '"; drop table components; --' },
      { ...risk(), name: '\u0000' },
      { ...risk(), name: 'x'.repeat(201) },
      { ...risk(), more: true },
    ];
    for (const broken of bodies) {
      expect([400, 415]).toContain((await create('risk', broken)).status);
      expect([400, 415]).toContain((await put('risk', body.id, broken, 1)).status);
    }
    for (const target of ['risk/1', 'risk/x', 'other', `risk/${randomUUID()}`, `universe/${body.id}`])
      expect([400, 404]).toContain((await world.call(editor, 'GET', `/tariff-components/${target}`)).status);
  });

  it('of an allocation or a universe is refused as well', async () => {
    const { body } = await create('risk', risk());
    const good = allocation(body.id);
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
    for (const rest of bodies) expect((await create('allocation', { ...good, ...rest })).status).toBe(400);
    const universe = { ...emptyComponent('universe'), name: 'U', key: key() };
    expect((await create('universe', { ...universe, tariffUniverseItems: [1, 1] })).status).toBe(400);
    expect((await create('universe', universe)).status).toBe(400);
    const typed = { ...universe, tariffUniverseSelectionManualMode: false };
    expect((await create('universe', { ...typed, tariffUniverseType: 7 })).status).toBe(400);
    expect((await create('universe', { ...typed, tariffUniverseType: 6 })).status).toBe(400);
  });
});

describe('what changes', () => {
  it('stands in the audit log', async () => {
    const { body } = await create('risk', risk());
    await put('risk', body.id, { ...body.component, useQuota: true }, 1);
    await remove('risk', body.id, 2);
    const { rows } = await world.owner.query<{ action: string }>(
      'select action from audit_entries where object_id = $1 order by id',
      [body.id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'tariffComponents.create',
      'tariffComponents.edit',
      'tariffComponents.delete',
    ]);
  });

  it('makes processes forget what they kept of risk data', async () => {
    const stamp = async () =>
      (
        await world.owner.query('select max(id)::text as id from advice_changes where tenant_id = $1', [
          world.tenantId,
        ])
      ).rows[0];
    const before = await stamp();
    await world.owner.query('update peergroup_risks set observations = observations where tenant_id = $1', [
      world.tenantId,
    ]);
    expect(await stamp()).not.toEqual(before);
  });
});

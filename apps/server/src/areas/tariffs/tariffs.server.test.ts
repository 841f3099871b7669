import type { Tariff, TariffItem } from '@depotwerk/api/tariffs/tariffs';
import { emptyTariff } from '@depotwerk/domain/tariff/empty-drafts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AdviceWorld } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { approverRights, editorRights, tariffIdWhere } from '../../../test/tariff-bodies.ts';
import { ordinaryTariffs, type TariffRefusal, tariffCalls } from '../../../test/tariff-calls.ts';

const db = useTestDatabase();
const world = startedForTests(() => AdviceWorld.start(db, 'small'));
let editor: string;
let stranger: string;

beforeAll(async () => {
  editor = await world.caller({ permissions: editorRights });
  stranger = await world.caller({ permissions: editorRights, tenant: 'nord.example' });
}, 120_000);
afterEach(() => world.expectNoFailure());

const { create, get, put, list, newBody } = tariffCalls(world, () => editor);

describe('the list of tariffs', () => {
  it('shows every tariff with its versions and how many contracts follow it', async () => {
    const { body, headers } = await list('?sort=-contractCount');
    const { rows } = await world.owner.query<{ id: string; count: number }>(
      `select t.id, count(c.id)::int as count from tariffs t
         left join contracts c on c.tariff_id = t.id and c.deleted_at is null where t.tenant_id = $1 group by t.id`,
      [world.tenantId],
    );
    expect(body.map(({ id, contractCount }) => ({ id, count: contractCount })).toSorted(byId)).toEqual(
      rows.toSorted(byId),
    );
    expect(headers.get('x-total-count')).toBe(String(rows.length));
    const counts = body.map(({ contractCount }) => contractCount);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(body.every(({ publishedVersionNumber }) => publishedVersionNumber === 1)).toBe(true);
  });

  it('filters, searches, sorts and pages', async () => {
    const hybrids = (await list('?tariffTypeId=8')).body;
    expect(hybrids.length).toBeGreaterThan(0);
    expect(hybrids.every(({ isHybridTariffType }) => isHybridTariffType)).toBe(true);
    const [first] = (await list()).body;
    expect((await list(`?search=${encodeURIComponent(first?.name ?? '')}`)).body[0]?.id).toBe(first?.id);
    expect((await list(`?search=${first?.key.toLowerCase()}`)).body.map(({ id }) => id)).toContain(first?.id);
    const names = (await list('?sort=-name&pageSize=3&page=2')).body.map(({ name }) => name);
    const all = (await list('?sort=-name')).body.map(({ name }) => name);
    expect(names).toEqual(all.slice(3, 6));
    expect((await list('?state=draft&isInactive=true')).body).toEqual([]);
    const risk = await world.owner.query<{ id: string; component_risk_id: string }>(
      'select id, component_risk_id from tariffs where tenant_id = $1 and component_risk_id is not null limit 1',
      [world.tenantId],
    );
    const used = (await list(`?componentId=${risk.rows[0]?.component_risk_id}`)).body;
    expect(used.map(({ id }) => id)).toContain(risk.rows[0]?.id);
    expect(used.length).toBeLessThan(all.length);
    expect((await list('?sort=colour')).status).toBe(400);
    expect((await list('?search=a')).status).toBe(400);
  });

  it('is exported as it is filtered, and that is recorded', async () => {
    const response = await world.text(editor, '/tariffs?format=csv&tariffTypeId=8&columns=name,key');
    const hybrids = (await list('?tariffTypeId=8')).body;
    expect(response.split('\r\n').filter(Boolean)).toHaveLength(1 + hybrids.length);
    expect(response).toContain(hybrids[0]?.name ?? '?');
    const { rows } = await world.owner.query(
      `select details from audit_entries where action = 'tariffs.export' order by id desc limit 1`,
    );
    expect(rows[0]).toMatchObject({ details: { rowCount: hybrids.length } });
  });
});

describe('copying and deleting', () => {
  it('copies the content under another name and key', async () => {
    const id = await tariffIdWhere(world, 't.is_default');
    const original = (await get(editor, id)).body;
    const copy = await world.call<Tariff & TariffRefusal>(editor, 'POST', `/tariffs/${id}/copy`, {
      name: 'Abschrift',
      key: 'ABSCHRIFT',
    });
    expect(copy.status).toBe(201);
    expect(copy.body.tariff).toEqual({
      ...original.tariff,
      name: 'Abschrift',
      key: 'ABSCHRIFT',
      isDefault: false,
    });
    const taken = await world.call<TariffRefusal>(editor, 'POST', `/tariffs/${id}/copy`, {
      name: 'Abschrift',
      key: 'abschrift',
    });
    expect([taken.status, taken.body.code]).toEqual([409, 'tariffs.keyExists']);
    expect((await world.call(editor, 'POST', `/tariffs/${id}/copy`, { name: '', key: 'X' })).status).toBe(
      400,
    );
  });

  it('deletes what no contract follows, in the version it was read', async () => {
    const { body: tariff } = await create(editor, await newBody('WEG'));
    const path = `/tariffs/${tariff.id}`;
    await world.call(editor, 'PUT', `/drafts/tariff/${tariff.id}`, {
      step: 'info',
      data: {},
      baseVersion: 1,
      revision: null,
    });
    expect((await world.call(editor, 'DELETE', path)).status).toBe(428);
    const stale = await world.call<TariffRefusal>(editor, 'DELETE', path, undefined, { 'if-match': '"99"' });
    expect([stale.status, stale.body.current?.id]).toEqual([412, tariff.id]);
    const headers = { 'if-match': `"${tariff.rowVersion}"` };
    expect((await world.call(editor, 'DELETE', path, undefined, headers)).status).toBe(204);
    expect((await get(editor, tariff.id)).status).toBe(404);
    const { rows } = await world.owner.query('select 1 from drafts where entity_key = $1', [tariff.id]);
    expect(rows).toEqual([]);
  });

  it('keeps what contracts follow and says how many', async () => {
    const id = await tariffIdWhere(world, 'true');
    const { rowVersion, contractCount } = (await get(editor, id)).body;
    const answer = await world.call<TariffRefusal>(editor, 'DELETE', `/tariffs/${id}`, undefined, {
      'if-match': `"${rowVersion}"`,
    });
    expect([answer.status, answer.body.code, answer.body.params]).toEqual([
      409,
      'tariffs.inUse',
      { contractCount },
    ]);
    const { body: tariff } = await create(editor, await newBody('KOSTEN'));
    await world.owner.query(
      `insert into cost_models (tenant_id, cost_model_name, tariff_id, valid_from) values ($1, 'Kosten', $2, '2026-01-01')`,
      [world.tenantId, tariff.id],
    );
    const used = await world.call<TariffRefusal>(editor, 'DELETE', `/tariffs/${tariff.id}`, undefined, {
      'if-match': `"${tariff.rowVersion}"`,
    });
    expect([used.status, used.body.code]).toEqual([409, 'tariffs.inUse']);
  });
});

describe('who may do what', () => {
  it('asks for the permission of each call', async () => {
    const id = await tariffIdWhere(world, ordinaryTariffs);
    const nobody = await world.caller({ permissions: [] });
    const reader = await world.caller({ permissions: ['tariffs.view'] });
    const approver = await world.caller({ permissions: approverRights });
    const step = { versionNumber: 1, comment: 'Test' };
    const reads = ['/tariffs', '/tariffs/approvals', `/tariffs/${id}`, `/tariffs/${id}/versions`];
    reads.push(`/tariffs/${id}/versions/1`, `/tariffs/${id}/compare?versionA=1&versionB=1`);
    for (const path of reads) {
      expect([path, (await world.call(nobody, 'GET', path)).status]).toEqual([path, 403]);
      expect([path, (await world.call(null, 'GET', path)).status]).toEqual([path, 401]);
      expect([path, (await world.call(reader, 'GET', path)).status]).toEqual([path, 200]);
    }
    const writes: [string, string, string, unknown][] = [
      [reader, 'POST', '/tariffs', emptyTariff()],
      [approver, 'POST', '/tariffs', emptyTariff()],
      [reader, 'PUT', `/tariffs/${id}`, emptyTariff()],
      [reader, 'DELETE', `/tariffs/${id}`, undefined],
      [reader, 'POST', `/tariffs/${id}/copy`, { name: 'A', key: 'A' }],
      [reader, 'POST', `/tariffs/${id}/rollback`, step],
      [reader, 'POST', `/tariffs/${id}/discard`, step],
      [approver, 'POST', `/tariffs/${id}/submit`, step],
      [approver, 'POST', `/tariffs/${id}/withdraw`, step],
      [editor, 'POST', `/tariffs/${id}/approve`, step],
      [editor, 'POST', `/tariffs/${id}/reject`, step],
      [editor, 'POST', `/tariffs/${id}/publish`, { versionNumber: 1, validFrom: '2030-01-01' }],
    ];
    for (const [token, method, path, body] of writes) {
      const headers = { 'if-match': '"1"' };
      // The methods above are those of the table.
      const answer = await world.call<TariffRefusal>(token, method as 'POST', path, body, headers);
      expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 403, 'auth.forbidden']);
    }
  });

  it('shows nothing of another tenant', async () => {
    const id = await tariffIdWhere(world, ordinaryTariffs);
    const own = (await get(editor, id)).body;
    expect((await get(stranger, id)).status).toBe(404);
    expect((await put(stranger, id, own.tariff, own.rowVersion)).status).toBe(404);
    for (const path of ['versions', 'versions/1', 'compare?versionA=1&versionB=1'])
      expect((await world.call(stranger, 'GET', `/tariffs/${id}/${path}`)).status).toBe(404);
    for (const path of ['submit', 'withdraw', 'rollback', 'discard'])
      expect(
        (await world.call(stranger, 'POST', `/tariffs/${id}/${path}`, { versionNumber: 1, comment: '' }))
          .status,
      ).toBe(404);
    expect((await world.call(stranger, 'POST', `/tariffs/${id}/copy`, { name: 'A', key: 'A' })).status).toBe(
      404,
    );
    const answer = await world.call(stranger, 'DELETE', `/tariffs/${id}`, undefined, { 'if-match': '"1"' });
    expect(answer.status).toBe(404);
    const others = await world.call<TariffItem[]>(stranger, 'GET', '/tariffs');
    expect(others.body.map((one) => one.id)).not.toContain(id);
  });
});

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

import { randomUUID } from 'node:crypto';
import type { CallAnswer } from '@depotwerk/api/call';
import type { Draft, getDraft } from '@depotwerk/api/drafts/drafts';
import { emptyTariff } from '@depotwerk/domain/tariff/empty-drafts';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { AdviceWorld } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { checkDraftQuotas, defaultQuotas } from '../../platform/quotas.ts';

const db = useTestDatabase();
const world = startedForTests(() => AdviceWorld.start(db, 'small'));
let anna: string;
let bert: string;

beforeAll(async () => {
  anna = await world.caller({ permissions: ['tariffs.edit'] });
  bert = await world.caller({ permissions: ['tariffs.edit', 'tariffComponents.edit'] });
}, 120_000);
afterEach(() => world.expectNoFailure());

interface Refusal {
  code: string;
  current?: Draft | null;
  validation?: { path: string; code: string }[];
}
const put = (token: string, key: string, more: Record<string, unknown> = {}, type = 'tariff') =>
  world.call<Draft & Refusal>(token, 'PUT', `/drafts/${type}/${key}`, {
    step: 'info',
    data: emptyTariff(),
    baseVersion: null,
    revision: null,
    ...more,
  });
const get = async (token: string, key: string, type = 'tariff') =>
  (await world.call<CallAnswer<typeof getDraft>>(token, 'GET', `/drafts/${type}/${key}`)).body;

it('keeps what was typed, incomplete as it is, until it is discarded', async () => {
  expect(await get(anna, 'new')).toEqual({ draft: null, others: [] });
  const data = { ...emptyTariff(), name: 'Halbfertig ü', extra: [null, 0.1, { tief: true }] };
  const saved = await put(anna, 'new', { data, step: 'optimization-hints' });
  expect(saved.status).toBe(200);
  expect(saved.body).toMatchObject({ data, step: 'optimization-hints', baseVersion: null, entityKey: 'new' });
  expect((await get(anna, 'new')).draft).toEqual(saved.body);
  expect((await world.call(anna, 'DELETE', '/drafts/tariff/new')).status).toBe(204);
  expect((await get(anna, 'new')).draft).toBeNull();
  expect((await world.call(anna, 'DELETE', '/drafts/tariff/new')).status).toBe(204);
});

it('puts back what was discarded, and never over what was begun anew meanwhile', async () => {
  const key = randomUUID();
  const data = { ...emptyTariff(), name: 'Verworfen' };
  const discard = () => world.call(anna, 'DELETE', `/drafts/tariff/${key}`);
  await put(anna, key, { data });
  await discard();
  const back = await put(anna, key, { data });
  expect([back.status, (await get(anna, key)).draft]).toEqual([200, back.body]);
  await discard();
  const anew = await put(anna, key, { data: { ...data, name: 'Neu begonnen' } });
  const refused = await put(anna, key, { data });
  expect([refused.status, refused.body.current]).toEqual([412, anew.body]);
  // Nor by a page that still has the one before open.
  const stale = await put(anna, key, { data, revision: back.body.revision });
  expect([stale.status, stale.body.current]).toEqual([412, anew.body]);
  expect((await get(anna, key)).draft).toEqual(anew.body);
});

it('never overwrites what another machine of the same user saved', async () => {
  const key = randomUUID();
  const first = await put(anna, key, { baseVersion: 3 });
  const machines = await Promise.all(
    [1, 2, 3].map((n) => put(anna, key, { data: { n }, baseVersion: 3, revision: first.body.revision })),
  );
  expect(machines.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412]);
  const won = machines.find(({ status }) => status === 200)?.body;
  const lost = machines.filter(({ status }) => status === 412);
  expect(lost.map(({ body }) => [body.code, body.current])).toEqual([
    ['common.versionConflict', won],
    ['common.versionConflict', won],
  ]);
  // Who believes to be the first is told as well.
  expect((await put(anna, key)).body.current).toEqual(won);
  const both = await Promise.all([1, 2].map((n) => put(bert, key, { data: { n } })));
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
});

it('tells who else works on the same object, and shows nobody what is not his own', async () => {
  const key = randomUUID();
  await put(anna, key, { data: { geheim: true } });
  await put(bert, 'new', { data: { b: 1 } });
  const seen = await get(bert, key);
  expect(seen).toMatchObject({ draft: null, others: [{ userName: 'Berta Berater' }] });
  expect(JSON.stringify(seen)).not.toContain('geheim');
  // New objects have no others: their makers are not in each other's way.
  expect(await get(anna, 'new')).toEqual({ draft: null, others: [] });
  const stranger = await world.caller({ permissions: ['tariffs.edit'], tenant: 'nord.example' });
  expect(await get(stranger, key)).toEqual({ draft: null, others: [] });
});

it('asks for the right to save what it is a draft of', async () => {
  for (const type of ['riskComponent', 'selectionComponent', 'allocationComponent', 'universeComponent']) {
    expect((await put(bert, 'new', {}, type)).status).toBe(200);
    for (const [method, body] of [
      ['GET', undefined],
      ['DELETE', undefined],
      ['PUT', { step: 'risk', data: {}, baseVersion: null, revision: null }],
    ] as const) {
      const answer = await world.call<Refusal>(anna, method, `/drafts/${type}/new`, body);
      expect([method, answer.status, answer.body.code]).toEqual([method, 403, 'auth.forbidden']);
    }
  }
  const reader = await world.caller({ permissions: ['tariffs.view', 'tariffComponents.view'] });
  expect((await put(reader, 'new')).status).toBe(403);
  expect((await world.call(null, 'GET', '/drafts/tariff/new')).status).toBe(401);
});

it('refuses what it cannot keep, in words', async () => {
  const refused = async (key: string, more: Record<string, unknown>, type?: string) => {
    const { status, body } = await put(anna, key, more, type);
    return [status, body.code];
  };
  expect(await refused('new', {}, 'element')).toEqual([400, 'common.validationFailed']);
  expect(await refused('a b', {})).toEqual([400, 'common.validationFailed']);
  expect(await refused('new', { step: 'A1' })).toEqual([400, 'common.validationFailed']);
  expect(await refused('new', { revision: 'x' })).toEqual([400, 'common.validationFailed']);
  expect(await refused('new', { revision: 9e15 })).toEqual([400, 'common.validationFailed']);
  expect(await refused('new', { baseVersion: 9e15 })).toEqual([400, 'common.validationFailed']);
  expect(await refused('new', { data: { text: 'a\u0000b' } })).toEqual([400, 'common.validationFailed']);
  expect(await refused('new', { data: { text: '\ud800' } })).toEqual([400, 'common.validationFailed']);
  expect(await refused('new', { data: 'x'.repeat(2_100_000) })).toEqual([413, 'common.payloadTooLarge']);
  expect(await refused('new', { data: 'x'.repeat(3_000_000) })).toEqual([413, 'common.payloadTooLarge']);
  const numbers = (length: number) => ({ data: Array.from({ length }, () => 1) });
  expect(await refused('new', numbers(900_000))).toEqual([400, 'common.badRequest']);
  expect((await put(anna, 'viele', numbers(90_000))).status).toBe(200);
  expect((await put(anna, 'viel', { data: 'ü'.repeat(900_000) })).status).toBe(200);
});

it('ends at the number and size one user may keep, and at the number of the house', async () => {
  const eager = await world.caller({ permissions: ['tariffs.edit'] });
  const fill = (userId: string, keys: string, count: number, data = '1') =>
    world.owner.query(
      `insert into drafts (tenant_id, user_id, draft_type, entity_key, step, data)
       select $1, $2, 'tariff', $3 || n, 'info', $5::jsonb from generate_series(1, $4::int) n`,
      [world.tenantId, userId, keys, count, data],
    );
  await fill(eager, 'k', 199);
  const last = await put(eager, 'letzter');
  expect(last.status).toBe(200);
  const refused = await put(eager, 'zuviel');
  expect([refused.status, refused.body.code]).toEqual([409, 'common.quotaExceeded']);
  expect(refused.body).toMatchObject({ message: expect.stringContaining('bereits 200 Entwürfe') });
  expect((await get(eager, 'zuviel')).draft).toBeNull();
  expect((await put(eager, 'letzter', { revision: last.body.revision })).status).toBe(200);
  expect((await world.call(eager, 'DELETE', '/drafts/tariff/k1')).status).toBe(204);
  expect((await put(eager, 'zuviel')).status).toBe(200);

  const heavy = await world.caller({ permissions: ['tariffs.edit'] });
  expect((await put(heavy, 'gross', { data: 'x' })).status).toBe(200);
  const quotas = { ...defaultQuotas, draftMegabytesPerUser: 0 };
  const scope = { tenantId: world.tenantId, userId: heavy };
  await expect(
    db.database.transaction(scope, (transaction) => checkDraftQuotas({ quotas }, transaction, scope, false)),
  ).rejects.toMatchObject({ details: { reason: expect.stringContaining('mehr als 0 MB') } });

  await fill(bert, 'h', 20_000);
  expect((await put(heavy, 'haus')).body).toMatchObject({
    code: 'common.quotaExceeded',
    message: expect.stringContaining('Im Haus gibt es bereits 20.000'),
  });
  await world.owner.query('delete from drafts where user_id = $1', [bert]);
});

it('is out of the way when it has expired', async () => {
  const key = randomUUID();
  const old = await put(anna, key, { data: { alt: true } });
  await put(anna, key, { data: { alt: true }, revision: old.body.revision });
  await world.owner.query(`update drafts set expires_at = now() - interval '1 hour' where entity_key = $1`, [
    key,
  ]);
  expect(await get(anna, key)).toEqual({ draft: null, others: [] });
  expect((await get(bert, key)).others).toEqual([]);
  expect((await put(anna, key, { revision: old.body.revision + 2 })).body.current).toBeNull();
  const fresh = await put(anna, key, { data: { neu: true } });
  expect([fresh.status, fresh.body.data]).toEqual([200, { neu: true }]);
  const again = await put(anna, key, { data: { neu: 2 }, revision: fresh.body.revision });
  expect(again.status).toBe(200);
});

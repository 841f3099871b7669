import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { tenantA, tenantB } from '../../../test/contract-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { masterDataKinds } from '../../../test/master-data-kinds.ts';
import { MasterDataWorld } from '../../../test/master-data-world.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';

const db = useTestDatabase();
const world = startedForTests(() => MasterDataWorld.start(db));

const row = z.looseObject({ id: z.int(), rowVersion: z.int() });
const problem = z.looseObject({
  code: z.string(),
  validation: z.optional(z.array(z.looseObject({ path: z.string(), code: z.string() }))),
  current: z.optional(z.unknown()),
});

describe.each(Object.entries(masterDataKinds))('%s', (_name, kind) => {
  const named = (name: string) => kind.body(name);
  async function create(name: string) {
    const answer = await world.post(kind.path, named(name));
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return row.parse(answer.body);
  }

  it('are created, read, listed, found, changed and deleted, each with an entry in the log', async () => {
    const created = await create('Ährenfeld Süd');
    const one = `${kind.path}/${created.id}`;
    const read = await world.get(one);
    expect(read.body).toMatchObject({ [kind.nameMember]: 'Ährenfeld Süd' });
    expect(read.headers.etag).toBe(`"${created.rowVersion}"`);
    const found = await world.get(`${kind.path}?search=aehrenfeld&sort=-${kind.nameMember}`);
    expect(found.headers['x-total-count']).toBe('1');
    expect(
      z
        .array(row)
        .parse(found.body)
        .map(({ id }) => id),
    ).toEqual([created.id]);
    const changed = await world.put(one, named('Ährenfeld Nord'), created.rowVersion);
    expect([changed.status, changed.body]).toEqual([
      200,
      expect.objectContaining({ [kind.nameMember]: 'Ährenfeld Nord', rowVersion: created.rowVersion + 1 }),
    ]);
    expect((await world.remove(one, created.rowVersion + 1)).status).toBe(204);
    expect((await world.get(one)).status).toBe(404);
    const log = await db.owner.query<{ action: string }>(
      'select action from audit_entries where tenant_id = $1 and object_type = $2 and object_id = $3 order by id',
      [tenantA, kind.objectType, String(created.id)],
    );
    expect(log.rows.map(({ action }) => action.split('.')[1])).toEqual(['create', 'edit', 'delete']);
  });

  it('are refused without the right, or without a session', async () => {
    const created = await create('Rechte');
    const one = `${kind.path}/${created.id}`;
    const reader = await world.callerWith(kind.view);
    const stranger = await world.callerWith('customers.view');
    expect((await world.get(one, reader)).status).toBe(200);
    for (const [token, status] of [
      [reader, 403],
      [stranger, 403],
      [null, 401],
    ] as const) {
      expect((await world.post(kind.path, named('Neu'), token)).status).toBe(status);
      expect((await world.put(one, named('Neu'), created.rowVersion, token)).status).toBe(status);
      expect((await world.remove(one, created.rowVersion, token)).status).toBe(status);
    }
    for (const path of [one, kind.path]) expect((await world.get(path, stranger)).status).toBe(403);
  });

  it.each(kind.broken)('with %o are refused with the field that is wrong', async (change, path, code) => {
    const created = await create(`Kaputt ${randomUUID()}`);
    const body = { ...named(`Anders ${randomUUID()}`), ...change };
    for (const answer of [
      await world.post(kind.path, body),
      await world.put(`${kind.path}/${created.id}`, body, created.rowVersion),
    ]) {
      const parsed = problem.parse(answer.body);
      expect([answer.status, parsed.code]).toEqual([400, 'common.validationFailed']);
      expect(parsed.validation).toContainEqual(expect.objectContaining({ path, code }));
    }
    expect(row.parse((await world.get(`${kind.path}/${created.id}`)).body).rowVersion).toBe(
      created.rowVersion,
    );
  });

  it('never answer 500, whatever is sent', async () => {
    const created = await create(`Unsinn ${randomUUID()}`);
    const bodies: unknown[] = [null, [], {}, { ...named('x'), extra: 1 }, 'text'];
    for (const [key] of Object.entries(named('x'))) {
      for (const value of [null, -1, '\u0000', 'x'.repeat(5000), [], {}, 1e300, true]) {
        bodies.push({ ...named(`U ${randomUUID()}`), [key]: value });
      }
    }
    const failed: unknown[] = [];
    for (const body of bodies) {
      if ((await world.post(kind.path, body)).status >= 500) failed.push(body);
    }
    expect(failed).toEqual([]);
    for (const id of ['0', '-1', 'x', '99999999999', '2147483647', '1.5']) {
      expect([400, 404]).toContain((await world.get(`${kind.path}/${id}`)).status);
    }
    for (const query of ['search=x', 'sort=nonsense', 'page=0', 'pageSize=999', 'isInactive=vielleicht']) {
      expect((await world.get(`${kind.path}?${query}`)).status).toBe(400);
    }
    expect((await world.get(`${kind.path}?search=%25%25`)).body).toEqual([]);
    expect((await world.get(`${kind.path}/${created.id}`)).status).toBe(200);
  });

  it('want the version that was read, and show the stored one when it is another', async () => {
    const created = await create(`Version ${randomUUID()}`);
    const one = `${kind.path}/${created.id}`;
    const first = named(`Erste ${randomUUID()}`);
    for (const method of ['PUT', 'DELETE'] as const) {
      const answer = await world.server.call(
        world.admin,
        method,
        one,
        method === 'PUT' ? { body: first } : {},
      );
      expect([answer.status, problem.parse(answer.body).code]).toEqual([428, 'common.ifMatchMissing']);
    }
    expect((await world.put(one, first, created.rowVersion)).status).toBe(200);
    const stale = await world.put(one, named('Zweite'), created.rowVersion);
    const parsed = problem.parse(stale.body);
    expect([stale.status, parsed.code]).toEqual([412, 'common.versionConflict']);
    expect(parsed.current).toMatchObject({
      [kind.nameMember]: first[kind.nameMember],
      rowVersion: created.rowVersion + 1,
    });
    expect((await world.remove(one, created.rowVersion)).status).toBe(412);
  });

  it('are changed by exactly one of ten at once', async () => {
    const created = await create(`Gleichzeitig ${randomUUID()}`);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        world.put(`${kind.path}/${created.id}`, named(`G${index} ${randomUUID()}`), created.rowVersion),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 412),
    ]);
  });

  it('exist once for one key, and names once however they are written', async () => {
    const key = randomUUID();
    const body = named(`Einmal ${key.slice(0, 8)}`);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => world.post(kind.path, body, world.admin, key)),
    );
    expect(new Set(answers.map((answer) => row.parse(answer.body).id)).size).toBe(1);
    if (!kind.isNameUnique) return;
    const name = `Doppelt ${randomUUID()}`;
    const attempts = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        world.post(kind.path, named(index % 2 === 0 ? name : name.toUpperCase())),
      ),
    );
    expect(attempts.filter(({ status }) => status === 201)).toHaveLength(1);
    const lost = attempts.filter(({ status }) => status !== 201);
    expect(lost.map((answer) => problem.parse(answer.body).code)).toEqual(
      Array.from({ length: 9 }, () => expect.stringMatching(/^masterData\.(name|key)Exists$/)),
    );
  });

  it('answer a repeated key with the first answer, also when changed or deleted since', async () => {
    const key = randomUUID();
    const body = named(`Zuerst ${key.slice(0, 8)}`);
    const first = await world.post(kind.path, body, world.admin, key);
    const { id, rowVersion } = row.parse(first.body);
    const place = `${kind.path}/${id}`;
    const changed = await world.put(place, named(`Danach ${key.slice(0, 8)}`), rowVersion);
    const again = await world.post(kind.path, body, world.admin, key);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect((await world.remove(place, row.parse(changed.body).rowVersion)).status).toBe(204);
    const afterwards = await world.post(kind.path, body, world.admin, key);
    expect([afterwards.status, afterwards.body]).toEqual([first.status, first.body]);
  });

  it('of another tenant do not exist', async () => {
    const created = await create(`Eigen ${randomUUID()}`);
    const one = `${kind.path}/${created.id}`;
    const foreign = world.foreignAdmin;
    expect((await world.get(one, foreign)).status).toBe(404);
    expect((await world.put(one, named('Fremd'), created.rowVersion, foreign)).status).toBe(404);
    expect((await world.remove(one, created.rowVersion, foreign)).status).toBe(404);
    const list = await world.get(`${kind.path}?search=eigen`, foreign);
    expect([list.body, list.headers['x-total-count']]).toEqual([[], '0']);
    // The same name is free for them.
    const name = String(named(`Eigen ${randomUUID()}`)[kind.nameMember]);
    expect((await world.post(kind.path, named(name))).status).toBe(201);
    expect((await world.post(kind.path, named(name), foreign)).status).toBe(201);
  });

  it('are exported as shown', async () => {
    await create(`Ausfuhr =2+2`);
    const answer = await world.get(`${kind.path}?search=ausfuhr&format=csv&columns=${kind.nameMember}`);
    expect(answer.headers['content-type']).toContain('text/csv');
    expect(answer.text.split('\r\n')[1]).toBe('Ausfuhr =2+2');
    const sheet = await world.get(`${kind.path}?format=xlsx`);
    expect(sheet.bytes.subarray(0, 2).toString()).toBe('PK');
    const log = await db.owner.query(
      `select 1 from audit_entries where tenant_id = $1 and action like '%.export' and details->>'rowCount' = '1'`,
      [tenantA],
    );
    expect(log.rowCount).toBeGreaterThan(0);
  });
});

it('keeps what is in use', async () => {
  const insurer = row.parse((await world.get('/admin/insurers/1')).body);
  const issuer = row.parse((await world.get('/admin/issuers/1')).body);
  const group = row.parse((await world.get('/admin/peergroups/1')).body);
  const category = row.parse((await world.get('/admin/fund-categories/1')).body);
  expect(category).toMatchObject({ peergroupCount: expect.any(Number), fundCount: 2 });
  for (const [path, version] of [
    ['/admin/insurers/1', insurer.rowVersion],
    ['/admin/peergroups/1', group.rowVersion],
    ['/admin/fund-categories/1', category.rowVersion],
  ] as const) {
    const answer = await world.remove(path, version);
    expect([answer.status, problem.parse(answer.body).code]).toEqual([409, 'masterData.inUse']);
  }
  await world.contracts.addTariff(tenantA, 'Basis', 1);
  expect((await world.remove('/admin/issuers/1', issuer.rowVersion)).status).toBe(409);
  const { rows } = await db.owner.query('select 1 from insurers where tenant_id = $1 and id = 1', [tenantB]);
  expect(rows).toHaveLength(1);
});

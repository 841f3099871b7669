import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { type Adviser, RefreshWorld } from '../../../test/refresh-world.ts';
import { aUser, signIn } from '../../../test/sign-in-world.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { joinRanges } from './left-out.view.ts';

const db = useTestDatabase();
const world = startedForTests(() => RefreshWorld.start(db));
let adviser: Adviser;
let admin: Adviser;

beforeAll(async () => {
  // Jobs of these tests stay as they are written.
  await world.worker.stop();
  adviser = await world.adviser({ passwords: false });
  const user = await aUser(db, { tenantId: world.tenantId, role: 'administrator' });
  admin = { ...user, accessToken: (await signIn(world.signIns, user.userName)).accessToken };
  for (const groupId of [world.groupId, world.otherGroupId])
    await world.run(
      `insert into group_users values ($1, $2, $3, '{groupContracts.view,groupCustomers.view}')`,
      groupId,
      user.userId,
    );
});

interface Piece {
  readonly state: 'done' | 'cancelled' | 'dead';
  readonly payload: object;
  readonly size: number;
}

/** Work over many objects that is over, with these pieces. */
async function overWith(
  jobType: string,
  pieces: readonly Piece[],
  payload: object = {},
  { userId }: Pick<Adviser, 'userId'> = adviser,
): Promise<string> {
  const jobId = randomUUID();
  await world.run(
    `insert into jobs (tenant_id, id, job_type, state, created_by, cancelled_at, cancelled_by, finished_at, payload)
      values ($1, $2, $3, 'done', $4, now(), $4, now(), $5)`,
    jobId,
    jobType,
    userId,
    { sessionId: 's', ...payload },
  );
  await world.run(
    `insert into job_lanes (tenant_id, job_id, lane, lane_name) values ($1, $2, 'all', 'Alle')`,
    jobId,
  );
  await world.run(
    `insert into job_chunks (tenant_id, job_id, lane, chunk_key, size, state, payload)
      select $1, $2, 'all', n::text, (x ->> 'size')::int, x ->> 'state', x -> 'payload' from jsonb_array_elements($3::jsonb) with ordinality as a (x, n)`,
    jobId,
    JSON.stringify(pieces),
  );
  return jobId;
}

interface LeftOut {
  readonly id: string;
  readonly kind: string;
  readonly externalKey: string | null;
  readonly customerName: string;
  readonly reason: string;
}

async function leftOut(who: Adviser, jobId: string, query = '') {
  const answer = await world.call(who, 'GET', `/jobs/${jobId}/left-out${query}`);
  return { ...answer, rows: answer.body as LeftOut[], total: Number(answer.headers['x-total-count']) };
}

const sorted = (ids: readonly string[]) => [...ids].sort();
const idsOf = (rows: readonly LeftOut[]) => sorted(rows.map(({ id }) => id));

/** Contracts in the order of their ids, as a selection is cut. */
const contracts = async (count: number) => {
  const ids: string[] = [];
  for (let k = 0; k < count; k += 1) ids.push(await world.contract());
  return ids.sort();
};

it('names what cancelled and given up pieces were about, with its reason, and nothing that was done', async () => {
  const [done = '', cancelled = '', dead = ''] = await contracts(3);
  const piece = (state: Piece['state'], id: string): Piece => ({
    state,
    payload: { contractIds: [id] },
    size: 1,
  });
  const jobId = await overWith('changeContracts', [
    piece('done', done),
    piece('cancelled', cancelled),
    piece('dead', dead),
  ]);
  const { rows, total } = await leftOut(adviser, jobId);
  expect(total).toBe(2);
  const job = await world.call(adviser, 'GET', `/jobs/${jobId}`);
  expect(job.body).toMatchObject({ cancelled: 1, givenUp: 1 });
  expect(new Map(rows.map(({ id, reason }) => [id, reason]))).toEqual(
    new Map([
      [cancelled, 'cancelled'],
      [dead, 'givenUp'],
    ]),
  );
  for (const row of rows) {
    expect(row.kind).toBe('contract');
    expect(row.externalKey).toMatch(/\S/u);
    expect(row.customerName).toMatch(/\S \S/u);
  }
});

it('shows of them what its reader sees now, and the job to nobody else', async () => {
  const [mine = '', moved = ''] = await contracts(2);
  const jobId = await overWith('changeContracts', [
    { state: 'cancelled', payload: { contractIds: [mine, moved] }, size: 2 },
  ]);
  expect(idsOf((await leftOut(adviser, jobId)).rows)).toEqual(sorted([mine, moved]));
  await world.run(
    `update customers set group_id = $2 where tenant_id = $1
        and id = (select customer_id from contracts where tenant_id = $1 and id = $3)`,
    world.otherGroupId,
    moved,
  );
  const later = await leftOut(adviser, jobId);
  expect([idsOf(later.rows), later.total]).toEqual([[mine], 1]);
  expect(idsOf((await leftOut(admin, jobId)).rows)).toEqual(sorted([mine, moved]));
  const colleague = await world.adviser({ passwords: false });
  expect((await leftOut(colleague, jobId)).status).toBe(404);
});

it('finds the contracts of stretches of a selection, page by page', async () => {
  const chosen = await contracts(6);
  const others = await contracts(2);
  const visibility = { groupIds: [world.groupId], includesWithoutGroup: false, ownCustomerId: null };
  const stretch = (state: Piece['state'], from: number, until: number | null): Piece => ({
    state,
    payload: { fromId: chosen[from], untilId: until === null ? null : chosen[until] },
    size: 2,
  });
  const pieces = [stretch('done', 0, 2), stretch('cancelled', 2, 4), stretch('cancelled', 4, null)];
  for (const jobType of ['planContracts', 'checkContracts', 'handOverToMany', 'releasePlans']) {
    const jobId = await overWith(jobType, pieces, { contractIds: chosen, visibility });
    const { rows, total } = await leftOut(adviser, jobId);
    expect([idsOf(rows), total]).toEqual([chosen.slice(2), 4]);
    expect(rows.filter(({ id }) => others.includes(id))).toEqual([]);
    const first = await leftOut(adviser, jobId, '?pageSize=3');
    const second = await leftOut(adviser, jobId, '?pageSize=3&page=2');
    expect([first.rows.length, second.rows.length, second.total]).toEqual([3, 1, 4]);
    expect(idsOf([...first.rows, ...second.rows])).toEqual(chosen.slice(2));
  }
});

it('leaves out letters that were made before their piece was', async () => {
  const [made = '', missing = ''] = await contracts(2);
  const jobId = await overWith('yearEndReports', [
    { state: 'cancelled', payload: { contractIds: [made, missing], position: 0 }, size: 2 },
  ]);
  await world.run(
    `insert into year_end_rows (tenant_id, job_id, contract_id, position, result, message, created_by) values ($1, $2, $3, 0, 'skipped', 'Kein Wert', $4)`,
    jobId,
    made,
    adviser.userId,
  );
  expect(idsOf((await leftOut(adviser, jobId)).rows)).toEqual([missing]);
});

it('names customers where the work was about these', async () => {
  const [one, two] = [await world.customer(), await world.customer(world.otherGroupId)];
  const jobId = await overWith('changeCustomers', [
    { state: 'cancelled', payload: { customerIds: [one, two] }, size: 2 },
  ]);
  const { rows } = await leftOut(adviser, jobId);
  expect(rows.map(({ id, kind, externalKey }) => [id, kind, externalKey])).toEqual([[one, 'customer', null]]);
  expect(idsOf((await leftOut(admin, jobId)).rows)).toEqual(sorted([one, two]));
});

it('has nothing to say of work without contracts or customers, or that was cancelled before it had any', async () => {
  const bank = await overWith('remoteRefresh', [{ state: 'dead', payload: { depots: [] }, size: 1 }]);
  const early = await overWith('planContracts', []);
  for (const jobId of [bank, early]) {
    const { status, rows } = await leftOut(adviser, jobId);
    expect([status, rows]).toEqual([200, []]);
  }
});

it('gives all of it as a file to who may take one, and notes that', async () => {
  const ids = await contracts(2);
  const pieces: Piece[] = [{ state: 'cancelled', payload: { contractIds: ids }, size: 2 }];
  const jobId = await overWith('changeContracts', pieces);
  const { status, text } = await leftOut(admin, jobId, '?format=csv');
  expect(status).toBe(200);
  const lines = text.trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('Vertragsnummer;Kunde;Grund');
  expect(lines[1]).toContain('Abgebrochen');
  const { rows } = await world.run(
    `select details from audit_entries where tenant_id = $1 and action = 'jobs.exportLeftOut'`,
  );
  expect(rows).toEqual([{ details: { jobId, format: 'csv', rowCount: 2 } }]);
  await world.run(`delete from role_permissions where tenant_id = $1 and permission_id = 'contracts.export'`);
  // Whoever signed in before may know of it a second later.
  const mayNot = await world.adviser({ passwords: false });
  const own = await overWith('changeContracts', pieces, {}, mayNot);
  expect((await leftOut(mayNot, own, '?format=csv')).status).toBe(403);
});

it('names nobody to who may not look at contracts or customers, whatever group rights and work are his', async () => {
  const jobs = [
    ['contracts.view', 'changeContracts', { contractIds: await contracts(1) }],
    ['customers.view', 'changeCustomers', { customerIds: [await world.customer()] }],
  ] as const;
  for (const [permission, jobType, payload] of jobs) {
    const pieces: Piece[] = [{ state: 'cancelled', payload, size: 1 }];
    const before = await world.adviser({ passwords: false });
    expect((await leftOut(before, await overWith(jobType, pieces, {}, before))).total).toBe(1);
    await world.run('delete from role_permissions where tenant_id = $1 and permission_id = $2', permission);
    const after = await world.adviser({ passwords: false });
    const { status, rows, total } = await leftOut(after, await overWith(jobType, pieces, {}, after));
    expect([status, rows, total]).toEqual([200, [], 0]);
  }
});

it('asks once for pieces that follow one another', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'] as const;
  const range = (fromId: string, untilId: string | null, reason: 'cancelled' | 'givenUp' = 'cancelled') => ({
    fromId,
    untilId,
    reason,
  });
  expect(joinRanges([range(a, b), range(b, c), range(c, d, 'givenUp'), range(d, null)])).toEqual([
    range(a, c),
    range(c, d, 'givenUp'),
    range(d, null),
  ]);
});

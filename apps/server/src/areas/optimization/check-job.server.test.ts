import { beforeAll, describe, expect, it } from 'vitest';
import { adviceHouse } from '../../../test/advice-house.ts';
import { type JobOfMany, useJobWorkers } from '../../../test/job-workers.ts';
import { loseRights, storeRights } from '../../../test/store-rights.ts';
import { createCheckJob } from './check-job.ts';

const { db, world, admin } = adviceHouse('medium');
const clock = () => Date.parse('2026-11-20T11:00:00Z');

beforeAll(() => storeRights(db.owner, world.scopeOf(admin)));
const { failures, over } = useJobWorkers(db, () => [createCheckJob(db.database, clock, { chunkSize: 40 })]);

interface Job extends JobOfMany {
  done: number;
  code?: string;
}
interface Row {
  contractId: string;
  result: string;
  scoreBefore: number | null;
  scoreAfter: number | null;
  message: string | null;
}

const start = (body: object, token = admin) => world.call<Job>(token, 'POST', '/contracts/check', body);

async function finished(body: object, token = admin): Promise<Job> {
  const started = await start(body, token);
  expect(started.status).toBe(202);
  return over<Job>(world, token, started.body);
}

const rowsOf = (job: Job, query = '') =>
  world.call<Row[]>(admin, 'GET', `/jobs/${job.id}/contract-checks${query}`);

describe('checking many contracts', () => {
  it('writes nothing where nothing changed, over chunks shared by two workers', async () => {
    const all = await world.contractIds('true', 1000);
    const job = await finished({ filter: {} });
    expect(job).toMatchObject({ state: 'done', total: all.length, done: all.length, changed: 0, failed: 0 });
    expect((await rowsOf(job)).body).toEqual([]);
    expect(failures).toEqual([]);
  });

  it('stores what a single check would store, and tells it row by row', async () => {
    const ids = await world.contractIds('c.risk_class_id is not null', 90);
    const before = await storedOf(ids);
    await world.owner.query(
      `update contracts set contract_score = 1, check_fingerprint = null, risk_value = null, hint_count = 0, hint_mask = 0,
          highest_hint_severity = null where id = any ($1)`,
      [ids],
    );
    await world.owner.query(
      `delete from contract_hints where contract_id = any ($1) and optimization_hint_id in (6, 11)`,
      [ids.slice(0, 40)],
    );
    await world.owner.query(`update contract_hints set text = 'alt' where contract_id = any ($1)`, [
      ids.slice(40),
    ]);
    const job = await finished({ filter: {} });
    expect(job).toMatchObject({ changed: 90, failed: 0 });
    expect(await storedOf(ids)).toEqual(before);
    const rows = await rowsOf(job, '?pageSize=250');
    expect(rows.headers.get('x-total-count')).toBe('90');
    expect(rows.body.every(({ result, scoreBefore }) => result === 'changed' && scoreBefore === 1)).toBe(
      true,
    );
    expect((await rowsOf(job, '?result=failed')).body).toEqual([]);
    expect((await finished({ filter: {} })).changed).toBe(0);
    const statistics = await world.owner.query(
      `select sum(score_sum) as ledger, (select sum(contract_score) from contracts where deleted_at is null) as truth from contract_statistics`,
    );
    expect(statistics.rows[0]?.ledger).toBe(statistics.rows[0]?.truth);
  });

  it('takes the contracts named or filtered, of those the caller may edit', async () => {
    const ids = await world.contractIds('c.group_id is not null', 25);
    expect(await finished({ contractIds: ids })).toMatchObject({ total: 25, done: 25 });
    const { rows } = await world.owner.query<{ tariff_id: string; n: string; group_id: string }>(
      `select tariff_id, count(*) as n from contracts where tenant_id = $1 and deleted_at is null group by 1 order by 2 desc limit 1`,
      [world.tenantId],
    );
    expect((await finished({ filter: { tariffId: rows[0]?.tariff_id } })).total).toBe(Number(rows[0]?.n));
    const linked = await world.contractIds(
      'c.is_linked and c.hint_mask & 1024 <> 0 and c.total_value >= 100.5',
      1000,
    );
    const filter = { isLinked: 'true', hintId: '11', valueFrom: '100.5' };
    expect((await finished({ filter })).total).toBe(linked.length);
    expect((await finished({ filter: { search: 'gibt es nicht' } })).total).toBe(0);
    const stranger = await world.caller({ tenant: 'nord.example' });
    expect((await finished({ contractIds: ids }, stranger)).total).toBe(0);
    const viewer = await world.caller({ rights: ['groupContracts.view'] });
    expect((await finished({ contractIds: ids }, viewer)).total).toBe(0);
  });

  it('leaves what its starter may no longer edit when its turn comes, and says so', async () => {
    // A group without others below it, whose rights would reach it, too.
    const leaf = `(select c2.group_id from contracts c2 where c2.risk_class_id is not null and c2.deleted_at is null and not exists (
      select from groups g where g.parent_group_id = c2.group_id) group by 1 order by count(*) desc limit 1)`;
    const groups = ['=', '<>'].map((is) =>
      world.contractIds(`c.risk_class_id is not null and c.group_id ${is} ${leaf}`, 20),
    );
    const [own = [], others = []] = await Promise.all(groups);
    const ids = [...own, ...others];
    await db.owner.query('update contracts set check_fingerprint = null where id = any ($1)', [ids]);
    const adviser = await world.lastingCaller();
    await db.owner.query(`delete from group_users where user_id = $1 and group_id <> ${leaf}`, [adviser]);
    const job = await finished({ contractIds: ids }, adviser);
    expect(job).toMatchObject({ total: ids.length, changed: own.length, failed: others.length });
    expect(others.length).toBeGreaterThan(0);
    const { body: failed } = await rowsOf(job, '?result=failed&pageSize=100');
    expect(failed[0]?.message).toContain('nicht mehr bearbeiten');
    await loseRights(db.owner, adviser, ['contracts.bulk']);
    expect(await finished({ contractIds: ids }, adviser)).toMatchObject({ changed: 0, failed: ids.length });
    expect(await finished({ contractIds: ids })).toMatchObject({ changed: others.length, failed: 0 });
  });

  it('says so to whoever asked for it where nothing of the selection is left, and to nobody else', async () => {
    const none = { contractIds: [crypto.randomUUID()] };
    const problemsOf = async (id: string) =>
      (await world.owner.query<{ code: string }>('select code from job_problems where job_id = $1', [id]))
        .rows;
    const asked = await finished(none);
    expect([asked.state, asked.total]).toEqual(['done', 0]);
    expect(await problemsOf(asked.id)).toEqual([{ code: 'jobs.nothingLeft' }]);
    // As after an edit of a contract that is gone by then.
    const { rows } = await world.owner.query<{ id: string }>(
      `insert into jobs (tenant_id, job_type, payload)
       select tenant_id, job_type, payload - 'sessionId' from jobs where id = $1 returning id`,
      [asked.id],
    );
    const followed = await over<Job>(world, admin, { ...asked, id: rows[0]?.id ?? '' });
    expect([followed.state, await problemsOf(followed.id)]).toEqual(['done', []]);
  });

  it('names what cannot be checked and goes on with the rest', async () => {
    const ids = await world.contractIds('true', 10);
    await world.owner.query('update portfolios set is_current = false where contract_id = $1', [ids[3]]);
    const job = await finished({ contractIds: ids });
    expect(job).toMatchObject({ state: 'done', done: 10, failed: 1 });
    const { body } = await rowsOf(job);
    expect(body).toMatchObject([{ contractId: ids[3], result: 'failed', scoreAfter: null }]);
    expect(body[0]?.message).toContain('kann nicht geprüft werden');
  });

  it('needs the right, a key and a clear wish', async () => {
    const powerless = await world.caller({ permissions: ['contracts.view', 'contracts.check'] });
    expect((await start({ filter: {} }, powerless)).status).toBe(403);
    expect((await start({})).status).toBe(400);
    expect((await start({ contractIds: [] })).status).toBe(400);
    expect((await start({ filter: { unknown: '1' } })).status).toBe(400);
    const job = await finished({ contractIds: await world.contractIds('true', 1) });
    const other = await world.caller({ permissions: ['contracts.bulk'] });
    expect((await world.call(other, 'GET', `/jobs/${job.id}/contract-checks`)).status).toBe(404);
  });
});

async function storedOf(ids: readonly string[]): Promise<unknown> {
  const contracts = await world.owner.query(
    `select id, contract_score, score_risk, risk_value, hint_count, highest_hint_severity, hint_mask, check_fingerprint,
            last_check from contracts where id = any ($1) order by id`,
    [ids],
  );
  const hints = await world.owner.query(
    `select contract_id, optimization_hint_id, title, text, severity, scope, fund_ids, peergroup_id, actual, target, range,
            suggested_fund_ids, state
       from contract_hints where contract_id = any ($1)
      order by contract_id, optimization_hint_id, fund_ids, peergroup_id, target`,
    [ids],
  );
  return { contracts: contracts.rows, hints: hints.rows };
}

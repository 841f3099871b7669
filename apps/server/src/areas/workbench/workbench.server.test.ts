import { randomUUID } from 'node:crypto';
import type { WorkbenchTask } from '@depotwerk/api/workbench/workbench';
import { addDays } from '@depotwerk/domain/add-days';
import type { PermissionCode } from '@depotwerk/domain/permissions';
import { beforeAll, describe, expect, it } from 'vitest';
import { north, south, tenantA, tenantB } from '../../../test/contract-world.ts';
import { workbenchHouse } from '../../../test/workbench-house.ts';
import { houseZone, todayIn } from '../../platform/http/client-zone.ts';

const {
  test: db,
  server,
  admin: chief,
  tariff: tariffId,
  counts,
  work,
  follow,
  aContract,
  setContract,
  list,
} = workbenchHouse();

let other: string;

beforeAll(async () => {
  other = await server.caller();
});

const day = (days: number) => addDays(todayIn(houseZone, new Date()), days);
const typesOf = (tasks: readonly WorkbenchTask[]) => tasks.map(({ taskType }) => taskType);
const post = (who: string, path: string, body?: object) =>
  server.call(who, 'POST', `/workbench/tasks/${path}`, {
    headers: { 'idempotency-key': randomUUID() },
    ...(body && { body }),
  });
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string } | null)?.code,
];
async function firstOf(who: string): Promise<WorkbenchTask> {
  const [task] = await list(who);
  if (!task) throw new Error('no task');
  return task;
}

describe('tasks from rules', () => {
  it('open with their cause and end with it, by different thresholds', async () => {
    const id = await aContract();
    expect(await list(chief)).toEqual([]);
    await setContract(id, `risk_band_status = 'above', risk_distance = 0.009`);
    expect(await list(chief)).toEqual([]);
    await setContract(id, `risk_distance = 0.02`);
    expect(await list(chief)).toMatchObject([
      { taskType: 'riskOutOfBand', severity: 1, contract: { id }, details: { status: 'above' } },
    ]);
    const [{ id: taskId } = { id: '' }] = await list(chief);
    // Back below the opening threshold it stays the same task; only inside the band it ends.
    await setContract(id, `risk_distance = 0.001`);
    await setContract(id, `risk_distance = 0.06`);
    expect(await list(chief)).toMatchObject([{ id: taskId, severity: 2 }]);
    await setContract(id, `risk_band_status = 'in', risk_distance = 0`);
    expect(await list(chief)).toEqual([]);
  });

  it('stay when nobody can know whether the cause is gone', async () => {
    const id = await aContract();
    await setContract(id, `risk_band_status = 'below', risk_distance = 0.03`);
    const task = await firstOf(chief);
    await setContract(id, `risk_band_status = 'unknown', risk_distance = 0`);
    expect(await list(chief)).toMatchObject([{ id: task.id }]);
  });

  it('of profiles grow graver as the day comes, and end with a new profile', async () => {
    const id = await aContract();
    const ends = (days: number) =>
      work(`update risk_assessments set valid_until = $2 where contract_id = $1`, id, day(days));
    await ends(29);
    expect(await list(chief)).toMatchObject([{ taskType: 'profileEnding', severity: 0, dueDate: day(29) }]);
    await ends(40);
    expect(typesOf(await list(chief))).toEqual(['profileEnding']);
    await ends(5);
    expect(await list(chief)).toMatchObject([{ severity: 1 }]);
    await ends(-1);
    expect(await list(chief)).toMatchObject([{ severity: 2 }]);
    await ends(300);
    expect(await list(chief)).toEqual([]);
    // Of everybody who holds the contract.
    await work(
      `insert into contract_holders (tenant_id, contract_id, customer_id, assessment_date, valid_until, risk_class_id)
        select c.tenant_id, c.id, (select u.id from customers u where u.tenant_id = c.tenant_id and u.id <> c.customer_id
          and u.deleted_at is null order by u.id limit 1), $2::date - 30, $2, 1 from contracts c where c.id = $1`,
      id,
      day(1),
    );
    expect(await list(chief)).toMatchObject([{ taskType: 'profileEnding', severity: 1, dueDate: day(1) }]);
    await work('update contract_holders set valid_until = $2 where contract_id = $1', id, day(300));
    expect(await list(chief)).toEqual([]);
    await work('delete from contract_holders where contract_id = $1', id);
    await work('delete from risk_assessments where contract_id = $1', id);
    expect(typesOf(await list(chief))).toEqual(['profileMissing']);
    await work('update contracts set deleted_at = now(), deletion_reason = $2 where id = $1', id, 'Storno');
    expect(await list(chief)).toEqual([]);
  });

  it('of the next profile to end are there though the one before was done', async () => {
    const id = await aContract();
    await work('update risk_assessments set valid_until = $2 where contract_id = $1', id, day(29));
    await work(
      `insert into contract_holders (tenant_id, contract_id, customer_id, assessment_date, valid_until, risk_class_id)
        select c.tenant_id, c.id, (select u.id from customers u where u.tenant_id = c.tenant_id and u.id <> c.customer_id
          and u.deleted_at is null order by u.id limit 1), $2::date - 30, $2, 1 from contracts c where c.id = $1`,
      id,
      day(40),
    );
    const first = await firstOf(chief);
    await work(
      `update workbench_tasks set status = 'done', done_at = now(), done_by = $2 where id = $1`,
      first.id,
      chief,
    );
    expect(await list(chief)).toEqual([]);
    // Hers is renewed; his has more than the weeks of a reminder left, and then no more.
    await work('update risk_assessments set valid_until = $2 where contract_id = $1', id, day(700));
    expect(await list(chief)).toEqual([]);
    await work('update contract_holders set valid_until = $2 where contract_id = $1', id, day(30));
    expect(await list(chief)).toMatchObject([{ taskType: 'profileEnding', severity: 0, dueDate: day(30) }]);
    expect((await firstOf(chief)).id).not.toBe(first.id);
  });

  it('of a failed refresh end with one that goes through, not with one that is away', async () => {
    const refresh = async (errorCode: string | null) => {
      const jobId = randomUUID();
      await work(
        `insert into jobs (tenant_id, id, job_type, state, created_by) values ($1, $2, 'remoteRefresh', 'queued', $3)`,
        tenantA,
        jobId,
        chief,
      );
      await work(
        `insert into job_lanes (tenant_id, job_id, lane, lane_name, error_code) values ($1, $2, '1', 'Bank eins', $3)`,
        tenantA,
        jobId,
        errorCode,
      );
      await work(`update jobs set state = 'done', finished_at = now() where id = $1`, jobId);
    };
    await refresh('traderAuth.bankUnavailable');
    expect(await list(chief)).toMatchObject([
      { taskType: 'refreshFailed', details: { bank: 'Bank eins' }, assignedUser: { id: chief } },
    ]);
    // It is the person's own.
    expect(await list(other)).toEqual([]);
    await refresh('traderAuth.bankUnavailable');
    expect(await list(chief)).toHaveLength(1);
    await refresh('traderAuth.passwordMissing');
    expect(typesOf(await list(chief))).toEqual(['bankPassword']);
    await refresh(null);
    expect(await list(chief)).toEqual([]);
  });

  it('come once for one cause, and done ones only when it becomes another', async () => {
    const id = await aContract();
    const hints = (mask: number, severity = 1) =>
      setContract(id, `hint_mask = ${mask}, hint_count = 2, highest_hint_severity = ${severity}`);
    await hints(0b11);
    const task = await firstOf(chief);
    expect((await post(chief, `${task.id}/complete`)).status).toBe(200);
    expect(codeOf(await post(other, `${task.id}/complete`))).toEqual([409, 'workbench.notOpen']);
    await hints(0b01);
    expect(await list(chief)).toEqual([]);
    expect(await list(chief, '?status=done')).toMatchObject([{ id: task.id }]);
    await hints(0b101);
    expect(await list(chief)).toMatchObject([{ id: task.id, status: 'open' }]);
    await post(chief, `${task.id}/complete`);
    await hints(0b101, 2);
    expect(await list(chief)).toMatchObject([{ id: task.id, severity: 2 }]);
  });

  it('follow the thresholds of the house', async () => {
    const body = {
      hintSeverity: 2,
      riskOpenPoints: 3,
      lossPercent: 12.5,
      profileOpenDays: 10,
      profileCloseDays: 20,
      consultationDays: 5,
    };
    const put = (values: object) =>
      server.call(chief, 'PUT', '/workbench/thresholds', { body: { ...body, ...values } });
    const refused = await put({ profileCloseDays: 5 });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { validation: [{ path: 'profileCloseDays', code: 'tooSmall' }] },
    ]);
    expect((await put({})).body).toEqual(body);
    expect((await server.call(chief, 'GET', '/workbench/thresholds')).body).toEqual(body);
    const id = await aContract();
    await setContract(
      id,
      `risk_band_status = 'above', risk_distance = 0.02, hint_mask = 1, hint_count = 1,
      highest_hint_severity = 1`,
    );
    expect(await list(chief)).toEqual([]);
    await db.owner.query('delete from workbench_settings');
  });
});

describe('who sees which task', () => {
  const adviser = (groupId: string, permissions?: readonly PermissionCode[]) =>
    server.caller({
      memberships: [{ groupId, groupRights: ['groupContracts.view', 'groupCustomers.view'] }],
      permissions: permissions ?? ['workbench.view', 'contracts.view', 'optimization.view'],
    });

  it('follows groups, rights and tenants; foreign ones are missing ones', async () => {
    const id = await aContract(south);
    await setContract(id, `highest_hint_severity = 1, hint_count = 1, hint_mask = 1`);
    const task = await firstOf(chief);
    const [inGroup, elsewhere] = [await adviser(south), await adviser(north)];
    expect(await list(inGroup)).toHaveLength(1);
    expect(await list(elsewhere)).toEqual([]);
    expect(await list(await adviser(south, ['workbench.view', 'contracts.view']))).toEqual([]);
    const foreign = await server.caller({ tenantId: tenantB });
    expect((await server.call(foreign, 'GET', '/workbench/tasks')).body).toEqual([]);
    const customer = await server.caller({ ownCustomerId: task.customer?.id ?? '' });
    expect(await list(customer)).toEqual([]);
    for (const who of [elsewhere, foreign, customer]) {
      for (const [path, body] of [
        ['complete', undefined],
        ['snooze', { until: day(3) }],
        ['assign', { userId: who, fromUserId: null }],
        ['reopen', undefined],
      ] as const) {
        expect((await post(who, `${task.id}/${path}`, body)).status).toBe(404);
      }
      expect((await post(who, 'next', {})).status).toBe(204);
    }
    // The customer moves: so does the task, at once.
    await work('update customers set group_id = $2 where id = $1', task.customer?.id, north);
    expect([await list(inGroup), (await list(elsewhere)).length]).toEqual([[], 1]);
  });

  it('keeps approvals from those whose work they are', async () => {
    const version = randomUUID();
    await work(
      `insert into tariff_versions (tenant_id, id, tariff_id, version_number, state, content, submitted_at, submitted_by)
       values ($1, $2, $3, 7, 'submitted', '{"tariff": {}}', now(), $4)`,
      tenantA,
      version,
      tariffId,
      chief,
    );
    expect(await list(chief)).toEqual([]);
    expect(await list(other)).toMatchObject([
      { taskType: 'approval', details: { name: 'Zukunft', version: 7 }, path: '/approvals' },
    ]);
    await work('delete from tariff_versions where id = $1', version);
    expect(await list(other)).toEqual([]);
  });
});

describe('two people at the same list', () => {
  const hinted = async () => {
    const id = await aContract();
    await setContract(id, `highest_hint_severity = 1, hint_count = 1, hint_mask = 1`);
    return id;
  };

  it('get different next tasks, their own first', async () => {
    for (let count = 0; count < 4; count += 1) await hinted();
    await follow();
    const answers = await Promise.all(
      [chief, other, chief, other].map(async (who) => (await post(who, 'next', {})).body as WorkbenchTask),
    );
    const mine = answers.filter(({ assignedUser }) => assignedUser?.id === chief).map(({ id }) => id);
    const theirs = answers.filter(({ assignedUser }) => assignedUser?.id === other).map(({ id }) => id);
    expect(mine.some((id) => theirs.includes(id))).toBe(false);
    const again = (await post(chief, 'next', {})).body as WorkbenchTask;
    expect(mine).toContain(again.id);
    const behind = (await post(chief, 'next', { afterId: again.id })).body as WorkbenchTask;
    expect(behind.id).not.toBe(again.id);
  });

  it('cannot take a task from each other unseen', async () => {
    await hinted();
    const task = await firstOf(chief);
    const take = (who: string, fromUserId: string | null = null) =>
      post(who, `${task.id}/assign`, { userId: who, fromUserId });
    const answers = await Promise.all([take(chief), take(other)]);
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
    const plain = await server.caller({ permissions: ['workbench.view', 'optimization.view'] });
    expect(codeOf(await post(plain, `${task.id}/assign`, { userId: plain, fromUserId: chief }))).toEqual([
      403,
      'auth.forbidden',
    ]);
    const entries = await db.owner.query(
      `select 1 from audit_entries where action = 'workbench.assign' and object_id = $1`,
      [task.id],
    );
    expect(entries.rows).toHaveLength(1);
  });

  it('put a task aside until a day, which a graver cause cuts short', async () => {
    const id = await hinted();
    const task = await firstOf(chief);
    for (const until of [day(-1), day(0), day(370), '2099-12-31']) {
      const refused = await post(chief, `${task.id}/snooze`, { until });
      expect(refused.body).toMatchObject({ validation: [{ path: 'until', code: 'noSuchDay' }] });
    }
    expect((await post(chief, `${task.id}/snooze`, { until: day(3) })).body).toMatchObject({
      status: 'snoozed',
      snoozedUntil: day(3),
    });
    expect([await list(chief), (await list(chief, '?status=snoozed')).length]).toEqual([[], 1]);
    await db.owner.query('update workbench_tasks set snoozed_until = current_date');
    expect(await list(chief)).toMatchObject([{ id: task.id, status: 'open', snoozedUntil: null }]);
    await post(chief, `${task.id}/snooze`, { until: day(3) });
    await setContract(id, 'highest_hint_severity = 2');
    expect(await list(chief)).toMatchObject([{ id: task.id, severity: 2 }]);
  });

  it('see the same numbers as the list', async () => {
    await hinted();
    const id = await hinted();
    await setContract(id, `risk_band_status = 'above', risk_distance = 0.3`);
    await follow();
    counts.forget(tenantA);
    const stats = (await server.call(chief, 'GET', '/workbench/stats')).body as {
      openCount: number;
      byType: { taskType: string; count: number }[];
    };
    expect(stats.openCount).toBe((await list(chief)).length);
    for (const { taskType, count } of stats.byType) {
      const answer = await server.call(chief, 'GET', `/workbench/tasks?taskType=${taskType}&pageSize=1`);
      expect([taskType, Number(answer.headers['x-total-count'])]).toEqual([taskType, count]);
    }
    expect(stats.byType.map(({ taskType }) => taskType)).toEqual(['riskOutOfBand', 'hints']);
  });
});

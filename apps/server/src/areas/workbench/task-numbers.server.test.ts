import { randomUUID } from 'node:crypto';
import type { WorkbenchTask } from '@depotwerk/api/workbench/workbench';
import { addDays } from '@depotwerk/domain/add-days';
import { expect, it } from 'vitest';
import { contractHouse } from '../../../test/contract-house.ts';
import { north, tenantA } from '../../../test/contract-world.ts';
import { houseZone, todayIn } from '../../platform/http/client-zone.ts';
import { CountCache } from '../../platform/lists/count-cache.ts';
import { followTaskChanges } from './follow-changes.ts';
import { workbenchRoutes } from './routes.ts';

const counts = new CountCache(Date.now);
const {
  test: db,
  world,
  server,
  admin: chief,
  tariff,
} = contractHouse((services) => workbenchRoutes(services, counts, () => {}));

const list = async (query = '') => {
  counts.forget(tenantA);
  const { body } = await server.call(chief, 'GET', `/workbench/tasks${query}`);
  return body as WorkbenchTask[];
};
const post = (path: string, body: object) =>
  server.call(chief, 'POST', `/workbench/tasks/${path}`, {
    headers: { 'idempotency-key': randomUUID() },
    body,
  });

/** A contract with a finding and a valid profile: one task. */
async function hinted(): Promise<void> {
  const customer = await world.addCustomer(tenantA, { groupId: north });
  const id = await world.addContract(tenantA, customer.id, tariff);
  await db.database.transaction({ tenantId: tenantA, userId: null }, async (_transaction, connection) => {
    await connection.query(
      `insert into risk_assessments (tenant_id, contract_id, assessment_date, valid_until, risk_type_id, risk_class_id, status)
       values ($1, $2, current_date - 700, current_date + 200, 1, 2, 'valid')`,
      [tenantA, id],
    );
    await connection.query(
      'update contracts set highest_hint_severity = 1, hint_count = 1, hint_mask = 1 where id = $1',
      [id],
    );
  });
}

it('each number above the list leads to just the tasks it counts, and kinds are those the filter leaves', async () => {
  for (let count = 0; count < 3; count += 1) await hinted();
  await followTaskChanges({ database: db.database, clock: Date.now, forgetCounts: () => {} });
  const [mine, over, aside] = await list();
  await post(`${mine?.id}/assign`, { userId: chief, fromUserId: null });
  await post(`${aside?.id}/snooze`, { until: addDays(todayIn(houseZone, new Date()), 3) });
  await db.owner.query(`update workbench_tasks set due_date = current_date - 3 where id = $1`, [over?.id]);
  counts.forget(tenantA);
  const { body } = await server.call(chief, 'GET', '/workbench/stats');
  expect(body).toMatchObject({ openCount: 2, mineCount: 1, overdueCount: 1, snoozedCount: 1 });
  expect(await list('?owner=me')).toMatchObject([{ id: mine?.id }]);
  expect(await list('?isOverdue=true')).toMatchObject([{ id: over?.id }]);
  expect(await list('?isOverdue=false')).toMatchObject([{ id: mine?.id }]);
  expect(await list('?status=snoozed')).toMatchObject([{ id: aside?.id }]);
  for (const [filter, kinds] of [
    ['isOverdue=true', [{ taskType: 'hints', count: 1 }]],
    ['owner=me', [{ taskType: 'hints', count: 1 }]],
    ['owner=me&isOverdue=true', []],
  ] as const) {
    const { body: left } = await server.call(chief, 'GET', `/workbench/stats?${filter}`);
    expect(left).toMatchObject({ openCount: 2, byType: kinds });
  }
});

it('open tasks added up from what triggers count are those of the list, whatever is done with them', async () => {
  for (let count = 0; count < 6; count += 1) await hinted();
  await followTaskChanges({ database: db.database, clock: Date.now, forgetCounts: () => {} });
  const changes = [
    'due_date = current_date - 1',
    'due_date = current_date',
    'severity = 2',
    `status = 'snoozed', snoozed_until = current_date + 2`,
    `status = 'snoozed', snoozed_until = current_date`,
    `status = 'open', snoozed_until = null, done_at = null`,
    `status = 'done', snoozed_until = null, done_at = now()`,
    'assigned_user_id = $1',
    'assigned_user_id = null',
    'not_for = array[$1::uuid]',
    `not_for = '{}'`,
    'ended_at = now()',
  ];
  const { rows: tasks } = await db.owner.query<{ id: string }>(
    'select id from workbench_tasks where tenant_id = $1 order by id',
    [tenantA],
  );
  for (const [number, set] of [...changes, ...changes.toReversed()].entries()) {
    const values = [tasks[(number * 5) % tasks.length]?.id, ...(set.includes('$1') ? [chief] : [])];
    await db.owner.query(`update workbench_tasks set ${set.replace('$1', '$2')} where id = $1`, values);
    counts.forget(tenantA);
    const { body } = await server.call(chief, 'GET', '/workbench/stats');
    const numberOf = async (query: string) => (await list(`?pageSize=100&${query}`)).length;
    expect(body).toMatchObject({
      openCount: await numberOf('status=open'),
      mineCount: await numberOf('owner=me'),
      overdueCount: await numberOf('isOverdue=true'),
      snoozedCount: await numberOf('status=snoozed'),
    });
    for (const query of ['', '&taskType=hints', '&owner=me', '&owner=nobody', '&isOverdue=false']) {
      counts.forget(tenantA);
      const { headers } = await server.call(chief, 'GET', `/workbench/tasks?pageSize=1${query}`);
      expect(headers['x-total-count']).toBe(String(await numberOf(query.slice(1))));
    }
  }
});

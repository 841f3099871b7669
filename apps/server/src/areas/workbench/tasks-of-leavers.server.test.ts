import { expect, it } from 'vitest';
import { tenantA } from '../../../test/contract-world.ts';
import { workbenchHouse } from '../../../test/workbench-house.ts';

const { test: db, server, admin: chief, work, aContract, setContract, list } = workbenchHouse();

const leave = (userId: string, isInactive: boolean) =>
  work('update users set is_inactive = $2 where id = $1', userId, isInactive);

it('are free again when somebody becomes inactive, but for those that concern nobody else', async () => {
  const leaver = await server.caller();
  await setContract(await aContract(), 'hint_mask = 1, hint_count = 1, highest_hint_severity = 1');
  await setContract(await aContract(), `risk_band_status = 'above', risk_distance = 0.02`);
  const tasks = await list(chief);
  expect(tasks).toHaveLength(2);
  await db.owner.query('update workbench_tasks set assigned_user_id = $1', [leaver]);
  await db.owner.query(
    `insert into workbench_tasks (tenant_id, task_type, cause_key, severity, user_id, assigned_user_id)
     values ($1, 'followUp', gen_random_uuid()::text, 1, $2, $2)`,
    [tenantA, leaver],
  );
  expect(await list(chief, '?owner=nobody')).toEqual([]);
  await leave(leaver, true);
  const free = await list(chief, '?owner=nobody');
  expect(new Set(free.map(({ id }) => id))).toEqual(new Set(tasks.map(({ id }) => id)));
  const { rows } = await db.owner.query<{ count: number }>(
    'select count(*)::int as count from workbench_tasks where assigned_user_id = $1',
    [leaver],
  );
  expect(rows[0]?.count).toBe(1);
  await leave(leaver, false);
});

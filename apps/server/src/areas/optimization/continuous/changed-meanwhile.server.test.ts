import { expect, it } from 'vitest';
import { adviceHouse } from '../../../../test/advice-house.ts';
import { anchorDate } from '../../../../test/advice-world.ts';
import { changedBeside, changesBeside } from '../../../../test/changes-beside.ts';
import { continuousCalls } from '../../../../test/continuous-calls.ts';
import { useJobWorkers } from '../../../../test/job-workers.ts';
import { TariffData } from '../tariff-data.ts';
import { createContinuousJob } from './plan-job.ts';
import { continuousOptimizationRoutes } from './routes.ts';

const { db, world, admin } = adviceHouse('medium', continuousOptimizationRoutes);
const clock = () => Date.parse(`${anchorDate}T11:00:00Z`);
/** Its first transaction gives up what has lapsed, the second one writes. */
const beside = changedBeside(db, world, 2);
// One chunk: all that is read is read before anything is written.
useJobWorkers(db, () => [
  createContinuousJob(beside.database(), new TariffData(beside.database()), clock, () => {}, 100_000),
]);
const { run } = continuousCalls(db, world, () => admin);

interface LookedAt {
  readonly contractId: string;
  readonly state: string;
  readonly reason: string | null;
}
const looks = async () => {
  const { rows } = await db.owner.query<LookedAt>(
    `select contract_id as "contractId", state, skip_reason as reason from continuous_plans where tenant_id = $1`,
    [world.tenantId],
  );
  return new Map(rows.map((row) => [row.contractId, row]));
};

it('is no look at the contract as it is now, which the next run takes', async () => {
  const { rows } = await db.owner.query<{ id: string }>(
    `select distinct on (c.customer_id) c.id from contracts c
       join savings_plans s on s.tenant_id = c.tenant_id and s.contract_id = c.id and s.valid_to is null
       join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id and t.continuous_optimization
       join risk_assessments a on a.tenant_id = c.tenant_id and a.contract_id = c.id and a.status = 'valid'
       join portfolios p on p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current
      where c.tenant_id = $1 and c.deleted_at is null and (c.end_date is null or c.end_date > $2::date)
        and c.start_date < $2::date - 400 order by c.customer_id`,
    [world.tenantId, anchorDate],
  );
  const changed = new Map(Object.keys(changesBeside).map((what, k) => [what, rows[k]?.id ?? '']));
  expect(new Set(changed.values()).size).toBe(Object.keys(changesBeside).length);
  // A run of few: what is planned is not what is asked here.
  await db.owner.query(
    `update contracts set deleted_at = now(), deletion_reason = 'Test' where tenant_id = $1 and deleted_at is null and id <> all ($2::uuid[])`,
    [world.tenantId, rows.slice(0, 16).map(({ id }) => id)],
  );
  beside.change(changed);
  await run();
  const first = await looks();
  expect([...changed].filter(([, id]) => first.has(id))).toEqual([]);
  expect(first.size).toBe(4);
  const { rows: told } = await db.owner.query<{ overtaken: number }>(
    `select (details->>'overtaken')::int as overtaken from audit_entries
      where tenant_id = $1 and action = 'continuousOptimization.plan'`,
    [world.tenantId],
  );
  expect(told).toEqual([{ overtaken: changed.size }]);
  await run();
  const second = await looks();
  const became = (what: keyof typeof changesBeside) => second.get(changed.get(what) ?? '');
  expect([became('deleted'), became('ended')]).toEqual([undefined, undefined]);
  expect(became('held by who is blocked now')).toMatchObject({ state: 'skipped', reason: 'customerBlocked' });
  expect(became('reported to have changed')).toMatchObject({ state: 'skipped', reason: 'pendingChanges' });
  const lookedAt = [
    became('told of other holdings by the bank'),
    became('of another profile'),
    became('of another contribution'),
  ];
  expect(lookedAt).not.toContain(undefined);
});

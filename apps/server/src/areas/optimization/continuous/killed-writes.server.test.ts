import { expect, it } from 'vitest';
import { AdviceWorld, anchorDate } from '../../../../test/advice-world.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { useJobWorkers } from '../../../../test/job-workers.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts';
import { TariffData } from '../tariff-data.ts';
import { createContinuousJob, planContinuousType } from './plan-job.ts';
import { continuousOptimizationRoutes } from './routes.ts';

const db = useTestDatabase();
const world = startedForTests(() => AdviceWorld.start(db, 'medium', continuousOptimizationRoutes));
const clock = () => Date.parse(`${anchorDate}T11:00:00Z`);
useJobWorkers(db, () => [createContinuousJob(db.database, new TariffData(db.database), clock, () => {}, 10)]);

async function rows<Row extends object>(statement: string, ...parameters: readonly unknown[]) {
  return (await db.owner.query<Row>(statement, [world.tenantId, ...parameters])).rows;
}

/** A run in the house of the tests, to its end. */
async function run(): Promise<void> {
  const jobId = await db.database.transaction({ tenantId: world.tenantId, userId: null }, (transaction) =>
    enqueueJob(transaction, { jobType: planContinuousType, payload: {}, createdBy: null }),
  );
  for (;;) {
    const [job] = await rows<{ state: string }>(
      'select state from jobs where tenant_id = $1 and id = $2',
      jobId,
    );
    if (job?.state === 'dead') throw new Error('the job was given up');
    if (job?.state === 'done') return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

it('doubles and loses nothing when connections are killed in the middle of writing', async () => {
  // The plans of a chunk are written by then, their looks are not: a sequence does not go back with its transaction.
  await db.owner.query(`create sequence writes_cut;
    create function cut_writes() returns trigger language plpgsql security definer as $$
      begin if nextval('writes_cut') <= 3 then perform pg_terminate_backend(pg_backend_pid()); end if; return null; end $$;
    create trigger cut_writes before insert on continuous_plans for each statement execute function cut_writes()`);
  await run();
  const { rows: cuts } = await db.owner.query<{ writes: number }>(
    'select last_value::int as writes from writes_cut',
  );
  expect(cuts[0]?.writes).toBeGreaterThan(3);
  const due = await rows(
    `select c.id from contracts c join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id
      where c.tenant_id = $1 and t.continuous_optimization and c.deleted_at is null
        and (c.end_date is null or c.end_date > $2::date) order by c.id`,
    anchorDate,
  );
  const looks = await rows<{ id: string; state: string }>(
    'select contract_id as id, state from continuous_plans where tenant_id = $1 order by contract_id',
  );
  expect(looks.map(({ id }) => ({ id }))).toEqual(due);
  const waiting = looks.filter(({ state }) => state === 'waiting').map(({ id }) => ({ id }));
  expect(waiting.length).toBeGreaterThan(0);
  const plans = `select contract_id as id from planned_optimizations
    where tenant_id = $1 and created_by is null and created_at = $2 order by contract_id`;
  expect(await rows(plans, new Date(clock()))).toEqual(waiting);
  expect(
    await rows(
      `select sum((details->>'lookedAt')::int)::int as looks from audit_entries
        where tenant_id = $1 and action = 'continuousOptimization.plan'`,
    ),
  ).toEqual([{ looks: looks.length }]);
});

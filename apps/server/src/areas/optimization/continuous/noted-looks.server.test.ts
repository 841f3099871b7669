import { expect, it } from 'vitest';
import { adviceHouse } from '../../../../test/advice-house.ts';
import { anchorDate } from '../../../../test/advice-world.ts';
import { continuousCalls } from '../../../../test/continuous-calls.ts';
import { useJobWorkers } from '../../../../test/job-workers.ts';
import { TariffData } from '../tariff-data.ts';
import { createContinuousJob } from './plan-job.ts';
import { continuousOptimizationRoutes } from './routes.ts';

const { db, world, admin } = adviceHouse('small', continuousOptimizationRoutes);
const clock = () => Date.parse(`${anchorDate}T11:00:00Z`);
useJobWorkers(db, () => [createContinuousJob(db.database, new TariffData(db.database), clock, () => {})]);
const { run, planAt, decide } = continuousCalls(db, world, () => admin);

const contractsOf = async (statement: string) => {
  const { rows } = await db.owner.query<{ id: string }>(statement, [world.tenantId]);
  return rows.map(({ id }) => id);
};
const noted = () =>
  contractsOf(
    'select distinct subject_id as id from workbench_changes where tenant_id = $1 and subject_id is not null order by 1',
  );
const looks = (condition: string) =>
  contractsOf(
    `select contract_id as id from continuous_plans where tenant_id = $1 and ${condition} order by 1`,
  );

it('tells the work list of looks that leave a plan, not of the many that leave none', async () => {
  await db.owner.query('delete from workbench_changes');
  await run();
  expect((await looks('planned_optimization_id is null')).length).toBeGreaterThan(0);
  const withPlan = await looks('planned_optimization_id is not null');
  expect(withPlan.length).toBeGreaterThan(0);
  expect(await noted()).toEqual(withPlan);
});

it('tells it of what becomes of a look later', async () => {
  const plan = await planAt(0);
  await db.owner.query('delete from workbench_changes');
  await decide('refuse', [plan]);
  expect(await noted()).toEqual([plan.contractId]);
});

import type { ContinuousPlan } from '@depotwerk/api/optimization/continuous-optimization';
import type { proposal } from '@depotwerk/api/optimization/proposals';
import { expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { adviceHouse } from '../../../../test/advice-house.ts';
import { anchorDate } from '../../../../test/advice-world.ts';
import { useJobWorkers } from '../../../../test/job-workers.ts';
import { inEveryTenant } from '../../../platform/database/every-tenant.ts';
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts';
import { TariffData } from '../tariff-data.ts';
import { createContinuousJob, planContinuousType } from './plan-job.ts';
import { continuousOptimizationRoutes } from './routes.ts';

const { db, world, admin, simulate } = adviceHouse('medium', continuousOptimizationRoutes);
const clock = () => Date.parse(`${anchorDate}T11:00:00Z`) + world.later;
useJobWorkers(db, () => [createContinuousJob(db.database, new TariffData(db.database), clock, () => {}, 10)]);

/** A day's run; answers when it is done. */
async function run(): Promise<void> {
  await inEveryTenant(db.database, async (transaction) => {
    await enqueueJob(transaction, { jobType: planContinuousType, payload: {}, createdBy: null });
    return [];
  });
  await expect
    .poll(
      async () =>
        (
          await db.owner.query(`select from jobs where job_type = $1 and state <> 'done'`, [
            planContinuousType,
          ])
        ).rowCount,
      { timeout: 60_000 },
    )
    .toBe(0);
}

type Proposal = z.output<typeof proposal>;
const raises = ({ before, after }: Pick<Proposal, 'before' | 'after'>) =>
  (after.shareQuota ?? 100) > (before.shareQuota ?? 0) + 0.2;

it('continuous optimisation plans no more equities for contracts near the floor of their guarantee', async () => {
  const ids = await world.contractIds(
    `c.risk_class_id is not null and c.end_date is not null and c.cash_value > 1000
      and exists (select from tariffs t where t.tenant_id = c.tenant_id and t.id = c.tariff_id and t.tariff_type_id = 7)`,
    400,
  );
  // Without a promise known, some of them would get more equities.
  await world.owner.query(
    `update portfolios set paid_in = 0, reserve_value = 0, total_value = cash_value + non_funds_value
      where contract_id = any ($1::uuid[]) and is_current`,
    [ids],
  );
  const free: string[] = [];
  for (const id of ids) {
    const [plan] = (await simulate(id, { mode: 'necessary' })).body.proposals;
    if (plan?.isFeasible && raises(plan)) free.push(id);
  }
  expect(free.length).toBeGreaterThan(0);
  // Whatever they hold is promised, and more: no equity is borne.
  await world.owner.query(
    `update portfolios set paid_in = total_value * 2 where contract_id = any ($1::uuid[]) and is_current`,
    [ids],
  );
  await world.owner.query(
    `update tariffs set continuous_optimization = true, optimization_interval = 12, optimization_start = $2::date - 30
      where tariff_type_id = 7 and tenant_id = $1`,
    [world.tenantId, anchorDate],
  );
  await run();
  const { rows } = await world.owner.query<{ id: string }>(
    `select contract_id as id from continuous_plans where contract_id = any ($1::uuid[])`,
    [ids],
  );
  expect(rows.length).toBe(ids.length);
  const { body: waiting } = await world.call<ContinuousPlan[]>(
    admin,
    'GET',
    '/continuous-optimization/plans?pageSize=250&state=waiting',
  );
  const own = waiting.filter(({ contractId }) => ids.includes(contractId));
  const raised: string[] = [];
  for (const { contractId } of own) {
    const plan = await world.call<Proposal>(admin, 'GET', `/contracts/${contractId}/planned-optimization`);
    expect(plan.status).toBe(200);
    if (raises(plan.body)) raised.push(contractId);
  }
  expect(raised).toEqual([]);
}, 120_000);

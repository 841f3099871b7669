import { randomUUID } from 'node:crypto';
import type { CallAnswer } from '@depotwerk/api/call';
import type {
  ContinuousPlan,
  releaseContinuousPlans,
} from '@depotwerk/api/optimization/continuous-optimization';
import { hintAnswer } from '@depotwerk/domain/tariff/hint-choices';
import { expect, it } from 'vitest';
import { AdviceWorld, anchorDate } from '../../../../test/advice-world.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { useJobWorkers } from '../../../../test/job-workers.ts';
import { meanwhile } from '../../../../test/meanwhile.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts';
import { TariffData } from '../tariff-data.ts';
import { createContinuousJob, planContinuousType } from './plan-job.ts';
import { continuousOptimizationRoutes } from './routes.ts';

const db = useTestDatabase();
const world = startedForTests(() => AdviceWorld.start(db, 'medium', continuousOptimizationRoutes));
const clock = () => Date.parse(`${anchorDate}T11:00:00Z`);
const { failures } = useJobWorkers(db, () => [
  createContinuousJob(db.database, new TariffData(db.database), clock, () => {}, 10),
]);

/** A run in the house of the tests, to its end. */
async function run(): Promise<void> {
  const jobId = await db.database.transaction({ tenantId: world.tenantId, userId: null }, (transaction) =>
    enqueueJob(transaction, { jobType: planContinuousType, payload: {}, createdBy: null }),
  );
  for (;;) {
    const { rows } = await db.owner.query<{ state: string }>('select state from jobs where id = $1', [jobId]);
    if (rows[0]?.state === 'dead') throw new Error('the job was given up');
    if (rows[0]?.state === 'done') return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

it('gives up what waits once the contract has ended or its tariff optimises no more, and releases none of it', {
  timeout: 60_000,
}, async () => {
  const admin = await world.caller();
  const inState = async (state: string) =>
    (
      await world.call<ContinuousPlan[]>(
        admin,
        'GET',
        `/continuous-optimization/plans?pageSize=250&state=${state}`,
      )
    ).body;
  const release = async ({ id, rowVersion }: ContinuousPlan) =>
    (
      await world.call<CallAnswer<typeof releaseContinuousPlans>>(
        admin,
        'POST',
        '/continuous-optimization/release',
        { plans: [{ id, rowVersion }] },
        { 'idempotency-key': randomUUID() },
      )
    ).body.results[0];
  const plansOf = async ({ contractId }: ContinuousPlan) =>
    (await db.owner.query('select id from planned_optimizations where contract_id = $1', [contractId])).rows;
  await run();
  const [ended, edited, other] = await inState('waiting');
  if (!ended || !edited || !other) throw new Error('three plans wait');
  // What must not be recommended says so, in the list as at the contract.
  await db.owner.query(
    `update planned_optimizations set checks = '[{"checkKey":"suitability","result":"blocked","text":"Zu hoch."}]' where contract_id = $1`,
    [other.contractId],
  );
  const suitable = new Map((await inState('waiting')).map(({ id, isSuitable }) => [id, isSuitable]));
  expect([suitable.get(ended.id), suitable.get(other.id)]).toEqual([true, false]);

  await db.owner.query('update contracts set end_date = $2 where id = $1', [ended.contractId, anchorDate]);
  expect(await release(ended)).toMatchObject({ isDone: false, message: 'Der Vertrag ist beendet.' });
  await run();
  expect(await inState('replaced')).toMatchObject([
    { id: ended.id, decisionNote: 'Der Vertrag ist beendet.', decidedBy: null, skipReason: null },
  ]);
  expect(await plansOf(ended)).toEqual([]);
  expect((await inState('waiting')).map(({ id }) => id)).toContain(other.id);
  // An end typed by mistake: the day still counts, and nothing of the former reason stands beside the new plan.
  await db.owner.query('update contracts set end_date = null where id = $1', [ended.contractId]);
  await run();
  const back = (await inState('waiting')).find(({ id }) => id === ended.id);
  expect(back).toMatchObject({ dueDate: ended.dueDate, decisionNote: null });
  expect(await plansOf(ended)).toHaveLength(1);
  await db.owner.query('update contracts set end_date = $2 where id = $1', [ended.contractId, anchorDate]);
  await run();

  await db.owner.query('update planned_optimizations set is_edited = true where contract_id = $1', [
    edited.contractId,
  ]);
  await db.owner.query('delete from tariff_hint_answers where tenant_id = $1 and answer_id = $2', [
    world.tenantId,
    hintAnswer.automatic,
  ]);
  await db.owner.query(
    `update tariffs set continuous_optimization = false, optimization_interval = null, optimization_start = null
      where tenant_id = $1`,
    [world.tenantId],
  );
  const notOptimized = 'Der Tarif des Vertrags optimiert nicht mehr laufend.';
  expect(await release(other)).toMatchObject({ isDone: false, message: notOptimized });
  // Another one is changed by hand while the run begins, which waits for that.
  const [late] = (await inState('waiting')).filter(
    ({ id }) => id !== edited.id && id !== other.id && id !== ended.id,
  );
  if (!late) throw new Error('a fourth plan waits');
  await meanwhile(
    db,
    world.tenantId,
    async (adviser) => {
      await adviser.query('select from contracts where id = $1 for no key update', [late.contractId]);
      await adviser.query('update planned_optimizations set is_edited = true where contract_id = $1', [
        late.contractId,
      ]);
    },
    run,
  );
  expect(await plansOf(late)).toHaveLength(1);
  expect([await inState('waiting'), await inState('skipped')]).toEqual([[], []]);
  const given = new Map((await inState('replaced')).map((plan) => [plan.id, plan.decisionNote]));
  expect([given.get(ended.id), given.get(other.id), given.get(edited.id)]).toEqual([
    'Der Vertrag ist beendet.',
    notOptimized,
    notOptimized,
  ]);
  expect(await plansOf(other)).toEqual([]);
  // What somebody made of it by hand stays with the contract.
  expect(await plansOf(edited)).toHaveLength(1);
  expect(failures).toEqual([]);
  expect(world.failures).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import type { CallAnswer } from '@depotwerk/api/call';
import type {
  ContinuousPlan,
  getContractSchedule,
  releaseContinuousPlans,
} from '@depotwerk/api/optimization/continuous-optimization';
import { planContinuousType } from '../src/areas/optimization/continuous/plan-job.ts';
import { inEveryTenant } from '../src/platform/database/every-tenant.ts';
import { enqueueJob } from '../src/platform/jobs/enqueue-job.ts';
import type { AdviceWorld } from './advice-world.ts';
import type { TestDatabase } from './database.ts';

type Decisions = CallAnswer<typeof releaseContinuousPlans>;

/** Continuous optimisation as tests use it; `admin` is who asks unless told. */
export function continuousCalls(db: TestDatabase, world: AdviceWorld, admin: () => string) {
  const schedule = (contractId: string, token = admin()) =>
    world.call<CallAnswer<typeof getContractSchedule>>(
      token,
      'GET',
      `/contracts/${contractId}/continuous-optimization`,
    );
  const list = (query = '', token = admin()) =>
    world.call<ContinuousPlan[]>(token, 'GET', `/continuous-optimization/plans?pageSize=250${query}`);
  return {
    schedule,
    list,
    /** A day's run in every house; answers when all of it is done. */
    async run(): Promise<void> {
      const ids = await inEveryTenant(db.database, async (transaction) => {
        const id = await enqueueJob(transaction, {
          jobType: planContinuousType,
          payload: {},
          createdBy: null,
        });
        return id === null ? [] : [id];
      });
      for (;;) {
        const { rows } = await db.owner.query<{ state: string; count: number }>(
          `select state, count(*)::int as count from jobs where id = any ($1::uuid[]) group by state`,
          [ids],
        );
        if (rows.some(({ state }) => state === 'dead')) throw new Error('a job was given up');
        if (rows.every(({ state }) => state === 'done')) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    /** One of the list; the waiting ones unless told. */
    async planAt(index: number, query = '&state=waiting'): Promise<ContinuousPlan> {
      const plan = (await list(query)).body[index];
      if (!plan) throw new Error(`the list has no row ${index}`);
      return plan;
    },
    async lastOf(contractId: string): Promise<ContinuousPlan> {
      const { last } = (await schedule(contractId)).body;
      if (!last) throw new Error('the contract was never looked at');
      return last;
    },
    decide: (
      what: 'release' | 'refuse' | 'replan',
      plans: readonly ContinuousPlan[],
      token = admin(),
      more: object = {},
    ) =>
      world.call<Decisions>(
        token,
        'POST',
        `/continuous-optimization/${what}`,
        {
          plans: plans.map(({ id, rowVersion }) => ({ id, rowVersion })),
          ...(what === 'refuse' ? { note: 'Der Kunde möchte warten.' } : {}),
          ...more,
        },
        { 'idempotency-key': randomUUID() },
      ),
  };
}

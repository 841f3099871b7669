import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { planObstacleTexts } from '@depotwerk/domain/contracts/plan-obstacles';
import type { GroupRight } from '@depotwerk/domain/permissions';
import { describe, expect, it } from 'vitest';
import { adviceHouse } from '../../../../test/advice-house.ts';
import { anchorDate } from '../../../../test/advice-world.ts';
import { continuousCalls } from '../../../../test/continuous-calls.ts';
import { useJobWorkers } from '../../../../test/job-workers.ts';
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts';
import { readMigrations } from '../../../platform/migrate.ts';
import { buildScope } from '../../../platform/scope.ts';
import { readAsSql } from '../planning-state.view.ts';
import { TariffData } from '../tariff-data.ts';
import { readInReach } from './as-planned.view.ts';
import { createContinuousJob, planContinuousType } from './plan-job.ts';
import { continuousOptimizationRoutes } from './routes.ts';
import { type FoundLook, storeLooks } from './store-looks.ts';

const { db, world, admin } = adviceHouse('medium', continuousOptimizationRoutes);
const migrationFolder = fileURLToPath(new URL('../../../../migrations', import.meta.url));
let now = Date.parse(`${anchorDate}T11:00:00Z`);
/** A day due that comes after all of them. */
const nextDay = new Date(now + 40 * 86_400_000).toISOString().slice(0, 10);
/** Called once a chunk of a run begins. */
let begun: () => Promise<unknown> = () => Promise.resolve();

useJobWorkers(db, () => {
  const job = createContinuousJob(
    db.database,
    new TariffData(db.database),
    () => now,
    () => {},
    10,
  );
  return [
    {
      ...job,
      async runChunk(run) {
        await begun();
        await job.runChunk(run);
      },
    },
  ];
});
const { run, list, planAt, decide, lastOf } = continuousCalls(db, world, () => admin);
const system = () => ({ tenantId: world.tenantId, userId: null });
type Transaction = Parameters<typeof enqueueJob>[0];
/** What a look is stored with of the contract as it is now. */
const asItIs = async (id: string) => {
  const { rows } = await db.owner.query<{ readAs: string }>(
    `select ${readAsSql} as "readAs" from contracts c where id = $1`,
    [id],
  );
  return { id, readAs: rows[0]?.readAs ?? '' };
};
const inHouse = <Answer>(act: (transaction: Transaction) => Promise<Answer>) =>
  db.database.transaction(system(), act);
const enqueue = (transaction: Transaction) =>
  enqueueJob(transaction, {
    jobType: planContinuousType,
    payload: {},
    createdBy: null,
    uniqueKey: planContinuousType,
  });

describe('runs beside each other', () => {
  it('are asked for while one is under way: it may have read what has changed since', async () => {
    const asked: (string | null)[] = [];
    begun = async () => {
      begun = () => Promise.resolve();
      // Of two asked for before either begins the second one is not needed.
      await inHouse(async (transaction) => {
        asked.push(await enqueue(transaction), await enqueue(transaction));
      });
    };
    const first = await inHouse(enqueue);
    for (;;) {
      const { rows } = await db.owner.query(
        `select from jobs where tenant_id = $1 and job_type = $2 and state not in ('done', 'dead')`,
        [world.tenantId, planContinuousType],
      );
      if (rows.length === 0) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(first).not.toBeNull();
    expect(asked).toEqual([expect.any(String), null]);
  });

  it('leave what was looked at or decided since they began', async () => {
    await run();
    const plan = await planAt(0);
    const contract = await asItIs(plan.contractId);
    const late = (earlier: number) =>
      db.database.transaction(system(), (transaction) =>
        storeLooks(
          transaction,
          [
            {
              contract,
              day: plan.dueDate,
              cause: plan.dueCause,
              look: { kind: 'skipped', reason: 'pricesMissing' },
              input: undefined,
            },
          ],
          new Date(now - earlier),
          anchorDate,
        ),
      );
    expect(await late(1)).toEqual([]);
    expect((await lastOf(plan.contractId)).state).toBe('waiting');
    now += 1000;
    const beforeRefusal = 500;
    world.later += 1000;
    expect((await decide('refuse', [plan])).body.results[0]).toMatchObject({ isDone: true });
    expect(await late(beforeRefusal)).toEqual([]);
    expect((await lastOf(plan.contractId)).state).toBe('refused');
    expect(await late(-1)).toHaveLength(1);
    expect((await lastOf(plan.contractId)).state).toBe('skipped');
  });

  it('of a later day remember a release, and leave what was carried out as it is', async () => {
    const [released, executed] = [await planAt(0), await planAt(1)];
    for (const { id } of [released, executed])
      await db.owner.query(
        `update continuous_plans set state = 'released', decided_by = $2, decided_at = looked_at where id = $1`,
        [id, admin],
      );
    await db.owner.query(`update planned_optimizations set state = 'confirmed' where contract_id = $1`, [
      executed.contractId,
    ]);
    const { decidedBy, decidedAt } = await lastOf(released.contractId);
    expect((await lastOf(executed.contractId)).state).toBe('executed');
    now += 1000;
    const contracts = [await asItIs(released.contractId), await asItIs(executed.contractId)];
    await inHouse((transaction) =>
      storeLooks(
        transaction,
        contracts.map(
          (contract): FoundLook => ({
            contract,
            day: nextDay,
            cause: 'interval',
            look: { kind: 'skipped', reason: 'pricesMissing' },
            input: undefined,
          }),
        ),
        new Date(now),
        nextDay,
      ),
    );
    const last = await lastOf(released.contractId);
    expect(last).toMatchObject({ state: 'skipped', dueDate: nextDay, decidedBy: null });
    expect(last.releasedBefore).toEqual({ by: decidedBy, at: decidedAt });
    expect((await lastOf(executed.contractId)).releasedBefore).toBeNull();
    const before = (await list('&state=executed')).body.map(({ id }) => id);
    expect(before).toContain(executed.id);
    expect((await list('&state=replaced')).body.map(({ id }) => id)).toContain(released.id);
  });

  it('told as given up what the bank had carried out, and the migration of it tells them right', async () => {
    const [executed] = (await list('&state=executed')).body;
    const given = await planAt(2);
    const both = [executed?.id, given.id];
    await db.owner.query(`update continuous_plans set state = 'replaced' where id = any ($1::uuid[])`, [
      both,
    ]);
    const toldOf = async () => {
      const replaced = (await list('&state=replaced')).body.map(({ id }) => id);
      return both.map((id) => replaced.some((one) => one === id));
    };
    expect(await toldOf()).toEqual([true, true]);
    const repair = readMigrations(migrationFolder).find(({ name }) => name === 'looks_carried_out');
    await db.owner.query(repair?.sql ?? '');
    expect(await toldOf()).toEqual([false, true]);
    const [again] = (await list('&state=executed')).body;
    expect(again).toMatchObject({ id: executed?.id, decidedBy: executed?.decidedBy });
    await db.owner.query(`update continuous_plans set state = 'waiting' where id = $1`, [given.id]);
  });

  it('are not computed for who may not plan in the group of the contract', async () => {
    const { id, contractId } = await planAt(0);
    const { rows } = await db.owner.query<{ groupId: string }>(
      'select group_id as "groupId" from contracts where id = $1',
      [contractId],
    );
    const groupId = rows[0]?.groupId ?? '';
    const inReach = (rights: readonly GroupRight[], right: GroupRight) =>
      readInReach(
        db.database,
        buildScope({
          tenantId: world.tenantId,
          userId: randomUUID(),
          ownCustomerId: null,
          permissions: [],
          groups: [{ id: groupId, parentGroupId: null }],
          memberships: [{ groupId, groupRights: [...rights] }],
        }),
        [id],
        right,
      );
    expect(await inReach(['groupContracts.view'], 'groupContracts.edit')).toEqual([]);
    expect(await inReach(['groupContracts.edit'], 'groupContracts.execute')).toEqual([]);
    expect(await inReach(['groupContracts.view', 'groupContracts.edit'], 'groupContracts.edit')).toEqual([
      id,
    ]);
  });

  it('let who waited for another replanning read that the plan has changed', async () => {
    const plan = await planAt(0);
    const fee = (by: string) =>
      db.owner.query(
        `update cost_models set contract_fee_monthly = contract_fee_monthly + ${by}
          where id = (select cost_model_id from contracts where id = $1)`,
        [plan.contractId],
      );
    await fee('1');
    const answers = await Promise.all([decide('replan', [plan]), decide('replan', [plan])]);
    const results = answers.flatMap(({ body }) => body.results);
    expect(results.filter(({ isDone }) => isDone)).toHaveLength(1);
    expect(results).toHaveLength(2);
    expect(results.find(({ isDone }) => !isDone)?.message).toContain('hat sich inzwischen geändert');
    await fee('-1');
  });

  it('tell who comes second what became of the plan she saw', async () => {
    const plan = await planAt(0);
    const told = async (set: string) => {
      await db.owner.query(`update continuous_plans set ${set} where id = $1`, [plan.id]);
      return (await decide('replan', [plan])).body.results[0]?.message;
    };
    expect(await told(`state = 'nothingToDo', planned_optimization_id = null`)).toBe(
      'Der Vertrag wurde inzwischen neu geplant: Es besteht kein Handlungsbedarf mehr.',
    );
    expect(await told(`state = 'skipped', skip_reason = 'pricesMissing'`)).toBe(
      `Der Vertrag wurde inzwischen neu geplant und dabei übersprungen. ${planObstacleTexts.pricesMissing}`,
    );
    expect(await told(`state = 'replaced', skip_reason = null`)).toBe(
      'Der Vorschlag ist inzwischen hinfällig.',
    );
  });
});

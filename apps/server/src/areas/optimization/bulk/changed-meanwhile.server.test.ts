import { randomUUID } from 'node:crypto';
import type { contractPlanRow } from '@depotwerk/api/optimization/bulk-plans';
import { contractChangedText } from '@depotwerk/domain/contracts/plan-obstacles';
import { beforeAll, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { adviceHouse } from '../../../../test/advice-house.ts';
import { anchorDate } from '../../../../test/advice-world.ts';
import { changedBeside, changesBeside } from '../../../../test/changes-beside.ts';
import { type JobOfMany, useJobWorkers } from '../../../../test/job-workers.ts';
import { storeRights } from '../../../../test/store-rights.ts';
import { TariffData } from '../tariff-data.ts';
import { createPlanContractsJob } from './plan-contracts-job.ts';
import { bulkPlanRoutes } from './routes.ts';

const { db, world, admin } = adviceHouse('medium', (services) => bulkPlanRoutes(services, () => {}));
beforeAll(() => storeRights(db.owner, world.scopeOf(admin)));
const clock = () => Date.parse(`${anchorDate}T11:00:00Z`);
const beside = changedBeside(db, world, 1);
const { over } = useJobWorkers(db, () => [
  createPlanContractsJob(beside.database(), new TariffData(beside.database()), clock, () => {}, 100),
]);

it('plans no contract as it was before others changed it, and calls none done that is another one now', async () => {
  const { rows } = await db.owner.query<{ id: string }>(
    `select distinct on (c.customer_id) c.id from contracts c
       join savings_plans s on s.tenant_id = c.tenant_id and s.contract_id = c.id and s.valid_to is null
       join risk_assessments a on a.tenant_id = c.tenant_id and a.contract_id = c.id and a.status = 'valid'
       join portfolios p on p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current
      where c.tenant_id = $1 and c.deleted_at is null and (c.end_date is null or c.end_date > $2::date)
        and c.tariff_id is not null and not c.has_pending_changes order by c.customer_id`,
    [world.tenantId, anchorDate],
  );
  const changed = new Map(Object.keys(changesBeside).map((what, k) => [what, rows[k]?.id ?? '']));
  expect(new Set(changed.values()).size).toBe(Object.keys(changesBeside).length);
  const others = rows.slice(changed.size, changed.size + 4).map(({ id }) => id);
  expect(others).toHaveLength(4);
  const plan = async (contractIds: readonly string[]) => {
    const { status, body } = await world.call<JobOfMany>(
      admin,
      'POST',
      '/contracts/plan',
      { selection: { contractIds }, replacement: null },
      { 'idempotency-key': randomUUID() },
    );
    expect(status).toBe(202);
    const job = await over(world, admin, body);
    const { rows: results } = await db.owner.query<
      Pick<z.infer<typeof contractPlanRow>, 'contractId' | 'result' | 'message'>
    >(
      `select contract_id as "contractId", result, message from contract_plan_rows where job_id = $1 order by contract_id`,
      [job.id],
    );
    return results;
  };

  beside.change(changed);
  const first = await plan([...changed.values(), ...others]);
  const ids = new Set(changed.values());
  expect(first.filter(({ contractId }) => ids.has(contractId))).toEqual(
    [...ids]
      .toSorted()
      .map((contractId) => ({ contractId, result: 'skipped', message: contractChangedText })),
  );
  expect(first.filter(({ message }) => message === contractChangedText)).toHaveLength(ids.size);
  expect(first).toHaveLength(ids.size + others.length);
  const { rows: open } = await db.owner.query(
    'select from planned_optimizations where contract_id = any ($1::uuid[])',
    [[...ids]],
  );
  expect(open).toEqual([]);

  // Asked for once more, each is planned as what it is now.
  const second = await plan([...ids]);
  expect(second.filter(({ message }) => message === contractChangedText)).toEqual([]);
});

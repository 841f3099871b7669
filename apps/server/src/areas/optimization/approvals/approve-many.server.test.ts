import { randomUUID } from 'node:crypto';
import type { approvalRow } from '@depotwerk/api/optimization/bulk-approvals';
import { releaseTexts } from '@depotwerk/domain/contracts/release-of-many';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { handOver, knowKeyInformation } from '../../../../test/advice-calls.ts';
import { adviceHouse } from '../../../../test/advice-house.ts';
import { type JobOfMany as Job, useJobWorkers } from '../../../../test/job-workers.ts';
import { loseRights, storeRights } from '../../../../test/store-rights.ts';
import type { Services } from '../../../platform/services.ts';
import { TariffData } from '../tariff-data.ts';
import { createApprovalJob } from './approval-job.ts';
import { approvalRoutes } from './routes.ts';

let services: Services;
const { db, world, admin } = adviceHouse('small', (given) => {
  services = given;
  return approvalRoutes(given, new TariffData(given.database));
});
const { failures, over } = useJobWorkers(db, () => [
  createApprovalJob(services, new TariffData(db.database), 2),
]);

type Row = z.infer<typeof approvalRow>;
interface Seen {
  readonly contractId: string;
  readonly planVersion: number;
}

let second: string;
let ids: string[];

beforeAll(async () => {
  await storeRights(db.owner, world.scopeOf(admin));
  second = await world.caller({ userId: randomUUID() });
  await storeRights(db.owner, world.scopeOf(second));
  await knowKeyInformation(world);
  const rules = await world.call(admin, 'GET', '/order-rules');
  await world.call(admin, 'PUT', '/order-rules', { approvalLimit: 1 }, { 'if-match': rules.etag ?? '"0"' });
  ids = [];
  for (const id of await world.contractIds('c.risk_class_id is not null', 250)) {
    const stored = await world.call(admin, 'POST', `/contracts/${id}/plan-optimization`, { mode: 'full' });
    if (stored.status !== 200) continue;
    if ((await request(id)) !== 204) continue;
    ids.push(id);
    if (ids.length === 7) break;
  }
  if (ids.length < 7) throw new Error('the demo has too few plans');
}, 120_000);

const planOf = (id: string) => world.call(admin, 'GET', `/contracts/${id}/planned-optimization`);
async function request(id: string, token = admin): Promise<number> {
  const { etag } = await planOf(id);
  const path = `/contracts/${id}/planned-optimization/request-approval`;
  return (await world.call(token, 'POST', path, {}, { 'if-match': etag ?? '' })).status;
}
const seen = async (...contractIds: string[]): Promise<Seen[]> => {
  const versions = await Promise.all(contractIds.map((id) => planOf(id)));
  return contractIds.map((contractId, k) => ({
    contractId,
    planVersion: Number((versions[k]?.etag ?? '"0"').slice(1, -1)),
  }));
};
const start = (plans: readonly Seen[], token = second, key = randomUUID()) =>
  world.call<Job & { code?: string }>(
    token,
    'POST',
    '/plan-approvals/approve-many',
    { plans, note: 'Zusammen angesehen' },
    { 'idempotency-key': key },
  );
async function approved(plans: readonly Seen[], token = second) {
  const started = await start(plans, token);
  expect(started.status).toBe(202);
  const job = await over<Job>(world, token, started.body);
  const rows = await world.call<Row[]>(token, 'GET', `/jobs/${job.id}/contract-approvals?pageSize=200`);
  return { job, of: (id = '') => rows.body.find(({ contractId }) => contractId === id), rows: rows.body };
}
const entriesOf = async (id: string) =>
  (
    await db.owner.query<{ count: number }>(
      `select count(*)::int as count from audit_entries where action = 'optimization.approve' and object_id = $1`,
      [id],
    )
  ).rows[0]?.count;

describe('agreeing to the plans of many contracts', () => {
  it('agrees to each as if alone, and says beside each that is left out why', async () => {
    const [fine = '', alsoFine = '', changed = '', gone = '', uninformed = ''] = ids;
    for (const id of [fine, alsoFine, changed, gone]) await handOver(world, admin, id);
    const plans = await seen(fine, alsoFine, changed, gone, uninformed);
    await db.owner.query(
      'update planned_optimizations set row_version = row_version + 1 where contract_id = $1',
      [changed],
    );
    const { etag } = await planOf(gone);
    await world.call(admin, 'DELETE', `/contracts/${gone}/planned-optimization`, undefined, {
      'if-match': etag ?? '',
    });
    const { job, of, rows } = await approved(plans);
    expect(failures).toEqual([]);
    expect(job).toMatchObject({ state: 'done', total: 5, done: 5, changed: 2, failed: 3 });
    expect(rows).toHaveLength(5);
    for (const id of [fine, alsoFine]) {
      expect(of(id)).toMatchObject({ result: 'approved', message: null });
      expect(of(id)?.turnover).toBeGreaterThan(0);
      expect((await planOf(id)).body).toMatchObject({
        approvalState: 'approved',
        approval: { decisionNote: 'Zusammen angesehen' },
      });
      expect(await entriesOf(id)).toBe(1);
    }
    expect(of(changed)).toMatchObject({ result: 'skipped', message: releaseTexts.changed, turnover: null });
    expect(of(gone)).toMatchObject({ result: 'skipped', message: releaseTexts.gone });
    expect(of(uninformed)?.message).toContain('Basisinformationsbl');
  });

  it('leaves out what is her own work, and everything once the right was taken', async () => {
    const [, , , , , id = ''] = ids;
    await handOver(world, admin, id);
    const plans = await seen(id);
    expect((await approved(plans, admin)).of(id)).toMatchObject({ result: 'skipped' });
    const userId = randomUUID();
    const third = await world.caller({ userId });
    await storeRights(db.owner, world.scopeOf(third));
    await loseRights(db.owner, userId, ['optimization.approve']);
    const lost = await approved(plans, third);
    expect(lost.job).toMatchObject({ state: 'done', changed: 0, failed: 1 });
    expect(lost.of(id)).toMatchObject({ result: 'skipped', message: releaseTexts.rightLost });
    expect((await planOf(id)).body).toMatchObject({ approvalState: 'waiting' });
  });

  it('leaves alone what a process that was killed within the piece had agreed to', async () => {
    const [, , , , , , id = ''] = ids;
    await handOver(world, admin, id);
    const first = await approved(await seen(id));
    expect(first.of(id)).toMatchObject({ result: 'approved' });
    // As it stands after a process ended between the contract and the end of its piece.
    await db.owner.query(
      `with piece as (update job_chunks set state = 'queued', attempts = 0, changed_count = 0, finished_at = null where job_id = $1)
       update jobs set state = 'split', finished_at = null where id = $1`,
      [first.job.id],
    );
    const again = await over<Job>(world, second, first.job);
    expect(again).toMatchObject({ state: 'done', changed: 1, failed: 0 });
    expect(await entriesOf(id)).toBe(1);
  });
});

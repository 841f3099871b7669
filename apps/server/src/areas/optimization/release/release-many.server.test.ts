import { randomUUID } from 'node:crypto';
import type { previewReleases, releaseRow } from '@depotwerk/api/optimization/bulk-releases';
import { releaseTexts } from '@depotwerk/domain/contracts/release-of-many';
import { permissionCodes } from '@depotwerk/domain/permissions';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { handOver, knowKeyInformation } from '../../../../test/advice-calls.ts';
import { adviceHouse } from '../../../../test/advice-house.ts';
import { anchorDate } from '../../../../test/advice-world.ts';
import { type JobOfMany as Job, useJobWorkers } from '../../../../test/job-workers.ts';
import { loseRights, storeRights } from '../../../../test/store-rights.ts';
import { findAuditBreaks } from '../../../platform/audit/find-audit-breaks.ts';
import { approvalRoutes } from '../approvals/routes.ts';
import { TariffData } from '../tariff-data.ts';
import { createReleaseJob } from './release-job.ts';
import { releaseRoutes } from './routes.ts';

const { db, world, admin } = adviceHouse('small', (services) => [
  ...releaseRoutes(services, () => {}),
  ...approvalRoutes(services, new TariffData(services.database)),
]);
const clock = () => Date.parse(`${anchorDate}T11:00:00Z`) + world.later;
const { failures, over } = useJobWorkers(db, () => [
  createReleaseJob(db.database, new TariffData(db.database), clock, 2),
]);

type Row = z.infer<typeof releaseRow>;
type Ahead = z.infer<(typeof previewReleases)['answer']>;
interface Seen {
  readonly contractId: string;
  readonly planVersion: number;
}

/** Contracts with an open plan that buys something, of customers of their own. */
let ids: string[];

beforeAll(async () => {
  await storeRights(db.owner, world.scopeOf(admin));
  await knowKeyInformation(world);
  ids = [];
  const customers = new Set<string>();
  for (const id of await world.contractIds('c.risk_class_id is not null', 250)) {
    const stored = await world.call(admin, 'POST', `/contracts/${id}/plan-optimization`, { mode: 'full' });
    if (stored.status !== 200) continue;
    const { rows } = await db.owner.query<{ customer_id: string; state: string; buys: boolean }>(
      `select c.customer_id, p.state, exists (select from planned_transactions t where t.planned_optimization_id = p.id
          and t.action <> 'sell') as buys
        from contracts c join planned_optimizations p on p.contract_id = c.id where c.id = $1`,
      [id],
    );
    const [plan] = rows;
    if (!plan || plan.state !== 'checked' || !plan.buys || customers.has(plan.customer_id)) continue;
    customers.add(plan.customer_id);
    ids.push(id);
    if (ids.length === 9) break;
  }
  if (ids.length < 9) throw new Error('the demo has too few plans');
}, 120_000);

const preview = (selection: object, token = admin) =>
  world.call<Ahead>(token, 'POST', '/contracts/release/preview', { selection });
const seen = async (contractIds: readonly string[]): Promise<Seen[]> =>
  (await preview({ contractIds })).body.plans.map(({ contractId, planVersion }) => ({
    contractId,
    planVersion,
  }));
/** What is told to be left out before anything starts, in the order of the contracts' ids as given. */
const obstaclesOf = async (...contractIds: string[]) => {
  const { plans } = (await preview({ contractIds })).body;
  return contractIds.map((id) => plans.find(({ contractId }) => contractId === id)?.obstacle);
};
const start = (plans: readonly Seen[], token = admin, key = randomUUID()) =>
  world.call<Job & { code?: string }>(
    token,
    'POST',
    '/contracts/release',
    { plans },
    { 'idempotency-key': key },
  );
const rowsOf = async ({ id }: { readonly id: string }, token = admin) =>
  (await world.call<Row[]>(token, 'GET', `/jobs/${id}/contract-releases?pageSize=200`)).body;
async function released(plans: readonly Seen[], token = admin) {
  const started = await start(plans, token);
  expect(started.status).toBe(202);
  const job = await over<Job>(world, token, started.body);
  const rows = await rowsOf(job);
  return { job, rows, of: (id = '') => rows.find(({ contractId }) => contractId === id) };
}
const entries = async (action: string, id = '') =>
  (
    await db.owner.query<{ actor_user_id: string; details: object }>(
      'select actor_user_id, details from audit_entries where action = $1 and object_id = $2',
      [action, id],
    )
  ).rows;
const setLimit = async (approvalLimit: number | null) => {
  const { etag } = await world.call(admin, 'GET', '/order-rules');
  const put = await world.call(
    admin,
    'PUT',
    '/order-rules',
    { approvalLimit },
    { 'if-match': etag ?? '"0"' },
  );
  expect(put.status).toBe(200);
};

describe('releasing the plans of many contracts', () => {
  it('is refused without key information, released with it under the name of who confirmed it, and is once enough', async () => {
    const [first = '', second = ''] = ids;
    await handOver(world, admin, first);
    const plans = await seen([first, second]);
    expect(plans).toHaveLength(2);
    expect(await obstaclesOf(first, second)).toEqual([null, 'keyInformation']);
    const { job, of } = await released(plans);
    expect(job).toMatchObject({ state: 'done', total: 2, changed: 1, failed: 1 });
    expect(of(first)).toMatchObject({ result: 'released', message: null });
    expect(of(first)?.turnover).toBeGreaterThan(0);
    expect(of(second)).toMatchObject({
      result: 'skipped',
      message: expect.stringMatching(/Basisinformationsbl(att|ätter)/),
    });
    const { body: sums } = await world.call<unknown>(admin, 'GET', `/jobs/${job.id}/contract-releases/sums`);
    expect(sums).toEqual([
      { result: 'skipped', contractCount: 1, turnover: of(second)?.turnover },
      { result: 'released', contractCount: 1, turnover: of(first)?.turnover },
    ]);
    expect(await entries('optimization.release', first)).toMatchObject([{ actor_user_id: admin }]);
    expect(await entries('optimization.release', second)).toEqual([]);
    expect(await findAuditBreaks(db.database, world.tenantId)).toEqual([]);
    // It is not listed again, and whoever still sees it does nothing twice.
    expect((await seen([first, second])).map(({ contractId }) => contractId)).toEqual([second]);
    const again = await released(plans);
    expect(again.of(first)).toMatchObject({ result: 'nothingToDo', message: releaseTexts.alreadyReleased });
    expect(await entries('optimization.release', first)).toHaveLength(1);
    const { rows: orders } = await db.owner.query('select from trader_orders where contract_id = $1', [
      first,
    ]);
    expect(orders).toEqual([]);
  }, 60_000);

  it('releases no plan but the one that was confirmed', async () => {
    const [, , changed = '', discarded = '', moved = ''] = ids;
    for (const id of [changed, discarded, moved]) await handOver(world, admin, id);
    const plans = await seen([changed, discarded, moved]);
    await world.call(admin, 'POST', `/contracts/${changed}/plan-optimization`, { mode: 'full' });
    await db.owner.query('delete from planned_optimizations where contract_id = $1', [discarded]);
    await db.owner.query(
      `update planned_optimizations set expires_at = '2020-01-01', row_version = row_version where contract_id = $1`,
      [moved],
    );
    const still = new Map(
      (await seen([moved])).map(({ contractId, planVersion }) => [contractId, planVersion]),
    );
    expect(await obstaclesOf(moved)).toEqual(['outdated']);
    const { job, of } = await released(
      plans.map((plan) => ({ ...plan, planVersion: still.get(plan.contractId) ?? plan.planVersion })),
    );
    expect(job).toMatchObject({ changed: 0, failed: 3 });
    expect(of(changed)).toMatchObject({ result: 'skipped', message: releaseTexts.changed });
    expect(of(discarded)).toMatchObject({ result: 'skipped', message: releaseTexts.gone, turnover: null });
    expect(of(moved)?.message).toContain('älter als ein Bankarbeitstag');
    expect(of(moved)?.message).toContain('Bitte lassen Sie neu planen');
  }, 60_000);

  it('asks a second person above the limit, who agrees to many at once', async () => {
    const [, , , , , one = '', two = ''] = ids;
    for (const id of [one, two]) await handOver(world, admin, id);
    await setLimit(1);
    const ahead = (await preview({ contractIds: [one, two] })).body;
    expect(ahead.plans.map(({ needsSecondPerson }) => needsSecondPerson)).toEqual([true, true]);
    const { job, rows } = await released(await seen([one, two]));
    expect(job).toMatchObject({ changed: 2, failed: 0 });
    expect(rows.map(({ result, message }) => [result, message])).toEqual([
      ['requested', releaseTexts.requested],
      ['requested', releaseTexts.requested],
    ]);
    expect(await entries('optimization.requestApproval', one)).toMatchObject([{ actor_user_id: admin }]);
    expect((await preview({ contractIds: [one, two] })).body.plans).toEqual([]);

    const waiting = async (token: string) =>
      (
        await world.call<{ contractId: string; planVersion: number; isOwn: boolean }[]>(
          token,
          'GET',
          '/plan-approvals?state=waiting',
        )
      ).body;
    const colleague = await world.caller();
    const requests = await waiting(colleague);
    expect(requests.map(({ contractId }) => contractId).toSorted()).toEqual([one, two].toSorted());
    // Who asked for it is no second person.
    expect((await waiting(admin)).map(({ isOwn }) => isOwn)).toEqual([true, true]);
    const plans = requests.map(({ contractId, planVersion }) => ({ contractId, planVersion }));
    const agree = (token: string) =>
      world.call<{ code: string | null }[]>(token, 'POST', '/plan-approvals/approve', { plans });
    expect((await agree(admin)).body.map(({ code }) => code)).toEqual([
      'optimization.ownPlan',
      'optimization.ownPlan',
    ]);
    expect((await agree(colleague)).body.map(({ code }) => code)).toEqual([null, null]);
    expect((await preview({ contractIds: [one, two] })).body.plans).toEqual([]);
    await setLimit(null);
  }, 60_000);

  it('leaves out who is blocked, and whose plans the starter may not release any more', async () => {
    const [, , , , , , , blocked = '', other = ''] = ids;
    for (const id of [blocked, other]) await handOver(world, admin, id);
    const plans = await seen([blocked, other]);
    expect(await obstaclesOf(blocked, other)).toEqual([null, null]);
    await db.owner.query(
      'update customers set is_blocked = true where id = (select customer_id from contracts where id = $1)',
      [blocked],
    );

    expect(await obstaclesOf(blocked)).toEqual(['blocked']);
    const mine = await released(plans.filter(({ contractId }) => contractId === blocked));
    expect(mine.rows).toMatchObject([{ result: 'skipped', message: releaseTexts.blocked }]);

    const mere = await world.lastingCaller();
    await loseRights(db.owner, mere, ['optimization.execute']);
    const theirs = await released(
      plans.filter(({ contractId }) => contractId === other),
      mere,
    );
    expect(theirs.rows).toMatchObject([{ result: 'skipped', message: releaseTexts.rightLost }]);
    expect(await entries('optimization.release', other)).toEqual([]);

    // What would be refused then is told before: here for want of a profile.
    const { rows: profiles } = await db.owner.query<{ id: string }>(
      `update risk_assessments set assessment_date = '2019-01-01', valid_until = '2020-01-01' where contract_id = $1 and status = 'valid' returning id`,
      [other],
    );
    expect(profiles).toHaveLength(1);
    expect(await obstaclesOf(other)).toEqual(['profileMissing']);
    const late = await released(plans.filter(({ contractId }) => contractId === other));
    expect(late.rows).toMatchObject([
      { result: 'skipped', message: expect.stringContaining('Risikoprofil') },
    ]);
    expect(failures).toEqual([]);
  }, 60_000);

  it('is for who may carry out and act on many, lists nobody what he does not see, and starts once', async () => {
    const [, second = ''] = ids;
    for (const permissions of [['contracts.bulk'], ['optimization.execute']] as const) {
      const lacking = await world.caller({ permissions: [...permissions, 'contracts.view'] });
      expect([
        (await preview({ contractIds: [second] }, lacking)).status,
        (await start([{ contractId: second, planVersion: 1 }], lacking)).status,
      ]).toEqual([403, 403]);
    }
    const stranger = await world.caller({
      permissions: permissionCodes.filter((code) => code !== 'customers.viewWithoutGroup'),
      rights: ['groupContracts.view', 'groupContracts.edit'],
    });
    expect((await preview({ contractIds: ids }, stranger)).body.plans).toEqual([]);
    expect((await preview({ filter: {} })).body.plans.map(({ contractId }) => contractId)).toContain(second);
    // A contract that is gone, or was never seen, has no row; that nothing was done there is said without naming it.
    const { job } = await released([...(await seen([second])), { contractId: randomUUID(), planVersion: 1 }]);
    const problems = await world.call<{ message: string; contractId: string | null }[]>(
      admin,
      'GET',
      `/jobs/${job.id}/problems`,
    );
    expect(problems.body.filter(({ contractId }) => contractId === null)).toMatchObject([
      { message: releaseTexts.outOfReach },
    ]);
    const key = randomUUID();
    const plans = await seen([second]);
    const [first, again] = [await start(plans, admin, key), await start(plans, admin, key)];
    expect(again.body.id).toBe(first.body.id);
    const [plan] = plans;
    if (!plan) throw new Error('the second plan is open still');
    expect((await start([plan, plan])).status).toBe(400);
    // Work that nobody could ever store would be tried again and again.
    for (const planVersion of [0, -1, 2 ** 31, 1e12])
      expect((await start([{ ...plan, planVersion }])).status).toBe(400);
    expect((await start([])).status).toBe(400);
    expect(world.failures).toEqual([]);
  }, 60_000);
});

import { randomUUID } from 'node:crypto';
import type { contractPlanRow } from '@depotwerk/api/optimization/bulk-plans';
import { contractEndedText } from '@depotwerk/domain/contracts/plan-obstacles';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { adviceHouse } from '../../../../test/advice-house.ts';
import { anchorDate } from '../../../../test/advice-world.ts';
import { type JobOfMany, useJobWorkers } from '../../../../test/job-workers.ts';
import { loseRights, storeRights } from '../../../../test/store-rights.ts';
import { TariffData } from '../tariff-data.ts';
import { createPlanContractsJob } from './plan-contracts-job.ts';
import { bulkPlanRoutes } from './routes.ts';

const { db, world, admin } = adviceHouse('medium', (services) => bulkPlanRoutes(services, () => {}));
beforeAll(() => storeRights(db.owner, world.scopeOf(admin)));
const clock = () => Date.parse(`${anchorDate}T11:00:00Z`) + world.later;
const { failures, over } = useJobWorkers(db, () => [
  createPlanContractsJob(db.database, new TariffData(db.database), clock, () => {}, 20),
]);

type Row = z.infer<typeof contractPlanRow>;
interface Job extends JobOfMany {
  validation?: { path: string; code: string }[];
}
interface Replacement {
  fromFundId: number;
  toFundId: number;
}
interface Plan {
  id: string;
  rowVersion: number;
  isEdited: boolean;
  isOutdated: boolean;
  outdatedReasons: string[];
  createdBy: string | null;
  recommended: object | null;
  transactions: { action: string; fundId: number; quantity: number; amount: number; reason: string }[];
}

const start = (selection: object, replacement: Replacement | null = null, token = admin) =>
  world.call<Job>(token, 'POST', '/contracts/plan', { selection, replacement }, idempotent());
/** Contracts that need something, few enough for one page of results. */
const needy = { filter: { scoreTo: '90' } };
const idempotent = () => ({ 'idempotency-key': randomUUID() });

async function planned(
  selection: object,
  replacement: Replacement | null = null,
  token = admin,
): Promise<Job> {
  const started = await start(selection, replacement, token);
  expect(started.status).toBe(202);
  return over<Job>(world, token, started.body);
}
const rowsOf = async ({ id }: Job, query = '', token = admin) =>
  (await world.call<Row[]>(token, 'GET', `/jobs/${id}/contract-plans?pageSize=250${query}`)).body;
const planOf = (contractId: string) =>
  world.call<Plan>(admin, 'GET', `/contracts/${contractId}/planned-optimization`);
const discard = (job: Job, token = admin) =>
  world.call<{ discardedCount: number; keptCount: number }>(
    token,
    'POST',
    `/jobs/${job.id}/discard-plans`,
    undefined,
    idempotent(),
  );
const openPlans = async () =>
  (
    await db.owner.query<{ count: number }>(
      `select count(*)::int as count from planned_optimizations where tenant_id = $1 and state in ('draft', 'checked')`,
      [world.tenantId],
    )
  ).rows[0]?.count;

describe('planning many contracts', () => {
  it('stores what is recommended for each, says why it leaves one out, and takes it all back', async () => {
    const before = await openPlans();
    const job = await planned(needy);
    expect(job.state).toBe('done');
    const rows = await rowsOf(job);
    expect(rows.length).toBeLessThanOrEqual(job.total);
    expect(rows.filter(({ result }) => result === 'planned')).toHaveLength(job.changed);
    expect(rows.filter(({ result }) => result === 'skipped')).toHaveLength(job.failed);
    expect(job.changed).toBeGreaterThan(10);
    for (const row of rows) {
      expect(row.message === null).toBe(row.result !== 'skipped');
      expect(row.isOpen).toBe(row.result === 'planned');
    }
    const first = rows.find(({ result }) => result === 'planned');
    if (!first) throw new Error('nothing was planned');
    const { body: plan } = await planOf(first.contractId);
    expect(plan).toMatchObject({ isEdited: false, isOutdated: false });
    expect(plan.recommended).not.toBeNull();
    expect(plan.createdBy).not.toBeNull();
    expect(plan.transactions).toHaveLength(first.orderCount ?? -1);

    // Another asks for the same: what stands open is a colleague's plan.
    const colleague = await world.lastingCaller();
    const others = await planned({ contractIds: [first.contractId] }, null, colleague);
    expect(await rowsOf(others, '', colleague)).toMatchObject([
      { result: 'skipped', message: expect.stringContaining('Vorschlag offen') },
    ]);
    expect((await planOf(first.contractId)).body.id).toBe(plan.id);

    // She herself, once more: the new plan takes the old one's place, and each is taken back where it was made.
    const again = await planned({ contractIds: [first.contractId] });
    expect(await rowsOf(again)).toMatchObject([{ result: 'planned', isOpen: true }]);
    expect((await planOf(first.contractId)).body.id).not.toBe(plan.id);
    expect((await discard(again)).body).toEqual({ discardedCount: 1, keptCount: 0 });

    const { body } = await discard(job);
    expect(body).toEqual({ discardedCount: job.changed - 1, keptCount: 0 });
    expect(await openPlans()).toBe(before);
    expect((await planOf(first.contractId)).status).toBe(404);
    expect((await rowsOf(job)).every(({ isOpen }) => !isOpen)).toBe(true);
    expect((await discard(job)).body).toEqual({ discardedCount: 0, keptCount: 0 });
  }, 60_000);

  it('replaces a fund by another in all contracts that hold it, and in nothing else', async () => {
    // A better fund of the same group that the check names: the tariff lets it in.
    const { rows } = await db.owner.query<{ from_id: number; to_id: number }>(
      `select distinct fund_ids[1] as from_id, suggested_fund_ids[1] as to_id from contract_hints
        where tenant_id = $1 and cardinality(fund_ids) = 1 and cardinality(suggested_fund_ids) > 0 order by 1, 2`,
      [world.tenantId],
    );
    let found: { job: Job; row: Row; pair: Replacement } | undefined;
    for (const { from_id: fromFundId, to_id: toFundId } of rows) {
      const pair = { fromFundId, toFundId };
      const job = await planned({ filter: { heldFundId: String(fromFundId) } }, pair);
      const row = (await rowsOf(job, '&result=planned')).find(({ orderCount }) => orderCount === 2);
      if (row) {
        found = { job, row, pair };
        break;
      }
      await discard(job);
    }
    if (!found) throw new Error('no fund of the world can be replaced');
    // The same once more finds the same contracts; what is recommended leaves the exchange alone.
    const again = await planned({ filter: {} }, found.pair);
    expect(again.changed).toBe(found.job.changed);
    expect(await rowsOf(await planned({ contractIds: [found.row.contractId] }))).toMatchObject([
      { result: 'skipped', message: expect.stringContaining('Vorschlag offen') },
    ]);
    const { body: plan } = await planOf(found.row.contractId);
    expect(plan).toMatchObject({ isEdited: true, isOutdated: false, recommended: null });
    const [sale, purchase] = plan.transactions.toSorted((a, b) => (a.action < b.action ? 1 : -1));
    expect(sale).toMatchObject({ action: 'sell', fundId: found.pair.fromFundId });
    expect(purchase).toMatchObject({ action: 'buy', fundId: found.pair.toFundId });
    expect(purchase?.amount).toBeLessThanOrEqual(sale?.amount ?? 0);
    expect(sale?.reason).toContain('wird durch');
    expect(found.row.turnover).toBeCloseTo(sale?.amount ?? 0, 2);
    expect((await discard(again)).body).toEqual({ discardedCount: again.changed, keptCount: 0 });
  }, 60_000);

  it('keeps a plan that somebody changed since', async () => {
    const job = await planned(needy);
    const rows = (await rowsOf(job, '&result=planned')).filter(({ orderCount }) => (orderCount ?? 0) > 0);
    const [row] = rows;
    if (!row) throw new Error('nothing was planned');
    const { body: plan } = await planOf(row.contractId);
    const kept = plan.transactions.filter(({ action }) => action === 'sell').slice(0, 1);
    const changed = await world.call(
      admin,
      'PUT',
      `/contracts/${row.contractId}/planned-optimization`,
      {
        transactions: kept.map(({ action, fundId, quantity }) => ({
          action,
          fundId,
          quantity,
          amount: null,
        })),
        savingsPlan: null,
      },
      { 'if-match': `"${plan.rowVersion}"` },
    );
    expect(changed.status).toBe(200);
    expect((await discard(job)).body).toEqual({ discardedCount: job.changed - 1, keptCount: 1 });
    expect((await planOf(row.contractId)).status).toBe(200);
    await db.owner.query('delete from planned_optimizations where tenant_id = $1 and contract_id = $2', [
      world.tenantId,
      row.contractId,
    ]);
  }, 60_000);

  it('plans only what its caller may edit, and shows and takes back only to those who may', async () => {
    const { rows } = await db.owner.query<{ id: string }>(
      `select group_id as id from contracts where tenant_id = $1 and group_id is not null group by group_id
        having count(*) > 3 order by count(*) limit 1`,
      [world.tenantId],
    );
    const adviser = await world.lastingCaller({
      permissions: ['contracts.view', 'contracts.bulk', 'optimization.view', 'optimization.plan'],
      groupIds: [rows[0]?.id ?? ''],
    });
    const job = await planned({ filter: {} }, null, adviser);
    const own = await rowsOf(job, '', adviser);
    const all = await db.owner.query<{ count: number }>(
      'select count(*)::int as count from contracts where group_id = $1',
      [rows[0]?.id],
    );
    expect(own.length).toBeLessThanOrEqual(all.rows[0]?.count ?? 0);
    expect(own.length).toBeGreaterThan(0);
    const other = await world.caller({ permissions: ['contracts.bulk', 'optimization.plan'], rights: [] });
    expect((await discard(job, other)).status).toBe(404);
    const foreign = await world.caller({ tenant: 'nord.example' });
    expect((await discard(job, foreign)).status).toBe(404);
    expect((await world.call(foreign, 'GET', `/jobs/${job.id}/contract-plans`)).status).toBe(404);
    expect((await discard(job, adviser)).body.discardedCount).toBe(job.changed);
    const viewer = await world.caller({ permissions: ['contracts.view', 'contracts.bulk'] });
    expect((await start({ filter: {} }, null, viewer)).status).toBe(403);
  }, 60_000);

  it('plans nothing more for whom the right was taken from since, and says so', async () => {
    const before = await openPlans();
    const locked = await world.lastingCaller();
    await db.owner.query('update users set is_inactive = true where id = $1', [locked]);
    const lacking = await world.lastingCaller();
    await loseRights(db.owner, lacking, ['optimization.plan']);
    for (const starter of [locked, lacking]) {
      const job = await planned(needy, null, starter);
      expect(job).toMatchObject({ state: 'done', changed: 0, failed: job.total });
      expect(job.total).toBeGreaterThan(0);
      const messages = new Set((await rowsOf(job)).map(({ message }) => message));
      expect([...messages]).toEqual([expect.stringContaining('nicht mehr bearbeiten')]);
    }
    expect(await openPlans()).toBe(before);
  });

  it('leaves out a contract whose last day is reached and says so, as its own page does', async () => {
    const job = await planned(needy);
    const ids = (await rowsOf(job, '&result=planned')).map(({ contractId }) => contractId);
    const [ended = '', last = ''] = ids;
    const endOn = (id: string, day: string | null) =>
      db.owner.query('update contracts set end_date = $2::date where id = $1', [id, day]);
    const { rows } = await db.owner.query<{ day: string }>(`select ($1::date + 1)::text as day`, [
      anchorDate,
    ]);
    await endOn(ended, anchorDate);
    await endOn(last, rows[0]?.day ?? '');
    const simulate = (id: string) =>
      world.call<{ code: string; message: string }>(admin, 'POST', `/contracts/${id}/simulate`, {});
    const refused = await simulate(ended);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'optimization.notCheckable',
      contractEndedText,
    ]);
    expect((await world.call(admin, 'GET', `/contracts/${ended}/advice-input`)).status).toBe(409);
    // What was planned before is not carried out any more.
    expect((await planOf(ended)).body).toMatchObject({
      isOutdated: true,
      outdatedReasons: expect.arrayContaining([contractEndedText]),
    });
    expect((await simulate(last)).status).toBe(200);
    expect((await planOf(last)).body.outdatedReasons).not.toContain(contractEndedText);
    await discard(job);
    const again = await planned({ contractIds: [ended, last] });
    expect((await rowsOf(again)).find(({ contractId }) => contractId === ended)).toMatchObject({
      result: 'skipped',
      message: contractEndedText,
    });
    expect((await rowsOf(again, '&result=planned')).map(({ contractId }) => contractId)).toEqual([last]);
    await discard(again);
    await endOn(ended, null);
    await endOn(last, null);
  });

  it('says so where nothing of the selection is left', async () => {
    const { id, state } = await planned({ contractIds: [randomUUID()] });
    const { rows } = await db.owner.query('select code from job_problems where job_id = $1', [id]);
    expect([state, rows]).toEqual(['done', [{ code: 'jobs.nothingLeft' }]]);
  });

  it('refuses funds that are unknown, foreign or the same', async () => {
    const { rows } = await db.owner.query<{ id: number }>(
      'select id from funds where tenant_id = $1 order by id limit 1',
      [world.tenantId],
    );
    const known = rows[0]?.id ?? 0;
    const refusal = async (replacement: Replacement) => {
      const { status, body } = await start({ filter: {} }, replacement);
      return [status, body.validation?.map(({ path, code }) => `${path} ${code}`)];
    };
    expect(await refusal({ fromFundId: known, toFundId: known })).toEqual([
      400,
      ['replacement.toFundId fundTwice'],
    ]);
    expect(await refusal({ fromFundId: known, toFundId: 2_147_483_647 })).toEqual([
      400,
      ['replacement.toFundId unknownReference'],
    ]);
    expect(await refusal({ fromFundId: 2_147_483_647, toFundId: known })).toEqual([
      400,
      ['replacement.fromFundId unknownReference'],
    ]);
    expect((await start({ contractIds: [] })).status).toBe(400);
    expect(failures).toEqual([]);
    expect(world.failures).toEqual([]);
  });
});

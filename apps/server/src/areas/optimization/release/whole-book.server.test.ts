import { randomUUID } from 'node:crypto';
import type { contractPlanRow } from '@depotwerk/api/optimization/bulk-plans';
import type { previewReleases, releaseRow } from '@depotwerk/api/optimization/bulk-releases';
import type { previewHandovers } from '@depotwerk/api/optimization/key-information';
import { releaseTexts } from '@depotwerk/domain/contracts/release-of-many';
import { beforeAll, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { knowKeyInformation } from '../../../../test/advice-calls.ts';
import { adviceHouse } from '../../../../test/advice-house.ts';
import { anchorDate } from '../../../../test/advice-world.ts';
import { copyContracts } from '../../../../test/copy-contracts.ts';
import { type JobOfMany as Job, useJobWorkers } from '../../../../test/job-workers.ts';
import { storeRights } from '../../../../test/store-rights.ts';
import { approvalRoutes } from '../approvals/routes.ts';
import { createPlanContractsJob } from '../bulk/plan-contracts-job.ts';
import { bulkPlanRoutes } from '../bulk/routes.ts';
import { createHandOverJob } from '../key-information/hand-over-job.ts';
import { handoverRoutes } from '../key-information/routes.ts';
import { TariffData } from '../tariff-data.ts';
import { createReleaseJob } from './release-job.ts';
import { releaseRoutes } from './routes.ts';

const wake = () => {};
const { db, world, admin } = adviceHouse('small', (services) => [
  ...bulkPlanRoutes(services, wake),
  ...handoverRoutes(services, wake),
  ...releaseRoutes(services, wake),
  ...approvalRoutes(services, new TariffData(services.database)),
]);
const clock = () => Date.parse(`${anchorDate}T11:00:00Z`) + world.later;
const { failures, over } = useJobWorkers(db, () => [
  createPlanContractsJob(db.database, new TariffData(db.database), clock, wake),
  createHandOverJob(db.database, clock),
  createReleaseJob(db.database, new TariffData(db.database), clock),
]);

type PlanRow = z.infer<typeof contractPlanRow>;
type ReleaseRow = z.infer<typeof releaseRow>;

async function worked(path: string, body: object): Promise<Job> {
  const started = await world.call<Job>(admin, 'POST', path, body, { 'idempotency-key': randomUUID() });
  expect([path, started.status]).toEqual([path, 202]);
  const job = await over<Job>(world, admin, started.body);
  expect(job.state).toBe('done');
  return job;
}
async function allRows<Row>(path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await world.call<Row[]>(admin, 'GET', `${path}?pageSize=200&page=${page}`);
    rows.push(...body);
    if (body.length < 200) return rows;
  }
}
const plan = (selection: object, replacement: object | null = null) =>
  worked('/contracts/plan', { selection, replacement });
const plansOf = ({ id }: Job) => allRows<PlanRow>(`/jobs/${id}/contract-plans`);
const planned = (rows: readonly PlanRow[]) =>
  rows.flatMap(({ contractId, result }) => (result === 'planned' ? contractId : []));
const takeBack = async ({ id }: Job) =>
  (await world.call(admin, 'POST', `/jobs/${id}/discard-plans`, undefined)).body;
const count = async (table: string) =>
  (await db.owner.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]?.count;
const sorted = (ids: readonly string[]) => ids.toSorted();

/** Contracts that are no copies. */
let ofTheDemo: string[];

beforeAll(async () => {
  ofTheDemo = await world.contractIds('true', 200);
  await storeRights(db.owner, world.scopeOf(admin));
  await knowKeyInformation(world);
});

it('replaces a fund in sixty depots at once, in nothing else, and takes it all back', async () => {
  // Better funds of the same group that the check names, those of most contracts first.
  const { rows: pairs } = await db.owner.query<{ fromFundId: number; toFundId: number }>(
    `select fund_ids[1] as "fromFundId", suggested_fund_ids[1] as "toFundId" from contract_hints
      where tenant_id = $1 and cardinality(fund_ids) = 1 and cardinality(suggested_fund_ids) > 0
      group by 1, 2 order by count(*) desc, 1, 2`,
    [world.tenantId],
  );
  const held = (fromFundId: number) => ({ filter: { heldFundId: String(fromFundId) } });
  let found: { pair: (typeof pairs)[number]; contractId: string } | undefined;
  for (const pair of pairs) {
    const job = await plan(held(pair.fromFundId), pair);
    const [contractId] = planned(await plansOf(job));
    await takeBack(job);
    if (contractId === undefined) continue;
    found = { pair, contractId };
    break;
  }
  if (!found) throw new Error('no fund of the world can be replaced');
  const { pair, contractId } = found;
  const copies = await copyContracts(db.owner, [contractId], 59);
  const before = await count('planned_optimizations');

  const job = await plan(held(pair.fromFundId), pair);
  const rows = await plansOf(job);
  expect(rows).toHaveLength(job.total);
  const replaced = planned(rows);
  expect(replaced).toEqual(expect.arrayContaining([contractId, ...copies]));
  expect(replaced).toHaveLength(job.changed);
  for (const { result, message } of rows) expect(message === null).toBe(result !== 'skipped');
  const { rows: orders } = await db.owner.query<{ contractId: string; orders: string[] }>(
    `select p.contract_id as "contractId", array_agg(distinct t.action || ' ' || t.fund_id) as orders
       from planned_optimizations p join planned_transactions t on t.planned_optimization_id = p.id
      where p.contract_id = any ($1::uuid[]) group by 1`,
    [replaced],
  );
  expect(orders).toHaveLength(replaced.length);
  for (const { orders: of } of orders)
    for (const order of of)
      expect(order).toMatch(new RegExp(`^(sell ${pair.fromFundId}|\\w+ ${pair.toFundId})$`));
  expect(await takeBack(job)).toEqual({ discardedCount: job.changed, keptCount: 0 });
  expect(await count('planned_optimizations')).toBe(before);
  expect([...failures, ...world.failures]).toEqual([]);
}, 120_000);

it('plans and releases five hundred contracts, each row with its result, and a second person agrees to what is large', async () => {
  const ordersBefore = await count('trader_orders');
  const first = await plan({ contractIds: ofTheDemo });
  const sources = planned(await plansOf(first)).slice(0, 40);
  await takeBack(first);
  const copies = await copyContracts(db.owner, sources, Math.ceil(510 / sources.length) - 1);
  const selection = { contractIds: [...sources, ...copies] };
  const plans = await plan(selection);
  const planRows = await plansOf(plans);
  expect(sorted(planRows.map((row) => row.contractId))).toEqual(sorted(selection.contractIds));
  const made = planned(planRows);
  expect(made.length).toBeGreaterThanOrEqual(500);

  // All but twenty have their documents handed over.
  const withDocuments = { contractIds: made.slice(0, -20) };
  const { body: documents } = await world.call<z.infer<(typeof previewHandovers)['answer']>>(
    admin,
    'POST',
    '/contracts/key-information/preview',
    { selection: withDocuments },
  );
  await worked('/contracts/key-information', {
    selection: withDocuments,
    form: 'mail',
    documents: documents.funds.flatMap(({ fundId, document }) =>
      document === null ? [] : [{ fundId, version: document.version }],
    ),
  });

  const preview = async () =>
    (
      await world.call<z.infer<(typeof previewReleases)['answer']>>(
        admin,
        'POST',
        '/contracts/release/preview',
        { selection },
      )
    ).body.plans;
  const seen = await preview();
  expect(sorted(seen.map((row) => row.contractId))).toEqual(sorted(made));
  // A quarter of them is above the limit.
  const turnovers = seen.map(({ turnover }) => turnover).toSorted((a, b) => b - a);
  const approvalLimit = turnovers[Math.floor(turnovers.length / 4)] ?? 0;
  const rules = await world.call(admin, 'GET', '/order-rules');
  const put = await world.call(
    admin,
    'PUT',
    '/order-rules',
    { approvalLimit },
    { 'if-match': rules.etag ?? '' },
  );
  expect(put.status).toBe(200);

  const confirmed = seen.map(({ contractId, planVersion }) => ({ contractId, planVersion }));
  const job = await worked('/contracts/release', { plans: confirmed });
  const rows = await allRows<ReleaseRow>(`/jobs/${job.id}/contract-releases`);
  expect(sorted(rows.map((row) => row.contractId))).toEqual(sorted(made));
  const of = (result: ReleaseRow['result']) => rows.filter((row) => row.result === result);
  expect(job).toMatchObject({
    total: made.length,
    changed: of('released').length + of('requested').length,
    failed: of('skipped').length,
  });
  expect(of('nothingToDo')).toEqual([]);
  expect(of('released').length).toBeGreaterThan(250);
  expect(of('requested').length).toBeGreaterThan(50);
  const turnoverOf = new Map(seen.map(({ contractId, turnover }) => [contractId, turnover]));
  for (const { contractId, message } of of('released')) {
    expect(message).toBeNull();
    expect(turnoverOf.get(contractId)).toBeLessThanOrEqual(approvalLimit);
  }
  for (const { contractId, message } of of('requested')) {
    expect(message).toBe(releaseTexts.requested);
    expect(turnoverOf.get(contractId)).toBeGreaterThanOrEqual(approvalLimit);
  }
  // Who was refused is told why: nothing but the documents is missing, and only where they were not handed over.
  const without = new Set(made.slice(-20));
  expect(of('skipped').length).toBeGreaterThan(0);
  for (const { contractId, message } of of('skipped')) {
    expect(without.has(contractId)).toBe(true);
    expect(message).toMatch(/Basisinformationsbl(att|ätter)/);
  }
  expect(sorted((await preview()).map((row) => row.contractId))).toEqual(
    sorted(of('skipped').map((row) => row.contractId)),
  );

  // The second person finds exactly those who were asked for, and agrees to them fifty at a time.
  const colleague = await world.caller();
  const agreed: string[] = [];
  for (;;) {
    const { body: waiting } = await world.call<{ contractId: string; planVersion: number }[]>(
      colleague,
      'GET',
      '/plan-approvals?state=waiting&pageSize=50',
    );
    if (waiting.length === 0) break;
    const { body } = await world.call<{ code: string | null }[]>(
      colleague,
      'POST',
      '/plan-approvals/approve',
      { plans: waiting.map(({ contractId, planVersion }) => ({ contractId, planVersion })) },
    );
    expect(body.filter(({ code }) => code !== null)).toEqual([]);
    agreed.push(...waiting.map(({ contractId }) => contractId));
  }
  expect(sorted(agreed)).toEqual(sorted(of('requested').map((row) => row.contractId)));
  // Nothing has left the house.
  expect(await count('trader_orders')).toBe(ordersBefore);
  expect([...failures, ...world.failures]).toEqual([]);
}, 300_000);

import type { ContractPerformance } from '@depotwerk/api/contracts/contract-performance';
import type { TariffPerformance } from '@depotwerk/api/tariffs/tariff-performance';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { adviceHouse } from '../../../../test/advice-house.ts';
import { useJobWorkers } from '../../../../test/job-workers.ts';
import type { JobHandler } from '../../../platform/jobs/job-handler.ts';
import { createTargetMix } from '../../optimization/target-mix.view.ts';
import { TariffData } from '../../optimization/tariff-data.ts';
import { analysisRoutes } from '../routes.ts';
import { createPerformanceJob } from './performance-job.ts';

/** Contracts a request counts by itself in these tests. */
let atOnce = 0;
const { db, world, admin } = adviceHouse('small', (services) => {
  const targetMix = createTargetMix(db.database, new TariffData(db.database));
  const calls = (most: number) => analysisRoutes(services, targetMix, () => {}, most);
  const [asJob, directly] = [calls(0), calls(1_000_000)];
  return asJob.map((route, k) => ({
    ...route,
    handle: (...given: Parameters<typeof route.handle>) =>
      (atOnce === 0 ? route : (directly[k] ?? route)).handle(...given),
  }));
});
let tariffId: string;

beforeAll(async () => {
  const { rows } = await world.owner.query<{ tariff_id: string }>(
    `select tariff_id from contracts where tenant_id = $1 and deleted_at is null and risk_class_id is not null
      group by 1 order by count(*) desc limit 1`,
    [world.tenantId],
  );
  tariffId = rows[0]?.tariff_id ?? '';
}, 120_000);
afterEach(() => world.expectNoFailure());

/** Chunks that end their process the first time they are run: their work is lost. */
let dying = 0;
const handler = (): JobHandler => {
  const job = createPerformanceJob(db.database, 3);
  return {
    ...job,
    backOff: () => 0,
    runChunk: (run) =>
      job.runChunk({
        ...run,
        complete: async (transaction, outcome) => {
          await run.complete(transaction, outcome);
          if (dying > 0) {
            dying -= 1;
            throw new Error('The process ended.');
          }
        },
      }),
  };
};
const workers = useJobWorkers(db, () => [handler()]);

const read = (token = admin, id = tariffId, period = '1y') =>
  world.call<TariffPerformance>(token, 'GET', `/tariffs/${id}/performance?period=${period}`);
const start = (token = admin, id = tariffId, period = '1y') =>
  world.call<TariffPerformance>(token, 'POST', `/tariffs/${id}/performance`, { period });
async function finished(): Promise<TariffPerformance> {
  const started = await start();
  expect(started.status).toBe(202);
  for (;;) {
    const { body } = await read();
    if (body.state === 'done' || body.state === 'failed') return body;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
async function direct(): Promise<TariffPerformance> {
  atOnce = 1;
  const { body } = await read();
  atOnce = 0;
  return body;
}

describe('the performance of a tariff with many contracts', () => {
  it('is computed by a job in chunks, says the same as at once, and leaves nothing behind but its result', async () => {
    expect((await read()).body).toMatchObject({ state: 'none', jobId: null, performance: null, months: [] });
    const found = await finished();
    const expected = await direct();
    expect(found.contracts.counted).toBeGreaterThan(3);
    expect(found.contracts).toEqual(expected.contracts);
    expect(found.performance?.timeWeighted).toBeCloseTo(expected.performance?.timeWeighted ?? Number.NaN, 12);
    expect(found.target?.timeWeighted).toBeCloseTo(expected.target?.timeWeighted ?? Number.NaN, 12);
    expect(found.months).toHaveLength(expected.months.length);
    expect(found.computedAt).not.toBeNull();
    const { rows } = await world.owner.query(
      `select (select count(*)::int from tariff_performance_parts) as parts,
         (select array_agg(distinct action order by action) from audit_entries where action like 'tariffs.%erformance') as actions`,
    );
    expect(rows[0]).toEqual({ parts: 0, actions: ['tariffs.performance', 'tariffs.startPerformance'] });
  });

  it('does not change by chunks whose process ended: each counts once', async () => {
    const before = workers.failures.length;
    dying = 3;
    const found = await finished();
    expect(dying).toBe(0);
    expect(workers.failures.length - before).toBe(3);
    const expected = await direct();
    expect(found.contracts).toEqual(expected.contracts);
    expect(found.performance?.timeWeighted).toBeCloseTo(expected.performance?.timeWeighted ?? Number.NaN, 12);
    const { rows } = await world.owner.query('select count(*)::int as kept from tariff_performances');
    expect(rows[0]).toEqual({ kept: 1 });
  });

  it('explains the difference to the target by parts that add up, or says why it cannot', async () => {
    const { performance, target, comparison } = await finished();
    if (comparison === null || 'reason' in comparison || !performance || !target)
      throw new Error('The demo explains it.');
    const { allocation, selection, fundCosts, contractCosts, other, groups } = comparison;
    expect(allocation + selection + fundCosts + (contractCosts ?? Number.NaN) + other).toBeCloseTo(
      performance.timeWeighted - target.timeWeighted,
      10,
    );
    for (const { name, weight } of groups.filter(({ peergroupId }) => peergroupId !== null)) {
      expect(name).not.toBeNull();
      expect(weight).toBeGreaterThanOrEqual(0);
    }
  });

  it('of a single contract is what the contract itself says, causes included', async () => {
    const { rows } = await world.owner.query<{ id: string }>(
      `select id from contracts where tariff_id = $1 and deleted_at is null and risk_class_id is not null
          and end_date is null order by id limit 1`,
      [tariffId],
    );
    const id = rows[0]?.id ?? '';
    await world.owner.query(
      'delete from portfolios where contract_id in (select c.id from contracts c where c.tariff_id = $1 and c.id <> $2)',
      [tariffId, id],
    );
    // Both begin with the same valuation.
    const { rows: firsts } = await world.owner.query<{ first: string }>(
      `delete from portfolios where contract_id = $1 and valuation_date < (select min(x.valuation_date) from portfolios x
         where x.contract_id = $1 and x.valuation_date >= date '2025-11-20') returning 1 as first`,
      [id],
    );
    expect(firsts.length).toBeGreaterThan(0);
    const found = await direct();
    const own = await world.call<ContractPerformance>(admin, 'GET', `/contracts/${id}/performance?period=1y`);
    expect(found.contracts.counted).toBe(1);
    expect(found.performance?.timeWeighted).toBeCloseTo(own.body.performance?.timeWeighted ?? Number.NaN, 9);
    const [all, one] = [found.comparison, own.body.comparison];
    if (all === null || 'reason' in all || one === null || 'reason' in one) throw new Error('Both explain.');
    for (const key of [
      'timeWeighted',
      'allocation',
      'selection',
      'fundCosts',
      'contractCosts',
      'other',
    ] as const)
      expect(all[key]).toBeCloseTo(one[key] ?? Number.NaN, 9);
  });

  it('goes out as a file of the figures shown, and not before they are computed', async () => {
    const asFile = (period: string, format = 'csv') =>
      world.call<string>(admin, 'POST', `/tariffs/${tariffId}/performance/export`, { period, format });
    const early = await asFile('5y');
    expect([early.status, early.body]).toMatchObject([409, { code: 'tariffs.performanceMissing' }]);
    await finished();
    const file = await asFile('1y');
    expect(file.status).toBe(200);
    expect(file.headers.get('content-disposition')).toContain('Wertentwicklung');
    const text = file.body;
    for (const part of ['Rendite;Verträge;zeitgewichtet', 'Ursachen der Abweichung;Aufteilung', 'Monate;'])
      expect(text).toContain(part);
    expect((await asFile('1y', 'xlsx')).status).toBe(200);
  });

  it('is for those who see tariffs, and a foreign tariff is not there', async () => {
    const nobody = await world.caller({ permissions: ['contracts.view'] });
    const foreign = '00000000-0000-4000-8000-000000000000';
    expect((await start(nobody)).status).toBe(403);
    expect((await start(admin, foreign)).status).toBe(404);
    expect((await start(admin, tariffId, '2y')).status).toBe(400);
    const nord = await world.caller({ tenant: 'nord.example' });
    expect((await read(nord)).status).toBe(404);
  });
});

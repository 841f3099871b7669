import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillDemo } from '../../../../../demo/src/fill-demo.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { computeOnce } from '../../../../test/figure-run.ts';
import { createJobWorker, type JobWorker } from '../../../platform/jobs/job-worker.ts';
import { enqueueDueFigures } from './daily-figures.ts';
import { createFigureJob } from './figure-job.ts';

const db = useTestDatabase();
/** The demo says when it computed its figures: now. */
const clock = Date.now;
let worker: JobWorker;
const failures: object[] = [];

beforeAll(async () => {
  await fillDemo({
    client: db.owner,
    size: { contracts: 20, customers: 15, funds: 250 },
    anchorDate: '2026-11-20',
  });
  worker = createJobWorker({
    database: db.database,
    handlers: [createFigureJob(db.database, clock)],
    logger: { error: (values) => void failures.push(values) },
    pollMs: 100,
  });
  worker.start();
}, 120_000);
afterAll(async () => {
  await worker.stop();
});

const asTenant = (tenantId: string) =>
  db.owner.query("select set_config('app.tenant_id', $1, false)", [tenantId]);

async function demoTenant(): Promise<string> {
  const { rows } = await db.owner.query<{ tenantId: string }>(
    `select tenant_id as "tenantId" from list_tenants() limit 1`,
  );
  const tenantId = rows[0]?.tenantId ?? '';
  await asTenant(tenantId);
  return tenantId;
}

const compute = (tenantId: string) => computeOnce(db, tenantId);

const tables = [
  'fund_key_figures',
  'fund_ranks',
  'peergroup_risks',
  'peergroup_covariances',
  'fund_series_findings',
];
const contents = async (): Promise<string> => {
  const parts: string[] = [];
  for (const table of tables) {
    const { rows } = await db.owner.query<{ rows: string }>(
      `select jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text)::text as rows from ${table} t`,
    );
    parts.push(rows[0]?.rows ?? '');
  }
  return parts.join('\n');
};

describe('the job of key figures', () => {
  it('finds the demo as the demo says it is, and changes nothing', async () => {
    const tenantId = await demoTenant();
    await db.owner.query('delete from fund_series_findings');
    const versions =
      'select sum(row_version) as sum, count(rating) as rated, sum(volatility) as risk from funds';
    const before = [await contents(), (await db.owner.query(versions)).rows];
    // What the demo's prices show beside figures: funds that were merged or closed.
    const findings = await compute(tenantId);
    const { rows: kinds } = await db.owner.query('select distinct finding from fund_series_findings');
    expect(kinds).toEqual([{ finding: 'ended' }]);
    await db.owner.query('delete from fund_series_findings');
    expect([await contents(), (await db.owner.query(versions)).rows]).toEqual(before);
    expect(await compute(tenantId)).toBe(findings);
    expect(await compute(tenantId)).toBe(0);
    expect(failures).toEqual([]);
  });

  it('follows a change of prices, leaves the version of funds alone and takes rank and estimated risk of a fund that lost its prices', async () => {
    const tenantId = await demoTenant();
    const { rows } = await db.owner.query<{ fund_id: number; row_version: number }>(
      `select r.fund_id, f.row_version from fund_ranks r join funds f on f.tenant_id = r.tenant_id and f.id = r.fund_id
        where r.tenant_id = $1 and r.fund_rank is not null and r.ranking_type_id = 11 order by r.fund_id limit 1`,
      [tenantId],
    );
    const fund = rows[0];
    // Nobody stated its risk, and that of the next one is what its manufacturer says.
    const stated = await db.owner.query<{ id: number }>(
      `update funds set risk_indicator = 4, risk_indicator_type = 'SRI', is_risk_indicator_estimated = id = $1
        where tenant_id = $2 and id in ($1, (select min(id) from funds where tenant_id = $2 and id > $1)) returning id`,
      [fund?.fund_id, tenantId],
    );
    await db.owner.query('delete from fund_prices where fund_id = any ($1) and tenant_id = $2', [
      stated.rows.map(({ id }) => id),
      tenantId,
    ]);
    expect(await compute(tenantId)).toBeGreaterThan(1);
    const after = await db.owner.query(
      `select f.rating, f.volatility, f.row_version, (select count(*)::int from fund_key_figures k where k.tenant_id = f.tenant_id and k.fund_id = f.id) as figures
        from funds f where f.id = $1 and f.tenant_id = $2`,
      [fund?.fund_id, tenantId],
    );
    expect(after.rows).toEqual([
      { rating: null, volatility: null, row_version: (fund?.row_version ?? 0) + 1, figures: 0 },
    ]);
    const risks = await db.owner.query(
      `select risk_indicator as sri, risk_indicator_type as type, is_risk_indicator_estimated as estimated from funds
        where tenant_id = $1 and id = any ($2) order by id`,
      [tenantId, stated.rows.map(({ id }) => id)],
    );
    expect(risks.rows).toEqual([
      { sri: null, type: null, estimated: false },
      { sri: 4, type: 'SRI', estimated: false },
    ]);
    expect(await compute(tenantId)).toBe(0);
  });

  it('is asked for by changed peer groups once, and once a day', async () => {
    const tenantId = await demoTenant();
    expect(await enqueueDueFigures(db.database, clock())).toBe(0);
    await db.owner.query('update fund_figure_runs set finished_at = $1 where tenant_id = $2', [
      new Date(clock() - 24 * 3_600_000),
      tenantId,
    ]);
    expect(await enqueueDueFigures(db.database, clock())).toBe(1);
    await compute(tenantId);
    expect(await enqueueDueFigures(db.database, clock())).toBe(0);
    const { rows } = await db.owner.query<{ finished: string }>(
      'select finished_at as finished from fund_figure_runs where tenant_id = $1',
      [tenantId],
    );
    expect(clock() - Date.parse(rows[0]?.finished ?? '')).toBeLessThan(60_000);
  });

  it('is not asked for a second time while one is on its way that a killed process has begun', async () => {
    const tenantId = await demoTenant();
    await db.owner.query('update fund_figure_runs set finished_at = $1 where tenant_id = $2', [
      new Date(clock() - 24 * 3_600_000),
      tenantId,
    ]);
    await db.owner.query(
      `insert into jobs (tenant_id, job_type, payload, state, locked_by, locked_until)
         values ($1, 'fundFigures', '{}', 'running', 'killed', now() + interval '50 minutes')`,
      [tenantId],
    );
    expect(await enqueueDueFigures(db.database, clock())).toBe(0);
    await db.owner.query(`delete from jobs where tenant_id = $1 and locked_by = 'killed'`, [tenantId]);
    expect(await enqueueDueFigures(db.database, clock())).toBe(1);
    await compute(tenantId);
  });

  it('is due again at once where the last was finished by a clock that ran a day ahead', async () => {
    const tenantId = await demoTenant();
    await db.owner.query('update fund_figure_runs set finished_at = $1 where tenant_id = $2', [
      new Date(clock() + 24 * 3_600_000),
      tenantId,
    ]);
    expect(await enqueueDueFigures(db.database, clock())).toBe(1);
    await compute(tenantId);
    expect(await enqueueDueFigures(db.database, clock())).toBe(0);
  });
});

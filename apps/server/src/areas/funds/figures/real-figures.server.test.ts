import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isinCheckDigit } from '@depotwerk/domain/isin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { computeOnce } from '../../../../test/figure-run.ts';
import { createJobWorker, type JobWorker } from '../../../platform/jobs/job-worker.ts';
import { importFunds } from '../import/import-funds.ts';
import { importPrices } from '../import/import-prices.ts';
import { aTenant, makeFolder } from '../import/import-test-tools.ts';
import { createFigureJob } from './figure-job.ts';

const reference = process.env['REFERENCE_DIR'] ?? '../shared/reference';
const real = join(reference, 'realdata/frapo_EuroStoxx50_weekly.csv');
const hasReference = existsSync(real);

const db = useTestDatabase();
let folder: Awaited<ReturnType<typeof makeFolder>>;
let worker: JobWorker;
beforeAll(async () => {
  folder = await makeFolder();
  worker = createJobWorker({
    database: db.database,
    handlers: [createFigureJob(db.database, Date.now)],
    logger: { error: () => {} },
    pollMs: 100,
  });
  worker.start();
});
afterAll(async () => {
  await worker.stop();
  await folder.remove();
});

describe.skipIf(!hasReference)('real prices of the EuroStoxx 50', () => {
  const isinOf = (index: number) => {
    const body = `LU${String(index).padStart(9, '0')}`;
    return `${body}${isinCheckDigit(body)}`;
  };

  /** What is wrong with the series of the file: unadjusted splits (BN, FP, IBE in truth), wrong and repeated prices. */
  const faulty: Readonly<Record<string, readonly string[]>> = {
    'AI.PA': ['jump', 'spike'],
    'BN.PA': ['split'],
    'CS.PA': ['spike'],
    'EOA.DE': ['spike'],
    'FP.PA': ['split'],
    'IBE.MC': ['gap', 'split', 'stale'],
    'NOA3.DE': ['gap', 'stale'],
    'TIT.MI': ['jump', 'spike'],
  };

  it('become the covariance an independent computation finds, by import alone', async () => {
    const tenant = await aTenant(db);
    const text = await readFile(real, 'utf8');
    const [head = '', ...lines] = text.trim().split('\n');
    const symbols = head.replaceAll('"', '').split(',').slice(1);
    const funds = symbols.map((symbol, index) => `${isinOf(index)};${symbol.trim()};EUR`);
    const list = await folder.write('funds.csv', `isin;name;currency\n${funds.join('\n')}\n`);
    const map = await folder.write(
      'map.csv',
      `symbol;isin\n${symbols.map((symbol, index) => `${symbol.trim()};${isinOf(index)}`).join('\n')}\n`,
    );
    await importFunds(tenant.services, tenant.operator, list);
    await db.owner.query(
      `insert into fund_categories (tenant_id, category_name, category_color) values ($1, 'Aktien', '#1f6f8b')`,
      [tenant.tenantId],
    );
    await db.owner.query(
      `insert into peergroups (tenant_id, peergroup_key, peergroup_name, category_id, equity_quota)
       select $1, key, key, (select id from fund_categories where tenant_id = $1), 1 from unnest(array['A', 'B', 'C']) as key`,
      [tenant.tenantId],
    );
    // Every third share of a clean series makes a group; the others belong to none.
    await db.owner.query(
      `update funds f set peergroup_id = g.id from (
         select id, row_number() over (order by isin) % 3 as place from funds
          where tenant_id = $1 and not (name = any ($2))) n
       join (select id, row_number() over (order by peergroup_key) % 3 as place from peergroups where tenant_id = $1) g
         using (place) where f.tenant_id = $1 and f.id = n.id`,
      [tenant.tenantId, Object.keys(faulty)],
    );
    await importPrices(tenant.services, tenant.operator, real, { map });
    await computeOnce(db, tenant.tenantId);

    const found = await db.owner.query<{ name: string; finding: string }>(
      `select distinct f.name, s.finding from fund_series_findings s
         join funds f on f.tenant_id = s.tenant_id and f.id = s.fund_id where s.tenant_id = $1 order by 1, 2`,
      [tenant.tenantId],
    );
    const findings = Map.groupBy(found.rows, ({ name }) => name);
    expect(
      Object.fromEntries([...findings].map(([name, rows]) => [name, rows.map(({ finding }) => finding)])),
    ).toEqual(faulty);

    // The last row is the Monday of a week that has not reached its Friday.
    const prices = lines.slice(0, -1).map((line) => line.split(',').slice(1).map(Number));
    const weeks = 260;
    const own = await db.owner.query<{ place: number; isin: string }>(
      `select dense_rank() over (order by peergroup_id)::int - 1 as place, isin from funds
        where tenant_id = $1 and peergroup_id is not null`,
      [tenant.tenantId],
    );
    const groupOf = new Map(own.rows.map(({ isin, place }) => [isin, place]));
    const index = [0, 1, 2].map((group) =>
      prices.slice(-weeks).map((row, week) => {
        const before = prices[prices.length - weeks + week - 1] ?? [];
        const returns = row.flatMap((price, at) =>
          groupOf.get(isinOf(at)) === group ? [price / (before[at] ?? 0) - 1] : [],
        );
        return returns.reduce((sum, value) => sum + value, 0) / returns.length;
      }),
    );
    const expected = ledoitWolf(index)
      .flat()
      .map((value) => 52 * value);
    const { rows } = await db.owner.query<{ covariance: number }>(
      `select covariance from peergroup_covariances where tenant_id = $1 order by peergroup_id, other_peergroup_id`,
      [tenant.tenantId],
    );
    expect(rows).toHaveLength(9);
    rows.forEach(({ covariance }, at) => {
      expect(covariance / (expected[at] ?? 0)).toBeCloseTo(1, 9);
    });
    const ranks = await db.owner.query<{ type: number; ranked: number }>(
      `select ranking_type_id as type, count(fund_rank)::int as ranked from fund_ranks
        where tenant_id = $1 and ranking_type_id in (5, 7) group by 1 order by 1`,
      [tenant.tenantId],
    );
    expect(ranks.rows).toEqual([
      { type: 5, ranked: symbols.length - Object.keys(faulty).length },
      { type: 7, ranked: symbols.length - Object.keys(faulty).length },
    ]);
  }, 60_000);
});

/**
 * Ledoit and Wolf (2003), "Honey, I shrunk the sample covariance matrix", appendix B, written out once more from the
 * paper: constant correlation, divisor T.
 */
function ledoitWolf(series: readonly (readonly number[])[]): number[][] {
  const T = series[0]?.length ?? 0;
  const y = series.map((values) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / T;
    return values.map((value) => value - mean);
  });
  const average = (of: (t: number) => number) =>
    Array.from({ length: T }, (_, t) => of(t)).reduce((sum, value) => sum + value, 0) / T;
  const n = y.length;
  const at = (i: number, t: number) => y[i]?.[t] ?? 0;
  const s = y.map((_, i) => y.map((__, j) => average((t) => at(i, t) * at(j, t))));
  const cell = (i: number, j: number) => s[i]?.[j] ?? 0;
  const pairs = y.flatMap((_, i) => y.flatMap((__, j) => (i < j ? [[i, j] as const] : [])));
  const rBar =
    pairs.reduce((sum, [i, j]) => sum + cell(i, j) / Math.sqrt(cell(i, i) * cell(j, j)), 0) / pairs.length;
  const prior = (i: number, j: number) => (i === j ? cell(i, i) : rBar * Math.sqrt(cell(i, i) * cell(j, j)));
  let pi = 0;
  let rho = 0;
  let gamma = 0;
  for (let i = 0; i < n; i += 1)
    for (let j = 0; j < n; j += 1) {
      pi += average((t) => (at(i, t) * at(j, t) - cell(i, j)) ** 2);
      gamma += (prior(i, j) - cell(i, j)) ** 2;
      const theta = (k: number) =>
        average((t) => (at(k, t) ** 2 - cell(k, k)) * (at(i, t) * at(j, t) - cell(i, j)));
      if (i === j) rho += average((t) => (at(i, t) ** 2 - cell(i, i)) ** 2);
      else
        rho +=
          (rBar / 2) *
          (Math.sqrt(cell(j, j) / cell(i, i)) * theta(i) + Math.sqrt(cell(i, i) / cell(j, j)) * theta(j));
    }
  const delta = Math.min(1, Math.max(0, (pi - rho) / gamma / T));
  return y.map((_, i) => y.map((__, j) => delta * prior(i, j) + (1 - delta) * cell(i, j)));
}

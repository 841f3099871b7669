import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rankingTypes } from '@depotwerk/engine/ranking/ranking-figures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { useTestDatabase } from '../../../../test/database.ts';
import { computeOnce } from '../../../../test/figure-run.ts';
import { createJobWorker, type JobWorker } from '../../../platform/jobs/job-worker.ts';
import { importFunds } from '../import/import-funds.ts';
import { importPrices } from '../import/import-prices.ts';
import { aTenant, makeFolder } from '../import/import-test-tools.ts';
import { createFigureJob } from './figure-job.ts';
import { rankingTypeIdOf } from './ranking-type-ids.ts';

const reference = process.env['REFERENCE_DIR'] ?? '../shared/reference';
const prices = join(reference, 'realdata/frapo_EuroStoxx50_weekly.csv');
const list = join(reference, 'realdata/financedatabase_etfs_XETRA.csv');
const hasReference = existsSync(prices) && existsSync(list);

/** What `test/real-figures.py` computes from the same two files with numpy, from the definitions alone. */
const independent = z.object({
  groups: z.array(z.string()),
  covariance: z.array(z.array(z.number())),
  funds: z.array(
    z.object({
      isin: z.string(),
      symbol: z.string(),
      group: z.string(),
      ter: z.number(),
      values: z.record(z.string(), z.number()),
      ranks: z.record(z.string(), z.int()),
      volatility: z.number(),
      trackingError: z.number(),
    }),
  ),
});

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

describe.skipIf(!hasReference)('the fund list of Xetra with prices of the EuroStoxx 50', () => {
  it('gets by import alone the ranks, figures and covariances an independent computation finds', async () => {
    const { groups, covariance, funds } = independent.parse(
      JSON.parse(await readFile(join(import.meta.dirname, '../../../../test/real-figures.json'), 'utf8')),
    );
    const tenant = await aTenant(db);
    await db.owner.query(
      `insert into fund_categories (tenant_id, category_name, category_color) values ($1, 'Aktien', '#1f6f8b')`,
      [tenant.tenantId],
    );
    await db.owner.query(
      `insert into peergroups (tenant_id, peergroup_key, peergroup_name, category_id, equity_quota, is_money_market)
       select $1, key, key, (select id from fund_categories where tenant_id = $1), 1, key = 'M' from unnest($2::text[]) as key`,
      [tenant.tenantId, groups],
    );
    await importFunds(tenant.services, tenant.operator, list);
    const costs = funds.map(({ isin, group, ter }) => `${isin};${group};${ter}`);
    await importFunds(
      tenant.services,
      tenant.operator,
      await folder.write('costs.csv', `isin;Peergroup;Laufende Kosten\n${costs.join('\n')}\n`),
    );
    const places = funds.map(({ symbol, isin }) => `${symbol};${isin}`);
    const map = await folder.write('map.csv', `symbol;isin\n${places.join('\n')}\n`);
    await importPrices(tenant.services, tenant.operator, prices, { map });
    await computeOnce(db, tenant.tenantId);

    const { rows: found } = await db.owner.query<{ group: string; other: string; covariance: number }>(
      `select g.peergroup_key as "group", o.peergroup_key as other, c.covariance from peergroup_covariances c
         join peergroups g on g.tenant_id = c.tenant_id and g.id = c.peergroup_id
         join peergroups o on o.tenant_id = c.tenant_id and o.id = c.other_peergroup_id where c.tenant_id = $1`,
      [tenant.tenantId],
    );
    expect(found).toHaveLength(16);
    for (const { group, other, covariance: value } of found)
      expect(value / (covariance[groups.indexOf(group)]?.[groups.indexOf(other)] ?? 0)).toBeCloseTo(1, 9);

    const { rows: ranks } = await db.owner.query<{ isin: string; type: number; rank: number; value: string }>(
      `select f.isin, r.ranking_type_id as type, r.fund_rank as rank, r.ranking_value as value from fund_ranks r
         join funds f on f.tenant_id = r.tenant_id and f.id = r.fund_id where r.tenant_id = $1`,
      [tenant.tenantId],
    );
    const rankOf = new Map(ranks.map((row) => [`${row.isin} ${row.type}`, row]));
    // Forty funds by ten types; the eleventh is the sustainability score, which neither file names.
    expect(rankOf.size).toBe(funds.length * 10);
    for (const { isin, values, ranks: expected } of funds)
      for (const type of rankingTypes.filter((name) => name !== 'ESG_SCORE')) {
        const row = rankOf.get(`${isin} ${rankingTypeIdOf[type]}`);
        expect([isin, type, row?.rank]).toEqual([isin, type, expected[type]]);
        // Six decimals are kept.
        expect(Math.abs(Number(row?.value) - (values[type] ?? 0)), `${isin} ${type}`).toBeLessThan(6e-7);
      }

    const { rows: figures } = await db.owner.query<{ isin: string; volatility: string; error: string }>(
      `select f.isin, k.volatility, k.tracking_error as error from fund_key_figures k
         join funds f on f.tenant_id = k.tenant_id and f.id = k.fund_id where k.tenant_id = $1`,
      [tenant.tenantId],
    );
    const figureOf = new Map(figures.map((row) => [row.isin, row]));
    expect(figureOf.size).toBe(funds.length);
    for (const { isin, volatility, trackingError } of funds) {
      const row = figureOf.get(isin);
      expect(Math.abs(Number(row?.volatility) - volatility), `${isin} volatility`).toBeLessThan(6e-7);
      expect(Math.abs(Number(row?.error) - trackingError), `${isin} error`).toBeLessThan(6e-7);
    }
  }, 60_000);
});

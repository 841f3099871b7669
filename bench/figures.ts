import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fillDemoDatabase } from '../apps/demo/src/fill-demo-database.ts';
import { computeFigures } from '../apps/server/src/areas/funds/figures/compute-figures.ts';
import { storeFigures } from '../apps/server/src/areas/funds/figures/store-figures.ts';
import { withDatabase } from '../apps/server/src/platform/database/connection.ts';
import { Database } from '../apps/server/src/platform/database/database.ts';
import { migrate, readMigrations } from '../apps/server/src/platform/migrate.ts';
import { openDatabase } from '../apps/server/src/platform/open-database.ts';
import { benchFolder, onServer } from './database.ts';
import { report } from './report.ts';

const aim = 10;
const runs = 5;

/**
 * Measures what an import of prices sets off: key figures, ranks and covariances of 1,000 funds with five years of daily
 * prices, from rows to rows. Run it as `taskset -c 0 node bench/figures.ts`, so that process and database share one core.
 */
mkdirSync(benchFolder, { recursive: true });
const opened = await openDatabase(
  { databaseUrl: process.env['DATABASE_URL'] ?? null, dataDirectory: join(benchFolder, 'embedded') },
  { mayJoin: false },
);
const name = `depotwerk_figures_${process.pid}`;
try {
  await onServer(opened.target, `create database ${name}`);
  const target = withDatabase(opened.target, name);
  await migrate(target, readMigrations(fileURLToPath(new URL('../apps/server/migrations', import.meta.url))));
  await fillDemoDatabase(target, { size: { contracts: 100, customers: 100, funds: 1000 }, seed: 1 });
  await onServer(target, 'vacuum analyze');
  const [tenant] = await onServer<{ tenant_id: string; prices: string }>(
    target,
    'select tenant_id, count(*)::text as prices from fund_prices group by 1 order by count(*) desc limit 1',
  );
  if (!tenant) throw new Error('The demo has prices.');
  const database = new Database(target, { poolSize: 2 });
  const context = { tenantId: tenant.tenant_id, userId: null };
  const rows: string[][] = [];
  try {
    for (let run = 1; run <= runs; run += 1) {
      // The first run finds nothing and writes all; the others find everything as it is.
      if (run === 1) {
        await onServer(
          target,
          'truncate fund_key_figures, fund_ranks, peergroup_covariances, peergroup_risks, fund_series_findings',
        );
      }
      const started = performance.now();
      const computed = await computeFigures(database, context, new Date().toISOString().slice(0, 10));
      const stored = await database.transaction(
        context,
        (transaction) => storeFigures(transaction, computed),
        { statementTimeout: 120_000 },
      );
      const seconds = (performance.now() - started) / 1000;
      rows.push([
        run === 1 ? 'nothing stored before' : `the same again, ${run}`,
        `${seconds.toFixed(1)} (at most ${aim})`,
        String(Math.round(process.memoryUsage.rss() / 2 ** 20)),
        `${stored.figureCount} of ${stored.fundCount}`,
        String(stored.rankedCount),
        String(stored.peergroupCount),
        String(stored.changed),
      ]);
    }
  } finally {
    await database.close();
  }
  report(
    'figures',
    'Key figures, ranks and covariances',
    `1,000 funds with ${Number(tenant.prices).toLocaleString('en')} daily prices of five years, read, computed and stored by the job's own functions, ${runs} times in one process on one core (\`taskset -c 0\`), the database on the same core.`,
    ['run', 'seconds', 'memory after it, MB', 'funds with figures', 'ranked', 'peer groups', 'rows written'],
    rows,
  );
} finally {
  await onServer(opened.target, `drop database if exists ${name} with (force)`);
  await opened.close();
}

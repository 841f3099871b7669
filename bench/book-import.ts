import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importBookFile } from '../apps/server/src/areas/contracts/book/book-command.ts';
import { withDatabase } from '../apps/server/src/platform/database/connection.ts';
import { Database } from '../apps/server/src/platform/database/database.ts';
import { migrate, readMigrations } from '../apps/server/src/platform/migrate.ts';
import { openDatabase } from '../apps/server/src/platform/open-database.ts';
import { furnishBookHouse, positions, writeBook } from './book-house.ts';
import { benchFolder, onServer } from './database.ts';
import { report } from './report.ts';

const contracts = Number(process.env['BOOK_CONTRACTS'] ?? 100_000);
const tenantId = randomUUID();
const tables = ['customers', 'contracts', 'portfolios', 'portfolio_entries', 'savings_plans'];

/** The issue's own yardsticks for 100,000 contracts, by contract. */
const aims = { first: (180 * contracts) / 100_000, again: (60 * contracts) / 100_000, megabytes: 400 };

/** Measures the takeover of a book from one CSV file into an empty house, and the same file again. */
const opened = await openDatabase(
  { databaseUrl: process.env['DATABASE_URL'] ?? null, dataDirectory: join(benchFolder, 'embedded') },
  { mayJoin: false },
);
try {
  const name = `depotwerk_book_${process.pid}`;
  await onServer(opened.target, `create database ${name}`);
  const target = withDatabase(opened.target, name);
  const database = new Database(target, { poolSize: 2 });
  try {
    await migrate(
      target,
      readMigrations(fileURLToPath(new URL('../apps/server/migrations', import.meta.url))),
    );
    await furnishBookHouse((statement) => onServer(target, statement), tenantId);
    const path = await writeBook(benchFolder, contracts);
    const first = await take(path);
    const before = await written();
    const again = await take(path);
    const after = await written();
    const verdict = (value: number, aim: number) => `${value.toFixed(1)} (at most ${aim.toFixed(1)})`;
    report(
      'book-import',
      'Book of business from a file',
      `One CSV with ${contracts} contracts of ${positions} positions each, read, judged and written into an empty house by one process; then the same file again.`,
      [
        'run',
        'seconds',
        'processor seconds of the process',
        'peak memory MB',
        'load of the machine',
        'rows written to the book',
      ],
      [
        [
          'first',
          verdict(first.seconds, aims.first),
          first.processor.toFixed(1),
          verdict(first.megabytes, aims.megabytes),
          first.load,
          String(before),
        ],
        [
          'the same again',
          verdict(again.seconds, aims.again),
          again.processor.toFixed(1),
          verdict(again.megabytes, aims.megabytes),
          again.load,
          String(after - before),
        ],
      ],
      contracts < 100_000,
    );

    async function take(file: string) {
      const started = performance.now();
      const cpu = process.cpuUsage();
      let peak = 0;
      const watch = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage.rss());
      }, 100);
      const { counts } = await importBookFile(
        { database, clock: Date.now },
        { tenantId, userId: null },
        {
          path: file,
          actorName: 'bench',
          isDryRun: false,
          onProgress: () => undefined,
          options: {},
        },
      );
      clearInterval(watch);
      if (counts.refused > 0) throw new Error(`${counts.refused} lines were refused.`);
      const { user, system } = process.cpuUsage(cpu);
      return {
        seconds: (performance.now() - started) / 1000,
        processor: (user + system) / 1e6,
        megabytes: peak / 2 ** 20,
        load: (loadavg()[0] ?? 0).toFixed(1),
      };
    }

    /** Rows the tables of the book ever got, by the server's own count. */
    async function written(): Promise<number> {
      await onServer(target, 'select pg_stat_force_next_flush()');
      await new Promise((done) => setTimeout(done, 1500));
      const [row] = await onServer<{ number: string }>(
        target,
        `select sum(n_tup_ins + n_tup_upd + n_tup_del)::text as number from pg_stat_user_tables
          where relname in (${tables.map((table) => `'${table}'`).join(', ')})`,
      );
      return Number(row?.number ?? 0);
    }
  } finally {
    await database.close();
    await onServer(opened.target, `drop database if exists ${name} with (force)`);
  }
} finally {
  await opened.close();
}

import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importBookFile } from '../apps/server/src/areas/contracts/book/book-command.ts';
import { withDatabase } from '../apps/server/src/platform/database/connection.ts';
import { Database } from '../apps/server/src/platform/database/database.ts';
import { migrate, readMigrations } from '../apps/server/src/platform/migrate.ts';
import { openDatabase } from '../apps/server/src/platform/open-database.ts';
import { benchFolder, onServer } from './database.ts';
import { report } from './report.ts';

const contracts = Number(process.env['BOOK_CONTRACTS'] ?? 100_000);
const positions = 10;
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
    await furnish();
    const path = await writeBook();
    const first = await take(path);
    const before = await written();
    const again = await take(path);
    const after = await written();
    const verdict = (value: number, aim: number) => `${value.toFixed(1)} (at most ${aim.toFixed(1)})`;
    report(
      'book-import',
      'Book of business from a file',
      `One CSV with ${contracts} contracts of ${positions} positions each, read, judged and written into an empty house by one process; then the same file again.`,
      ['run', 'seconds', 'peak memory MB', 'rows written to the book'],
      [
        [
          'first',
          verdict(first.seconds, aims.first),
          verdict(first.megabytes, aims.megabytes),
          String(before),
        ],
        [
          'the same again',
          verdict(again.seconds, aims.again),
          verdict(again.megabytes, aims.megabytes),
          String(after - before),
        ],
      ],
      contracts < 100_000,
    );

    async function take(file: string) {
      const started = performance.now();
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
      return { seconds: (performance.now() - started) / 1000, megabytes: peak / 2 ** 20 };
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

    async function furnish(): Promise<void> {
      const tariffId = randomUUID();
      await onServer(
        target,
        `insert into tenants (tenant_id, tenant_key, tenant_name) values ('${tenantId}', 'bench', 'Bench');
         insert into issuers (tenant_id, id, issuer_name) values ('${tenantId}', 1, 'Bank');
         insert into tariffs (tenant_id, id, name, key, issuer_id, tariff_type_id, published_version_number, risk_class_count)
           values ('${tenantId}', '${tariffId}', 'Zukunft', 'zukunft', 1, 7, 1, 5);`,
      );
      const values = isins(200).map(
        (isin, index) => `('${tenantId}', ${index + 1}, '${isin}', 'Fonds ${index + 1}')`,
      );
      await onServer(target, `insert into funds (tenant_id, id, isin, name) values ${values.join(', ')}`);
    }
  } finally {
    await database.close();
    await onServer(opened.target, `drop database if exists ${name} with (force)`);
  }
} finally {
  await opened.close();
}

/** ISINs with right check digits. */
function isins(count: number): string[] {
  return Array.from({ length: count }, (_none, index) => {
    const body = `LU${String(100_000_000 + index)}`;
    const digits = [...body].map((sign) => Number.parseInt(sign, 36).toString()).join('');
    const sum = [...digits].toReversed().reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
    return `${body}${(10 - (sum % 10)) % 10}`;
  });
}

async function writeBook(): Promise<string> {
  mkdirSync(benchFolder, { recursive: true });
  const path = join(benchFolder, `book-${contracts}.csv`);
  const file = createWriteStream(path);
  const funds = isins(200);
  file.write(
    'Kundennummer;Vorname;Nachname;Geburtsdatum;Depotnummer;Tarif;Beginn;ISIN;Anteile;Anteilswert;Stichtag\n',
  );
  for (let contract = 0; contract < contracts; contract += 1) {
    let text = '';
    for (let position = 0; position < positions; position += 1) {
      const isin = funds[(contract * 7 + position * 13) % funds.length] ?? '';
      text += `K${contract};Anna;Muster${contract};03.04.1964;D${contract};Zukunft;01.02.2020;${isin};${position + 1},5;${10 + (contract % 90)},25;30.10.2026\n`;
    }
    if (!file.write(text)) await new Promise((done) => file.once('drain', () => done(undefined)));
  }
  await new Promise((done) => file.end(() => done(undefined)));
  return path;
}

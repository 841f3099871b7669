/**
 * Kills `npm run import -- book FILE` again and again while it takes over a book, and proves that the same command goes on
 * until everything is there once: `node tools/run.mjs tools/drills/kill-book-import.ts [contracts] [kills]`. On the server
 * of DATABASE_URL, else on an embedded one. Ends with 1 when something is missing, doubled or was written for nothing.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withDatabase } from '../../apps/server/src/platform/database/connection.ts';
import { migrate, readMigrations } from '../../apps/server/src/platform/migrate.ts';
import { openDatabase } from '../../apps/server/src/platform/open-database.ts';
import { urlOf } from '../../apps/server/test/url-of.ts';
import { furnishBookHouse, positions, writeBook } from '../../bench/book-house.ts';
import { onServer } from '../../bench/database.ts';

const contracts = Number(process.argv[2] ?? 10_000);
const kills = Number(process.argv[3] ?? 3);
const command = fileURLToPath(new URL('../import.ts', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'depotwerk-book-'));
const opened = await openDatabase(
  { databaseUrl: process.env['DATABASE_URL'] ?? null, dataDirectory: join(folder, 'data') },
  { mayJoin: false },
);
const name = `depotwerk_killed_book_${process.pid}`;
try {
  await onServer(opened.target, `create database ${name}`);
  const target = withDatabase(opened.target, name);
  await migrate(
    target,
    readMigrations(fileURLToPath(new URL('../../apps/server/migrations', import.meta.url))),
  );
  await furnishBookHouse((statement) => onServer(target, statement), randomUUID());
  const path = await writeBook(folder, contracts);
  const environment = { ...process.env, DATABASE_URL: urlOf(target) };

  const started = performance.now();
  let peak = 0;
  // Between the kills a run gets ever longer, so that they meet reading, judging and writing alike.
  for (let round = 0; round < kills; round += 1) {
    const wanted = ((round + 1) * contracts * positions) / (kills + 1);
    const { code, megabytes } = await run(path, environment, async () => (await progress(target)) >= wanted);
    peak = Math.max(peak, megabytes);
    console.log(
      `kill ${round + 1}: ${code === null ? 'met' : 'came too late'}, ${await progress(target)} steps were done`,
    );
  }
  // A machine with much else to do may not even let it connect; whoever types the command again goes on.
  let last = await run(path, environment, () => Promise.resolve(false));
  for (let tries = 1; last.code !== 0 && tries < 5; tries += 1) {
    last = await run(path, environment, () => Promise.resolve(false));
  }
  peak = Math.max(peak, last.megabytes);
  const first = { seconds: (performance.now() - started) / 1000, load: loadavg()[0] ?? 0 };
  const faults = await findFaults(target);
  if (last.code !== 0) faults.push(`the last run ended with ${last.code}`);

  const before = await written(target);
  const startedAgain = performance.now();
  const again = await run(path, environment, () => Promise.resolve(false));
  const seconds = (performance.now() - startedAgain) / 1000;
  const rows = (await written(target)) - before;
  if (again.code !== 0) faults.push(`the same again ended with ${again.code}`);
  if (rows > 0) faults.push(`the same again wrote ${rows} rows`);
  console.log(
    `${contracts} contracts of ${positions} positions, ${kills} kills: ${first.seconds.toFixed(1)} s, at most ${peak.toFixed(0)} MB (load ${first.load.toFixed(1)}); ` +
      `the same again ${seconds.toFixed(1)} s, ${again.megabytes.toFixed(0)} MB, ${rows} rows written (load ${(loadavg()[0] ?? 0).toFixed(1)}).`,
  );
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await onServer(opened.target, `drop database if exists ${name} with (force)`);
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
}

type Target = Parameters<typeof onServer>[0];

/** Runs the command until it ends or `isTime` says to kill it; null is a killed one. */
function run(
  path: string,
  environment: NodeJS.ProcessEnv,
  isTime: () => Promise<boolean>,
): Promise<{ code: number | null; megabytes: number }> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [command, 'book', path], {
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    let megabytes = 0;
    const watch = setInterval(() => {
      megabytes = Math.max(megabytes, peakOf(child.pid));
      isTime().then((isNow) => isNow && child.kill('SIGKILL'), fail);
    }, 250);
    child.on('error', fail);
    child.on('exit', (code) => {
      clearInterval(watch);
      done({ code, megabytes });
    });
  });
}

/** Largest resident memory a process ever had, in MB; 0 once it has ended. */
function peakOf(pid: number | undefined): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Half of the way is reading, half writing; in lines of the file. */
async function progress(target: Target): Promise<number> {
  const [row] = await onServer<{ steps: number }>(
    target,
    `select (coalesce(max(staged_line), 0) / 2
       + (select count(*) from book_import_contracts where is_written) * ${positions} / 2)::float8 as steps from book_imports`,
  );
  return row?.steps ?? 0;
}

async function findFaults(target: Target): Promise<string[]> {
  const [found] = await onServer<Record<string, string>>(
    target,
    `select (select count(*) from customers)::text as customers, (select count(*) from contracts)::text as contracts,
       (select count(*) from portfolios where is_current)::text as portfolios, (select count(*) from portfolio_entries)::text as positions,
       (select count(*) from book_imports where state = 'done')::text as imports, (select count(*) from book_imports)::text as tries,
       (select count(*) from audit_entries where action = 'contracts.importBook')::text as entries,
       (select sum(contract_count) from customers)::text as counted`,
  );
  const wanted: Record<string, number> = {
    customers: contracts,
    contracts,
    portfolios: contracts,
    positions: contracts * positions,
    imports: 1,
    tries: 1,
    entries: 1,
    counted: contracts,
  };
  return Object.entries(wanted)
    .filter(([what, number]) => Number(found?.[what]) !== number)
    .map(([what, number]) => `${what}: ${found?.[what]} instead of ${number}`);
}

/** Rows the tables of the book ever got, by the server's own count. */
async function written(target: Target): Promise<number> {
  await new Promise((done) => setTimeout(done, 1500));
  const [row] = await onServer<{ number: string }>(
    target,
    `select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::text as number from pg_stat_user_tables
      where relname in ('customers', 'contracts', 'portfolios', 'portfolio_entries', 'savings_plans')`,
  );
  return Number(row?.number ?? 0);
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../database/database.ts';
import { DatabaseUnavailable } from '../database/database-errors.ts';
import { DataDirectoryInUse } from '../instance-lock/instance-lock.ts';
import { type OpenDatabase, openDatabase } from '../open-database.ts';
import { backendsIn, isAlive, waitUntil } from './processes.ts';

const holderFile = fileURLToPath(new URL('../../../test/hold-database.ts', import.meta.url));
const noContext = { tenantId: null, userId: null };
/** Enough on a busy machine; on an idle one each of these takes less than a second. */
const patience = 15_000;
const one = { sql: 'select 1 as one', parameters: [] };

let directory: string;
const children: ChildProcess[] = [];
const opened: OpenDatabase[] = [];

beforeEach(() => {
  // Only its owner may enter, as with a clone under /root.
  directory = mkdtempSync(join(tmpdir(), 'depotwerk-test-'));
});
afterEach(async () => {
  await Promise.all(children.splice(0).map(kill));
  for (const database of opened.splice(0)) await database.close();
  await waitUntil(() => backendsIn(join(directory, 'postgres')).length === 0, 10_000);
  rmSync(directory, { recursive: true, force: true });
});

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

function startHolder(): ChildProcess {
  const child = spawn(process.execPath, [holderFile, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

/** Another process that holds the embedded database; its postmaster and supervisor. */
async function hold(): Promise<{ child: ChildProcess; postmaster: number; supervisor: number }> {
  const child = startHolder();
  const postmaster = await new Promise<number>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the holder ended before it was ready')));
    if (!child.stdout) throw new Error('the holder has no output');
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('ready ')) resolve(Number(line.slice(6)));
    });
  });
  const parent = execFileSync('ps', ['-o', 'ppid=', '-p', String(postmaster)], { encoding: 'utf8' });
  return { child, postmaster, supervisor: Number(parent) };
}

async function open(): Promise<Database> {
  const database = await openDatabase({ databaseUrl: null, dataDirectory: directory }, { mayJoin: false });
  opened.push(database);
  return new Database(database.target, { poolSize: 2 });
}

async function answers(database: Database, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (Date.now() < end) {
    const isThere = await database.read(noContext, one).then(
      () => true,
      () => false,
    );
    if (isThere) return true;
    await sleep(50);
  }
  return false;
}

describe('embedded PostgreSQL', { timeout: 60_000 }, () => {
  let ready: string;

  // Making a database takes ten times as long as copying one.
  beforeAll(async () => {
    ready = mkdtempSync(join(tmpdir(), 'depotwerk-test-'));
    const made = await openDatabase({ databaseUrl: null, dataDirectory: ready }, { mayJoin: false });
    await made.close();
  }, 60_000);
  beforeEach(() => {
    // With -a: the files of PostgreSQL keep their owner.
    execFileSync('cp', ['-a', `${ready}/.`, directory]);
  });
  afterAll(() => rmSync(ready, { recursive: true, force: true }));

  it('ends when the process that started it is killed; a copy of its folder starts, whoever owns it', async () => {
    const { child, postmaster } = await hold();
    await kill(child);
    expect(await waitUntil(() => !isAlive(postmaster), patience)).toBe(true);
    const cluster = join(directory, 'postgres');
    expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false);
    // Without -a: what root copies so belongs to root, as whom PostgreSQL does not run.
    execFileSync('cp', ['-r', cluster, `${cluster}.copy`]);
    rmSync(cluster, { recursive: true });
    renameSync(`${cluster}.copy`, cluster);
    const database = await open();
    expect(await database.read(noContext, one)).toEqual([{ one: 1 }]);
    await database.close();
  });

  it.runIf(process.platform === 'linux')(
    'ends when its supervisor is killed together with that process',
    async () => {
      const { child, postmaster, supervisor } = await hold();
      process.kill(supervisor, 'SIGKILL');
      await kill(child);
      expect(await waitUntil(() => !isAlive(postmaster), patience)).toBe(true);
    },
  );

  it('starts again at once after everything was killed, its own processes too', async () => {
    const { child, postmaster, supervisor } = await hold();
    process.kill(supervisor, 'SIGKILL');
    process.kill(postmaster, 'SIGKILL');
    await kill(child);
    const database = await open();
    expect(await database.read(noContext, one)).toEqual([{ one: 1 }]);
    await database.close();
  });

  it('is started again when it, or its supervisor, is killed alone', async () => {
    const database = await open();
    const readPostmaster = () =>
      Number(readFileSync(join(directory, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    const first = readPostmaster();
    const supervisor = Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(first)], { encoding: 'utf8' }));
    await database.read(noContext, one);
    process.kill(first, 'SIGKILL');
    await waitUntil(() => !isAlive(first), patience);
    const missed: unknown = await database.read(noContext, one).catch((error: unknown) => error);
    // Either it is back already, or the refusal is the one that callers know.
    expect(Array.isArray(missed) || missed instanceof DatabaseUnavailable).toBe(true);
    expect(await answers(database, patience)).toBe(true);
    process.kill(supervisor, 'SIGKILL');
    expect(await waitUntil(() => !isAlive(supervisor), patience)).toBe(true);
    expect(await answers(database, patience)).toBe(true);
    expect(readPostmaster()).not.toBe(first);
    await database.close();
  });

  it('leaves a folder alone that holds files and no database', async () => {
    const cluster = join(directory, 'postgres');
    rmSync(join(cluster, 'PG_VERSION'));
    await expect(open()).rejects.toThrow(/holds files but no database of PostgreSQL.*Nothing was changed/);
    expect(readdirSync(directory).filter((name) => name.startsWith('postgres.new'))).toEqual([]);
  });

  it('refuses a second instance and leaves the first alone', async () => {
    const database = await open();
    await expect(
      openDatabase({ databaseUrl: null, dataDirectory: directory }, { mayJoin: false }),
    ).rejects.toBeInstanceOf(DataDirectoryInUse);
    expect(await database.read(noContext, one)).toEqual([{ one: 1 }]);
    await database.close();
  });

  it('lets a tool work on the database of a running instance', async () => {
    const { child } = await hold();
    const joined = await openDatabase({ databaseUrl: null, dataDirectory: directory }, { mayJoin: true });
    const database = new Database(joined.target);
    expect(await database.read(noContext, one)).toEqual([{ one: 1 }]);
    await database.close();
    await joined.close();
    expect(child.exitCode).toBeNull();
  });

  it('is not stopped by the pid file of a dead server whose number a stranger has now', async () => {
    const first = await open();
    await first.close();
    await opened.splice(0)[0]?.close();
    const stale = `${process.pid}\n${join(directory, 'postgres')}\n0\n5432\n${join(directory, 'run')}\n\n0 0\nready\n`;
    writeFileSync(join(directory, 'postgres', 'postmaster.pid'), stale);
    const database = await open();
    expect(await database.read(noContext, one)).toEqual([{ one: 1 }]);
    await database.close();
  });
});

describe('the first start of the embedded PostgreSQL', () => {
  it('gets complete however often its first start is killed', async () => {
    for (let round = 0; round < 20; round += 1) {
      const child = startHolder();
      await sleep(60 + round * 70);
      await kill(child);
    }
    const database = await open();
    const [row] = await database.read<{ tables: number }>(noContext, {
      sql: "select count(*)::int as tables from pg_tables where schemaname = 'public'",
      parameters: [],
    });
    expect(row?.tables).toBeGreaterThan(50);
    await database.close();
  }, 120_000);
});

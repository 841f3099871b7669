/**
 * A process of its own between our server and PostgreSQL. It holds a pipe to the server: when that end
 * closes, however the server died, it stops PostgreSQL in an orderly way and ends. It starts PostgreSQL
 * again when that alone dies. Uses nothing but Node itself, to start fast and to keep little memory.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endOrphans } from './orphans.ts';
import { isAlive } from './processes.ts';
import type { SupervisorMessage, SupervisorSettings } from './supervisor-protocol.ts';

const stopWithinMs = 10_000;
const orphansWithinMs = 14_000;
const maximumLogBytes = 5_000_000;
/** PostgreSQL that ends this often without having been ready will not get ready by one more try. */
const maximumFutileStarts = 3;

// The server that started us wrote it.
const settings = JSON.parse(process.argv[2] ?? '') as SupervisorSettings;
const cluster = settings.clusterDirectory;

/** Changed by signals and by the end of the pipe while `run` works. */
const state = { isStopping: false };
let child: ChildProcess | undefined;
let logOffset = 0;

/**
 * Whether to go no further. A server killed right after it started us is noticed here before its pipe tells:
 * by then another one may work on the same folder.
 */
function mustEnd(): boolean {
  return state.isStopping || process.ppid !== settings.serverPid;
}

function tell(message: SupervisorMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

function openLog(): number {
  const size = statSync(settings.logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > maximumLogBytes) truncateSync(settings.logFile);
  logOffset = size > maximumLogBytes ? 0 : size;
  return openSync(settings.logFile, 'a', 0o600);
}

/** The last thing PostgreSQL or initdb said since the last start, for the one sentence of the operator. */
function lastWords(): string {
  const lines = readFileSync(settings.logFile).subarray(logOffset).toString('utf8').trim().split('\n');
  const telling = lines.filter((line) => /FATAL|PANIC|error/i.test(line)).at(-1) ?? lines.at(-1) ?? '';
  return telling.replace(/^.*?(FATAL|PANIC|error):\s*/i, '');
}

function launch(program: string, args: readonly string[]): ChildProcess {
  const [command = '', ...rest] = [...settings.runAs.prefix, program, ...args];
  const log = openLog();
  return spawn(command, rest, {
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', log, log],
    ...settings.runAs.switchTo,
  });
}

function ended(process: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    process.once('error', () => resolve(-1));
    process.once('exit', (code) => resolve(code ?? -1));
  });
}

/** initdb into a folder beside, then renamed: a cluster is there whole or not at all. */
async function createCluster(): Promise<void> {
  const parent = dirname(cluster);
  const prefix = `${basename(cluster)}.new-`;
  for (const entry of readdirSync(parent)) {
    if (!entry.startsWith(prefix)) continue;
    const maker = Number.parseInt(entry.slice(prefix.length), 10);
    if (!isAlive(maker)) rmSync(join(parent, entry), { recursive: true, force: true });
  }
  tell({ event: 'creating' });
  const fresh = join(parent, `${prefix}${process.pid}-${Date.now()}`);
  mkdirSync(fresh, { mode: 0o700 });
  if (settings.runAs.owner) chownSync(fresh, settings.runAs.owner.uid, settings.runAs.owner.gid);
  const initdb = launch(settings.initdb, [
    `--pgdata=${fresh}`,
    `--username=${settings.superuser}`,
    '--encoding=UTF8',
    '--data-checksums',
    ...(settings.tcp
      ? ['--auth-local=trust', '--auth-host=scram-sha-256', `--pwfile=${settings.tcp.passwordFile}`]
      : ['--auth=trust']),
    ...settings.initdbArguments,
  ]);
  child = initdb;
  const code = await ended(initdb);
  child = undefined;
  if (code !== 0 || mustEnd()) {
    rmSync(fresh, { recursive: true, force: true });
    if (mustEnd()) return;
    throw new Error(`the database could not be created: ${lastWords()}`);
  }
  renameSync(fresh, cluster);
}

/**
 * A copy that root made without keeping owners (`cp -r`) belongs to root, and PostgreSQL would refuse it: hands it
 * over. The folder itself comes last, so that an interrupted hand-over is begun again.
 */
function handOver(path: string, owner: { readonly uid: number; readonly gid: number }): void {
  if (lstatSync(path).isDirectory()) {
    for (const entry of readdirSync(path)) handOver(join(path, entry), owner);
  }
  lchownSync(path, owner.uid, owner.gid);
}

function prepareSocketDirectory(): void {
  const { socketDirectory, runAs } = settings;
  mkdirSync(socketDirectory, { recursive: true, mode: 0o700 });
  const owner = statSync(socketDirectory).uid;
  const allowed = [process.getuid?.() ?? owner, runAs.owner?.uid];
  if (!allowed.includes(owner)) throw new Error(`${socketDirectory} belongs to somebody else`);
  chmodSync(socketDirectory, 0o700);
  if (runAs.owner) chownSync(socketDirectory, runAs.owner.uid, runAs.owner.gid);
}

function startPostgres(): ChildProcess {
  const values: Record<string, string> = {
    listen_addresses: settings.tcp ? '127.0.0.1' : '',
    port: String(settings.tcp?.port ?? settings.port),
    unix_socket_directories: settings.socketDirectory,
    unix_socket_permissions: '0700',
    max_connections: '50',
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    random_page_cost: '1.1',
    log_min_messages: 'warning',
    // Details of a fault quote the row it met.
    log_error_verbosity: 'terse',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    ...settings.settings,
  };
  const options = Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return launch(settings.postgres, ['-D', cluster, ...options]);
}

/** PostgreSQL writes its state into the eighth line of its pid file. */
function isReady(pid: number): boolean {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'latin1').split('\n');
    return Number(lines[0]) === pid && (lines[7] ?? '').startsWith('ready');
  } catch {
    return false;
  }
}

async function run(): Promise<void> {
  if (mustEnd()) return;
  prepareSocketDirectory();
  const socketLock = join(settings.socketDirectory, `.s.PGSQL.${settings.port}.lock`);
  if (!existsSync(join(cluster, 'PG_VERSION'))) await createCluster();
  const { owner } = settings.runAs;
  if (owner && statSync(cluster).uid === 0) handOver(cluster, owner);
  for (let futile = 0; !mustEnd(); ) {
    const isFree = await endOrphans(cluster, socketLock, orphansWithinMs, () => tell({ event: 'waiting' }));
    if (!isFree) throw new Error('an older PostgreSQL on the same data does not end');
    if (mustEnd()) return;
    const postgres = startPostgres();
    child = postgres;
    const life = { isOver: false };
    const end = ended(postgres).then((code) => {
      life.isOver = true;
      return code;
    });
    while (!life.isOver && !isReady(postgres.pid ?? 0)) await sleep(10);
    if (!life.isOver) {
      futile = 0;
      tell({ event: 'ready', pid: postgres.pid ?? 0 });
    }
    await end;
    child = undefined;
    if (mustEnd()) return;
    tell({ event: 'lost' });
    futile += 1;
    if (futile >= maximumFutileStarts) throw new Error(lastWords() || 'PostgreSQL does not start');
    await sleep(100 * futile);
  }
}

/** SIGINT is PostgreSQL's fast shutdown: open transactions are rolled back, everything else is kept. */
async function stop(): Promise<void> {
  if (state.isStopping) return;
  state.isStopping = true;
  const running = child;
  if (!running) return;
  running.kill('SIGINT');
  await sleep(stopWithinMs, undefined, { ref: false });
  running.kill('SIGQUIT');
}

process.stdin.on('data', () => void stop());
process.stdin.on('end', () => void stop());
process.stdin.on('close', () => void stop());
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => void stop());
// The reader of our lines may be gone before us.
process.stdout.on('error', () => {});
process.stdin.on('error', () => {});

run().then(
  () => process.exit(0),
  (error: unknown) => {
    tell({ event: 'failed', message: error instanceof Error ? error.message : String(error) });
    process.exitCode = 1;
    process.stdin.destroy();
  },
);

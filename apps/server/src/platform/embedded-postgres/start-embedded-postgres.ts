import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type DatabaseTarget, embeddedOwner, withDatabase } from '../database/connection.ts';
import { OperatorError } from '../operator-error.ts';
import { findBinaries } from './binaries.ts';
import { chooseRunAs } from './run-as.ts';
import {
  parseSupervisorMessage,
  type SupervisorMessage,
  type SupervisorSettings,
} from './supervisor-protocol.ts';

/** What happens to the server while it runs, for the console and the log. */
export type EmbeddedEvent = 'creating' | 'waiting' | 'lost' | 'restarted';

export interface EmbeddedPostgres {
  readonly target: DatabaseTarget;
  /** Stops PostgreSQL in an orderly way and waits for its end. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly onEvent?: (event: EmbeddedEvent) => void;
  /** npm package with the binaries; tests run another version by its alias. */
  readonly packageName?: string;
  /** Port and password for connections over TCP; tests use them to play an outside server. */
  readonly tcp?: { readonly port: number; readonly password: string; readonly passwordFile: string };
  readonly initdbArguments?: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
}

/** Milliseconds before a supervisor that ended is replaced; doubled while that does not help. */
const shortestPause = 100;
const longestPause = 3200;
/** Part of the socket's file name only: nothing listens on this port. */
const socketPort = 5432;
/** Unix socket paths end at 107 bytes. */
const longestSocketDirectory = 107 - '/.s.PGSQL.5432.lock'.length;

/** The folder of the socket: in the data folder, or a short one with a name of its own where that is too long. */
export function socketDirectoryOf(dataDirectory: string): string {
  const inside = join(dataDirectory, 'run');
  if (Buffer.byteLength(inside) <= longestSocketDirectory) return inside;
  const hash = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16);
  return join(tmpdir(), `depotwerk-${hash}`);
}

/** How to reach the embedded server of a data folder while it runs. */
export function embeddedTarget(dataDirectory: string): DatabaseTarget {
  const directory = socketDirectoryOf(realpathSync(dataDirectory));
  return { kind: 'socket', directory, port: socketPort, database: 'postgres' };
}

/** Database of the application in the embedded server, beside the one every server has. */
export const applicationDatabase = 'depotwerk';

/** Where the application's data is, of a server that runs in a data folder. */
export const applicationTarget = (dataDirectory: string): DatabaseTarget =>
  withDatabase(embeddedTarget(dataDirectory), applicationDatabase);

function versionOf(clusterDirectory: string): string | undefined {
  try {
    return readFileSync(join(clusterDirectory, 'PG_VERSION'), 'utf8').trim();
  } catch {
    return undefined;
  }
}

function supervisorFile(): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return fileURLToPath(new URL(`./supervisor.${extension}`, import.meta.url));
}

/** One supervisor and its messages. `exited` resolves when it is gone. */
class Supervisor {
  readonly #process: ChildProcess;
  readonly exited: Promise<void>;

  constructor(settings: SupervisorSettings, onMessage: (message: SupervisorMessage) => void) {
    const args = ['--max-old-space-size=64', supervisorFile(), JSON.stringify(settings)];
    this.#process = spawn(process.execPath, args, {
      detached: true,
      cwd: '/',
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { PATH: process.env['PATH'] ?? '' },
    });
    this.exited = new Promise((resolve) => {
      this.#process.once('exit', () => resolve());
      this.#process.once('error', () => resolve());
    });
    this.#process.stdin?.on('error', () => {});
    if (this.#process.stdout) {
      createInterface({ input: this.#process.stdout }).on('line', (line) => {
        const message = parseSupervisorMessage(line);
        if (message) onMessage(message);
      });
    }
  }

  stop(): void {
    this.#process.stdin?.end();
  }
}

/**
 * Starts PostgreSQL on `dataDirectory` (which must exist and be locked by us) and keeps it running until
 * `stop` or until this process dies in whatever way. Throws `OperatorError` with the reason.
 */
export async function startEmbeddedPostgres(
  dataDirectory: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new OperatorError(
      'The embedded PostgreSQL needs Linux or macOS: run in WSL, or set DATABASE_URL to a PostgreSQL 15 or later.',
    );
  }
  const directory = realpathSync(dataDirectory);
  const clusterDirectory = join(directory, 'postgres');
  const binaries = findBinaries(options.packageName);
  const version = versionOf(clusterDirectory);
  if (version !== undefined && version !== '18' && options.packageName === undefined) {
    throw new OperatorError(
      `The data in ${clusterDirectory} was written by PostgreSQL ${version}, this release runs 18: move it with pg_dump or set DATA_DIR to another folder.`,
    );
  }
  if (version === undefined && existsSync(clusterDirectory) && readdirSync(clusterDirectory).length > 0) {
    throw new OperatorError(
      `${clusterDirectory} holds files but no database of PostgreSQL: move them away, put back what is missing from a backup, or set DATA_DIR to another folder. Nothing was changed.`,
    );
  }
  const settings: SupervisorSettings = {
    serverPid: process.pid,
    clusterDirectory,
    socketDirectory: socketDirectoryOf(directory),
    tcp: options.tcp,
    port: options.tcp?.port ?? socketPort,
    superuser: embeddedOwner,
    initdb: binaries.initdb,
    postgres: binaries.postgres,
    runAs: chooseRunAs(clusterDirectory, [directory, dirname(binaries.postgres)]),
    logFile: join(directory, 'postgres.log'),
    initdbArguments: options.initdbArguments ?? [
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ],
    settings: options.settings ?? {},
  };
  let isStopping = false;
  let supervisor: Supervisor | undefined;
  const ready = Promise.withResolvers<void>();
  let isFirst = true;
  let pause = shortestPause;

  const supervise = (): void => {
    const current = new Supervisor(settings, (message) => {
      if (message.event === 'failed') {
        isStopping = isFirst;
        ready.reject(
          new OperatorError(
            `The embedded PostgreSQL in ${clusterDirectory} cannot start: ${message.message}.`,
          ),
        );
      } else if (message.event === 'ready') {
        ready.resolve();
        pause = shortestPause;
        if (!isFirst) options.onEvent?.('restarted');
        isFirst = false;
      } else {
        options.onEvent?.(message.event);
      }
    });
    supervisor = current;
    void superviseAgain(current);
  };
  const superviseAgain = async (previous: Supervisor): Promise<void> => {
    await previous.exited;
    if (isStopping) {
      ready.reject(new OperatorError('The supervisor of the embedded PostgreSQL ended before it was ready.'));
      return;
    }
    options.onEvent?.('lost');
    await sleep(pause);
    pause = Math.min(longestPause, pause * 2);
    // Killed alone: the next one ends what it left behind and starts again.
    if (!isStopping) supervise();
  };
  supervise();
  const stop = async (): Promise<void> => {
    isStopping = true;
    supervisor?.stop();
    await supervisor?.exited;
  };
  await ready.promise;
  return { target: targetOf(directory, options), stop };
}

function targetOf(directory: string, options: EmbeddedOptions): DatabaseTarget {
  if (!options.tcp) return embeddedTarget(directory);
  const { port, password } = options.tcp;
  const user = `${embeddedOwner}:${encodeURIComponent(password)}`;
  return { kind: 'url', url: `postgres://${user}@127.0.0.1:${port}/postgres` };
}

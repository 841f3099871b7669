import { createServer as createProbe } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApplication } from './application.ts';
import { buildVersion } from './build-version.ts';
import { loadDemoWorld } from './demo-world.ts';
import { checkApplicationLogin } from './platform/application-login.ts';
import type { Config } from './platform/config.ts';
import { prepareDataDirectory } from './platform/data-directory.ts';
import type { DatabaseTarget } from './platform/database/connection.ts';
import { Database } from './platform/database/database.ts';
import { decideDemoMode, fillsEmptyDatabase } from './platform/demo-mode.ts';
import type { DocumentStore } from './platform/document-store/document-store.ts';
import { openDocumentStore } from './platform/document-store/open-document-store.ts';
import type { EmbeddedEvent } from './platform/embedded-postgres/start-embedded-postgres.ts';
import { noteKeys, readKeyState } from './platform/key-check.ts';
import { keyFileOf, loadKeys } from './platform/keys.ts';
import type { Log } from './platform/log.ts';
import { isLoopback } from './platform/loopback.ts';
import { createMetrics, watchEventLoop } from './platform/metrics.ts';
import { type OpenDatabase, openDatabase } from './platform/open-database.ts';
import { OperatorError } from './platform/operator-error.ts';
import { withStartLock } from './platform/start-lock.ts';
import type { ReceiverOptions } from './platform/telemetry/open-telemetry.ts';
import { createTelemetry, type Telemetry } from './platform/telemetry/telemetry.ts';
import { activationLink } from './platform/tokens/activation-token.ts';
import { ensureFirstAdministrator } from './tenants/first-administrator.ts';

export interface RunningServer {
  /** Where browsers find us, e.g. `http://127.0.0.1:8080`. */
  readonly address: string;
  /** Who may sign in to the demo; nobody where it is off. */
  readonly demoSignIns: readonly string[];
  /**
   * Not ready at once, after `graceMs` no new requests, those under way get ten seconds, then everything is
   * closed. Safe to call twice.
   */
  stop(graceMs: number): Promise<void>;
}

const drainMs = 10_000;
/** Background jobs write in short transactions; more would only wait for the processors. */
const jobConnections = 3;
/** Nobody waits at a screen for a job's next step: it takes its turn instead of failing. */
const jobConnectionTimeout = 60_000;

const eventTexts: Record<EmbeddedEvent, string> = {
  creating: 'Creating the database …',
  waiting: 'Waiting for the PostgreSQL of an earlier run to end …',
  lost: 'The embedded PostgreSQL is gone; starting it again …',
  restarted: 'The embedded PostgreSQL runs again.',
};

const formerDemo =
  'The data folder holds the demo world of an older release, which this one cannot read: it is filled anew, and what was tried out in it goes.';

/** Before anything slow is started: a clear word when the port cannot be ours. */
function checkPort(config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createProbe();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(portError(config, error)));
    probe.listen(config.port, config.host, () => probe.close(() => resolve()));
  });
}

function portError(config: Config, error: NodeJS.ErrnoException): OperatorError {
  const place = `${config.host}:${config.port}`;
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${config.port} on ${config.host} is taken: end the other program or set PORT to another one.`,
    EACCES: `This user may not listen on port ${config.port}: set PORT to one above 1023.`,
    EADDRNOTAVAIL: `HOST ${config.host} is no address of this machine.`,
    ENOTFOUND: `HOST ${config.host} is no known name.`,
  };
  return new OperatorError(reasons[error.code ?? ''] ?? `Listening on ${place} failed (${error.code}).`);
}

/** Fills the demo world and tells every tenth part. */
async function fillTellingProgress(target: DatabaseTarget, log: Log): Promise<void> {
  let shown = -1;
  const { fill } = await loadDemoWorld();
  await fill(target, (done) => {
    const tenths = Math.floor(done * 10);
    if (tenths > shown) log.say(`Filling the demo world … ${tenths * 10}%`);
    shown = Math.max(shown, tenths);
  });
}

/** Starts everything in order; what was started before a failure is closed again. Throws `OperatorError`. */
export async function runServer(config: Config, log: Log): Promise<RunningServer> {
  for (const doubt of config.doubts) log.say(doubt);
  await checkPort(config);
  const needsFolder = config.databaseUrl === null || config.keyFile === null;
  const dataDirectory = needsFolder ? prepareDataDirectory(config.dataDirectory) : config.dataDirectory;
  const opened = await openDatabase(
    { ...config, dataDirectory },
    {
      mayJoin: false,
      onEvent: (event) => log.say(eventTexts[event]),
      onMigration: (migration) => log.say(`Migration ${migration.version} (${migration.name}) …`),
      fill: async (target) => {
        if (fillsEmptyDatabase(config)) await fillTellingProgress(target, log);
      },
      ...(fillsEmptyDatabase(config) && { onFormerDemo: () => log.say(formerDemo) }),
    },
  );
  const eventLoopDelay = watchEventLoop();
  const pools: Database[] = [];
  const telemetry = await startTelemetry(config, log, {
    eventLoopDelay,
    waitingForDatabase: () => pools.reduce((sum, { waiting }) => sum + waiting, 0),
  });
  const { onRoundTrip } = telemetry;
  const { databaseReplicaUrl: replicaUrl } = config;
  const database = new Database(opened.target, {
    onRoundTrip,
    replica:
      replicaUrl === null
        ? null
        : {
            target: { kind: 'url', url: replicaUrl },
            onTrouble: (error) => log.warn({ err: error }, 'database.replicaUnused'),
          },
    onConnectionLost: (error) => log.warn({ err: error }, 'database.connectionLost'),
  });
  const jobDatabase = new Database(opened.target, {
    onRoundTrip,
    poolSize: jobConnections,
    connectionTimeout: jobConnectionTimeout,
    onConnectionLost: (error) => log.warn({ err: error }, 'database.connectionLost'),
  });
  pools.push(database, jobDatabase);
  const close = async (): Promise<void> => {
    await telemetry.close();
    await Promise.race([
      Promise.all([database.close(), jobDatabase.close()]),
      sleep(2000, undefined, { ref: false }),
    ]);
    await opened.close();
  };
  try {
    const doubt = await checkApplicationLogin(config, database);
    if (doubt !== null) log.say(doubt);
    const documentStore = await openDocumentStore(config.documentStore, database, log);
    const prepared = await withStartLock(opened.target, async () => {
      const state = await readKeyState(database);
      const keys = loadKeys(config.keyFile, dataDirectory, !state.isInUse);
      await noteKeys(database, state, keys, keyFileOf(config.keyFile, dataDirectory));
      const demo = await decideDemoMode(config, database);
      if (demo.mustFill) await fillTellingProgress(opened.target, log);
      return { keys, isDemo: demo.isOn };
    });
    return await listen(config, log, {
      database,
      jobDatabase,
      opened,
      telemetry,
      eventLoopDelay,
      documentStore,
      ...prepared,
      close,
    });
  } catch (error) {
    await close();
    throw error;
  }
}

/** Where a receiver is named it hears of everything; slow statements stand in the log in any case. */
async function startTelemetry(
  { telemetryEndpoint: endpoint, role, slowStatementMs }: Config,
  logger: Log,
  gauges: ReceiverOptions['gauges'],
): Promise<Telemetry> {
  if (endpoint === null) return createTelemetry({ logger, slowMs: slowStatementMs, observer: null });
  // Loaded only when asked for: a warm start does without.
  const { createOpenTelemetry } = await import('./platform/telemetry/open-telemetry.ts');
  const observer = await createOpenTelemetry({ endpoint, productVersion: buildVersion(), role, gauges });
  return createTelemetry({ logger, slowMs: slowStatementMs, observer });
}

interface Started {
  readonly database: Database;
  readonly jobDatabase: Database;
  readonly opened: OpenDatabase;
  readonly telemetry: Telemetry;
  readonly eventLoopDelay: () => number;
  readonly documentStore: DocumentStore | null;
  readonly keys: ReturnType<typeof loadKeys>;
  readonly isDemo: boolean;
  readonly close: () => Promise<void>;
}

async function listen(config: Config, log: Log, started: Started): Promise<RunningServer> {
  const { database, isDemo, eventLoopDelay } = started;
  const demoWorld = isDemo ? await loadDemoWorld() : null;
  let isReady = true;
  const application = await createApplication({
    config,
    database,
    target: started.opened.target,
    jobDatabase: started.jobDatabase,
    keys: started.keys,
    telemetry: started.telemetry,
    documentStore: started.documentStore,
    log,
    isDemo,
    furtherPages: demoWorld?.legalPages,
    clock: Date.now,
    operation: {
      isWorker: config.role === 'worker',
      isReady: () => isReady,
      pingDatabase: async () => {
        if (!(await database.ping())) throw new Error('the database does not answer');
      },
      waitingForDatabase: () => database.waiting,
      eventLoopDelay,
      metrics: await createMetrics(config.metricsToken, database, eventLoopDelay, {
        hasDocumentStore: started.documentStore !== null,
        embeddedIn: config.databaseUrl === null ? config.dataDirectory : null,
      }),
    },
  });
  const { http } = application;
  const address = await http.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    // Fastify passes on what the socket said.
    throw portError(config, error as NodeJS.ErrnoException);
  });
  await inviteFirstAdministrator(config, log, started, address);
  // A bank named by its address is somebody else's.
  const isOurs = config.bankPort > 0 && config.bankUrl === `http://127.0.0.1:${config.bankPort}`;
  const practiceBank =
    demoWorld && isOurs
      ? demoWorld.startPracticeBank({
          port: config.bankPort,
          dataDirectory: config.dataDirectory,
          say: (line) => log.say(line),
          onReady: (bankAddress) => demoWorld.seedPracticeBank(bankAddress, database),
        })
      : null;
  let stopping: Promise<void> | undefined;
  const stop = async (graceMs: number): Promise<void> => {
    isReady = false;
    await sleep(graceMs);
    const cut = setTimeout(() => http.server.closeAllConnections(), drainMs);
    await http.close();
    clearTimeout(cut);
    await application.settled();
    await practiceBank?.stop();
    await started.close();
  };
  return {
    address,
    demoSignIns: demoWorld?.signIns ?? [],
    stop: (graceMs) => {
      stopping ??= stop(graceMs);
      return stopping;
    },
  };
}

/** Without users nobody could sign in: the console, and only it, gets a token that works once. */
async function inviteFirstAdministrator(
  config: Config,
  log: Log,
  started: Started,
  address: string,
): Promise<void> {
  if (started.isDemo) return;
  const { database, opened } = started;
  const token = await withStartLock(opened.target, () =>
    ensureFirstAdministrator({ database, target: opened.target, clock: Date.now }),
  );
  if (token === null) return;
  const origin = config.publicOrigin ?? (isLoopback(config.host) ? address : '');
  log.say('There are no users yet. The first administrator is set up once, within 24 hours, at');
  log.say(`  ${activationLink(origin, token)}`);
}

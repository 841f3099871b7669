import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { auditRoutes } from './areas/audit/routes.ts';
import { authRoutes } from './areas/auth/routes.ts';
import { componentRoutes } from './areas/components/routes.ts';
import { elementRoutes } from './areas/contracts/elements/routes.ts';
import { contractRoutes } from './areas/contracts/routes.ts';
import { costModelRoutes } from './areas/cost-models/routes.ts';
import { customerRoutes } from './areas/customers/routes.ts';
import { createCreationLimit } from './areas/documents/creation-limit.ts';
import { createPdfPool } from './areas/documents/pdf/pdf-pool.ts';
import { documentRoutes } from './areas/documents/routes.ts';
import { draftRoutes } from './areas/drafts/routes.ts';
import { fundRoutes } from './areas/funds/routes.ts';
import { insurerRoutes } from './areas/insurers/routes.ts';
import { issuerRoutes } from './areas/issuers/routes.ts';
import { jobRoutes } from './areas/jobs/routes.ts';
import { createCheckJob } from './areas/optimization/check-job.ts';
import { readPlannedOptimization } from './areas/optimization/planned-optimization.view.ts';
import { optimizationRoutes } from './areas/optimization/routes.ts';
import { TariffData } from './areas/optimization/tariff-data.ts';
import { peergroupRoutes } from './areas/peergroups/routes.ts';
import { createImpactJob } from './areas/tariffs/impact/impact-job.ts';
import { tariffImpactRoutes } from './areas/tariffs/impact/routes.ts';
import { startPublishingPlanned } from './areas/tariffs/publish-planned.ts';
import { tariffRoutes } from './areas/tariffs/routes.ts';
import { traderCredentialRoutes } from './areas/traders/credentials/routes.ts';
import { traderDepotRoutes } from './areas/traders/depots/routes.ts';
import { createPositionFolders } from './areas/traders/gateway/file/position-folders.ts';
import { createTraderGateways } from './areas/traders/gateway/gateway-registry.ts';
import { traderOrderRoutes } from './areas/traders/orders/routes.ts';
import { remoteRefreshJob } from './areas/traders/refresh/remote-refresh-job.ts';
import type { TraderServices } from './areas/traders/trader-services.ts';
import { startTraderWork } from './areas/traders/trader-work.ts';
import { whiteLabelRoutes } from './areas/white-label/routes.ts';
import { createWhiteLabelReader } from './areas/white-label/white-label.view.ts';
import { createRefusalRecorder } from './platform/audit/record-refusal.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database/database.ts';
import { checkEveryAnswer, checkEveryNth } from './platform/http/answer-check.ts';
import { createServer } from './platform/http/create-server.ts';
import type { Operation } from './platform/http/operation.ts';
import type { JobHandler } from './platform/jobs/job-handler.ts';
import { createJobWorker } from './platform/jobs/job-worker.ts';
import type { Keys } from './platform/keys.ts';
import { CountCache } from './platform/lists/count-cache.ts';
import type { Log } from './platform/log.ts';
import { createSignInServices } from './platform/services.ts';
import { createAuthenticator } from './platform/sessions/authenticator.ts';
import { schedulePurge } from './platform/sessions/purge-sign-in.ts';
import { signInKeysOf } from './platform/sign-in-keys.ts';
import { noSmsProvider, outboxSmsProvider } from './platform/sms/sms-provider.ts';

interface Parts {
  readonly config: Config;
  readonly database: Database;
  /** Connections of background jobs: they never take those of requests. */
  readonly jobDatabase: Database;
  readonly keys: Keys;
  readonly log: Log;
  readonly operation: Operation;
  readonly isDemo: boolean;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

export interface Application {
  readonly http: FastifyInstance;
  /** Waits for work that answers did not wait for. */
  settled(): Promise<void>;
}

/** One answer in so many is compared with its schema where not every one is. */
const answerSample = 100;

/** Version of the release; sources and build lie equally deep below the package. */
function buildVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  // Our own package file.
  return (JSON.parse(text) as { version: string }).version;
}

/** Puts all areas together: every call of the contract bound to its handler, and the browser application. */
export async function createApplication(parts: Parts): Promise<Application> {
  const { config, database, keys, log, isDemo, clock } = parts;
  const services = createSignInServices({
    database,
    clock,
    keys: signInKeysOf(keys),
    settings: {
      isDemo,
      publicOrigin: config.publicOrigin ?? `http://${config.host}:${config.port}`,
      bankUrl: config.bankUrl,
    },
    logger: log,
    sms: isDemo ? outboxSmsProvider : noSmsProvider,
  });
  const tariffData = new TariffData(database);
  const traderServices: TraderServices = {
    ...services,
    gateways: createTraderGateways(config.bankUrl),
    outdatedReasons: async (context, contractId) =>
      (await readPlannedOptimization(services, tariffData, context, contractId)).outdatedReasons,
  };
  const counts = new CountCache(clock);
  const refreshServices = {
    ...traderServices,
    positionFolders: createPositionFolders(database, join(config.dataDirectory, 'positions')),
    forgetCounts: (tenantId: string) => counts.forget(tenantId),
  };
  // Every kind of background job of the product; each is claimed by any process that knows it.
  const jobHandlers: JobHandler[] = [
    createCheckJob(parts.jobDatabase, clock),
    createImpactJob(parts.jobDatabase, clock),
    remoteRefreshJob({ ...refreshServices, database: parts.jobDatabase }),
  ];
  const jobs = createJobWorker({ database: parts.jobDatabase, handlers: jobHandlers, logger: log });
  const pdf = createPdfPool({ logger: log });
  const documentServices = {
    ...services,
    pdf,
    whiteLabel: createWhiteLabelReader(services),
    limitCreation: createCreationLimit(clock),
    outdatedReasons: traderServices.outdatedReasons,
  };
  const http = await createServer({
    routes: [
      ...authRoutes(services),
      ...auditRoutes(services),
      ...whiteLabelRoutes(services),
      ...customerRoutes(services),
      ...contractRoutes(services, counts),
      ...documentRoutes(documentServices),
      ...draftRoutes(services),
      ...elementRoutes(services),
      ...componentRoutes(services),
      ...fundRoutes(services),
      ...optimizationRoutes(services, () => jobs.wake(), tariffData),
      ...tariffRoutes(services),
      ...insurerRoutes(services),
      ...issuerRoutes(services),
      ...costModelRoutes(services),
      ...peergroupRoutes(services),
      ...tariffImpactRoutes(services, () => jobs.wake()),
      ...jobRoutes(services),
      ...traderCredentialRoutes(traderServices),
      ...traderOrderRoutes(traderServices),
      ...traderDepotRoutes({ ...refreshServices, wakeJobs: () => jobs.wake() }),
    ],
    authenticator: createAuthenticator(services.accessTokens, services.sessions),
    answerCheck: config.checksEveryAnswer ? checkEveryAnswer : checkEveryNth(answerSample),
    operation: parts.operation,
    webApplication: {
      folder: fileURLToPath(new URL('../../web/dist', import.meta.url)),
      environment: {
        apiBaseUrl: '/api',
        translationId: config.translationId,
        isProduction: config.isProduction,
        mobileParentOrigins: [...config.parentOrigins],
        buildVersion: buildVersion(),
      },
      frameAncestors: config.parentOrigins,
    },
    publicOrigin: config.publicOrigin,
    isBehindTls: config.publicOrigin?.startsWith('https:') ?? false,
    trustedProxyHops: config.trustedProxyHops,
    onRefusal: createRefusalRecorder(services),
    logger: log,
    clock,
  });
  const purge = schedulePurge(services);
  const traderWork = startTraderWork(traderServices);
  const publishing = startPublishingPlanned(services);
  jobs.start();
  pdf.warm();
  return {
    http,
    settled: async () => {
      purge.stop();
      await traderWork.stop();
      await publishing.stop();
      await jobs.stop();
      pdf.stop();
      await services.background.settled();
    },
  };
}

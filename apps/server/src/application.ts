import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { createPerformanceJob } from './areas/analysis/tariff-performance/performance-job.ts';
import { verifyAuditJob, verifyAuditType } from './areas/audit/verify-audit-job.ts';
import { createBookJob } from './areas/contracts/book/book-job.ts';
import { createChangeJob } from './areas/contracts/bulk/change-job.ts';
import { createTakeBackJob } from './areas/contracts/bulk/take-back-job.ts';
import { customerJobs } from './areas/customers/bulk/customer-jobs.ts';
import { eraseExpiredJob, eraseExpiredType } from './areas/customers/privacy/erase-expired-job.ts';
import { createSumHoldingsJob, sumHoldingsType } from './areas/dashboard/sum-holdings-job.ts';
import { startDailyFigures } from './areas/funds/figures/daily-figures.ts';
import { createFigureJob } from './areas/funds/figures/figure-job.ts';
import { startNotifying } from './areas/notifications/follow-notifications.ts';
import { createPlanContractsJob } from './areas/optimization/bulk/plan-contracts-job.ts';
import {
  createCheckJob,
  lifeCycleJobType,
  lifeCycleSelection,
  riskIndicatorJobType,
  riskIndicatorSelection,
} from './areas/optimization/check-job.ts';
import { readCheckedNow } from './areas/optimization/checked-now.view.ts';
import { createContinuousJob, planContinuousType } from './areas/optimization/continuous/plan-job.ts';
import { createHandOverJob } from './areas/optimization/key-information/hand-over-job.ts';
import { readPlannedOptimization } from './areas/optimization/planned-optimization.view.ts';
import { readRecommendedAdvice } from './areas/optimization/recommended-advice.view.ts';
import { decisionJobs } from './areas/optimization/release/decision-jobs.ts';
import { createTargetMix } from './areas/optimization/target-mix.view.ts';
import { TariffData } from './areas/optimization/tariff-data.ts';
import { createInviteJob } from './areas/prospects/invite-many.ts';
import { createCreationLimit } from './areas/reports/creation-limit.ts';
import { createPdfPool } from './areas/reports/pdf/pdf-pool.ts';
import type { ReportServices } from './areas/reports/report-services.ts';
import { createLetterTurns, createReportTurns } from './areas/reports/report-turns.ts';
import { createYearEndJob } from './areas/reports/year-end/year-end-job.ts';
import { createImpactJob } from './areas/tariffs/impact/impact-job.ts';
import { startPublishingPlanned } from './areas/tariffs/publish-planned.ts';
import { createPositionFolders } from './areas/traders/gateway/file/position-folders.ts';
import { createTraderGateways } from './areas/traders/gateway/gateway-registry.ts';
import { remoteRefreshJob } from './areas/traders/refresh/remote-refresh-job.ts';
import type { TraderServices } from './areas/traders/trader-services.ts';
import { startTraderWork } from './areas/traders/trader-work.ts';
import { startWebhookDelivery } from './areas/webhooks/deliver-webhooks.ts';
import { createTermsPage } from './areas/white-label/terms-page.ts';
import {
  createFeatureReader,
  createHouseReaders,
  createPageReader,
} from './areas/white-label/white-label.view.ts';
import { startFollowingTasks } from './areas/workbench/follow-changes.ts';
import { createSweepJob, sweepTasksType } from './areas/workbench/sweep-job.ts';
import { buildVersion } from './build-version.ts';
import { createCustomerBanks } from './customer-banks.ts';
import type { DemoWorld } from './demo-world.ts';
import { createRefusalRecorder } from './platform/audit/record-refusal.ts';
import type { Config } from './platform/config.ts';
import type { DatabaseTarget } from './platform/database/connection.ts';
import type { Database } from './platform/database/database.ts';
import type { DocumentStore } from './platform/document-store/document-store.ts';
import { startMovingContents } from './platform/document-store/move-contents.ts';
import { answerSample, checkEveryAnswer, checkEveryNth } from './platform/http/answer-check.ts';
import { createServer } from './platform/http/create-server.ts';
import type { Operation } from './platform/http/operation.ts';
import { watchPeople } from './platform/http/watch-people.ts';
import { startDailyJobs } from './platform/jobs/daily-jobs.ts';
import { marketCheckJobType } from './platform/jobs/enqueue-market-check.ts';
import type { JobHandler } from './platform/jobs/job-handler.ts';
import { createJobWorker, type JobWorker } from './platform/jobs/job-worker.ts';
import type { Keys } from './platform/keys.ts';
import { CountCache } from './platform/lists/count-cache.ts';
import { startChangeListener } from './platform/live/change-listener.ts';
import { followWith } from './platform/live/follow-changes.ts';
import { LiveStreams, usualLimits } from './platform/live/live-streams.ts';
import type { Log } from './platform/log.ts';
import { startMailDelivery } from './platform/mail/deliver-mails.ts';
import { createCertificateReader } from './platform/measure-certificate.ts';
import { ownOrigin } from './platform/own-origin.ts';
import { createSignInServices, type SignInServices } from './platform/services.ts';
import { authenticatorOf } from './platform/sessions/authenticator.ts';
import { schedulePurge } from './platform/sessions/purge-sign-in.ts';
import { signInKeysOf } from './platform/sign-in-keys.ts';
import { startSmsDelivery } from './platform/sms/deliver-sms.ts';
import { createHttpSmsProvider } from './platform/sms/http-sms-provider.ts';
import { noSmsProvider, outboxSmsProvider } from './platform/sms/sms-provider.ts';
import type { Telemetry } from './platform/telemetry/telemetry.ts';
import { productRoutes } from './product-routes.ts';
import { createProspectServices } from './prospect-services.ts';

interface Parts {
  readonly config: Config;
  readonly database: Database;
  /** Where changes of all processes are heard. */
  readonly target: DatabaseTarget;
  /** Connections of background jobs: they never take those of requests. */
  readonly jobDatabase: Database;
  readonly keys: Keys;
  readonly log: Log;
  readonly operation: Operation;
  readonly telemetry: Telemetry;
  /** null = contents of documents stay in the database. */
  readonly documentStore: DocumentStore | null;
  readonly isDemo: boolean;
  /** Files beside the browser application, by path. */
  readonly furtherPages: DemoWorld['legalPages'] | undefined;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

export interface Application {
  readonly http: FastifyInstance;
  /** Waits for work that answers did not wait for. */
  settled(): Promise<void>;
}

/** Puts all areas together: every call of the contract bound to its handler, and the browser application. */
export async function createApplication(parts: Parts): Promise<Application> {
  const { config, database, keys, log, isDemo, clock } = parts;
  const services = createSignInServices({
    database,
    clock,
    quotas: config.quotas,
    documentStore: parts.documentStore,
    // The demo has two houses, and only who sits at its machine.
    privateMailHosts: config.privateMailHosts ?? (isDemo ? 'allowed' : null),
    privateSignInHosts: config.privateSignInHosts ?? (isDemo ? 'allowed' : null),
    privateSmsHosts: config.privateSmsHosts ?? (isDemo ? 'allowed' : null),
    privateWebhookHosts: config.privateWebhookHosts ?? (isDemo ? 'allowed' : null),
    keys: signInKeysOf(keys),
    settings: {
      isDemo,
      publicOrigin: ownOrigin(config),
      bankUrl: config.bankUrl,
      parentOrigins: config.parentOrigins,
    },
    logger: log,
    // The numbers of the demo may be somebody's.
    sms: isDemo ? outboxSmsProvider : config.sms ? createHttpSmsProvider(config.sms, true) : noSmsProvider,
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
  const pdf = createPdfPool({ logger: log });
  const people = watchPeople();
  const reportServices: ReportServices = {
    ...services,
    pdf,
    ...createHouseReaders(services),
    limitCreation: createCreationLimit(clock),
    reportTurns: createReportTurns(),
    outdatedReasons: traderServices.outdatedReasons,
    recommendedAdvice: (context, contractId) =>
      readRecommendedAdvice(services, tariffData, context, contractId),
    checkedNow: (scope, contractId, today) =>
      readCheckedNow(services, tariffData, scope, contractId, today, clock()),
    targetMix: createTargetMix(database, tariffData),
  };
  const forgetCounts = (tenantId: string) => counts.forget(tenantId);
  // Background work reads over connections of its own.
  const jobServices = { ...services, database: parts.jobDatabase };
  const jobTariffData = new TariffData(parts.jobDatabase);
  // Every kind of background job of the product; each is claimed by any process that knows it.
  const jobHandlers: JobHandler[] = [
    verifyAuditJob(parts.jobDatabase, {
      file: config.auditAnchorFile,
      mail: config.auditAnchorMail,
      keys: services.keys.keyEncryption,
    }),
    eraseExpiredJob(parts.jobDatabase),
    createCheckJob(parts.jobDatabase, clock),
    createCheckJob(parts.jobDatabase, clock, { jobType: lifeCycleJobType }),
    createCheckJob(parts.jobDatabase, clock, { jobType: riskIndicatorJobType }),
    createCheckJob(parts.jobDatabase, clock, { jobType: marketCheckJobType }),
    createContinuousJob(parts.jobDatabase, new TariffData(parts.jobDatabase), clock, forgetCounts),
    createPlanContractsJob(parts.jobDatabase, new TariffData(parts.jobDatabase), clock, forgetCounts),
    createHandOverJob(parts.jobDatabase, clock),
    ...decisionJobs(jobServices, new TariffData(parts.jobDatabase)),
    createImpactJob(parts.jobDatabase, clock),
    createPerformanceJob(parts.jobDatabase),
    createYearEndJob(createLetterTurns(people.arePeopleServed), {
      ...reportServices,
      database: parts.jobDatabase,
      recommendedAdvice: (context, contractId) =>
        readRecommendedAdvice(jobServices, jobTariffData, context, contractId),
      checkedNow: (scope, contractId, today) =>
        readCheckedNow(jobServices, jobTariffData, scope, contractId, today, clock()),
      targetMix: createTargetMix(parts.jobDatabase, jobTariffData),
    }),
    createBookJob(parts.jobDatabase),
    createChangeJob(parts.jobDatabase, clock, { forgetCounts }),
    createTakeBackJob(parts.jobDatabase, clock, { forgetCounts }),
    ...customerJobs(parts.jobDatabase, { forgetCounts }),
    createInviteJob(jobServices),
    remoteRefreshJob({ ...refreshServices, database: parts.jobDatabase }),
    createFigureJob(parts.jobDatabase, clock),
    createSumHoldingsJob(parts.jobDatabase, clock),
    createSweepJob(parts.jobDatabase, clock, forgetCounts),
  ];
  const jobs = createJobWorker({
    database: parts.jobDatabase,
    handlers: jobHandlers,
    logger: log,
    telemetry: parts.telemetry,
  });
  const streams = new LiveStreams(usualLimits, database.readPositions);
  const changes = startChangeListener(
    parts.target,
    followWith(streams, services.sessions, counts, (error) =>
      log.warn({ err: error }, 'live.connectionLost'),
    ),
  );
  const http = await createServer({
    routes: productRoutes({
      signIn: services,
      documents: reportServices,
      traders: refreshServices,
      prospects: createProspectServices(
        services,
        reportServices,
        tariffData,
        createCustomerBanks(config.bankUrl),
      ),
      tariffData,
      counts,
      streams,
      product: {
        productVersion: buildVersion(),
        startedAt: new Date(clock()).toISOString(),
        dataDirectory: config.dataDirectory,
        certificate: createCertificateReader(config.publicOrigin, clock),
      },
      // Where others work in the background, they find it within a second by themselves.
      wakeJobs: () => {
        if (config.role !== 'server') jobs.wake();
      },
    }),
    authenticator: authenticatorOf(services),
    answerCheck: config.checksEveryAnswer ? checkEveryAnswer : checkEveryNth(answerSample),
    operation: parts.operation,
    telemetry: parts.telemetry,
    readPositions: database.readPositions,
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
      ...createPageReader(services),
      files: parts.furtherPages,
      termsPage: createTermsPage(services),
    },
    publicOrigin: config.publicOrigin,
    isBehindTls: config.publicOrigin?.startsWith('https:') ?? false,
    trustedProxyHops: config.trustedProxyHops,
    onRefusal: createRefusalRecorder(services),
    logger: log,
    clock,
    quotas: config.quotas,
    offers: createFeatureReader(services),
  });
  people.watch(http.server);
  // Answers under way are waited for when the server closes; a stream would be waited for to its end.
  http.addHook('preClose', async () => streams.endAll());
  const stopBackground =
    config.role === 'server'
      ? async () => {}
      : startBackground(parts, { services, traderServices, counts, jobs });
  if (config.role !== 'worker') pdf.warm();
  return {
    http,
    settled: async () => {
      await changes.stop();
      await stopBackground();
      pdf.stop();
      await services.background.settled();
    },
  };
}

interface Shared {
  readonly services: SignInServices;
  readonly traderServices: TraderServices;
  readonly counts: CountCache;
  readonly jobs: JobWorker;
}

/** All that goes on without anybody asking; every process that does it shares it with the others. The answer ends it. */
function startBackground(
  { database, jobDatabase, documentStore, clock, log }: Parts,
  { services, traderServices, counts, jobs }: Shared,
): () => Promise<void> {
  const purge = schedulePurge(services);
  const traderWork = startTraderWork(traderServices);
  const publishing = startPublishingPlanned(services);
  const followedTasks = startFollowingTasks({
    database: jobDatabase,
    clock,
    forgetCounts: (tenantId) => counts.forget(tenantId),
    logger: log,
  });
  const notifying = startNotifying({ ...services, database: jobDatabase });
  const webhookDelivery = startWebhookDelivery({ ...services, database: jobDatabase });
  const mailDelivery = startMailDelivery({ ...services, database: jobDatabase });
  const smsDelivery = startSmsDelivery({ ...services, database: jobDatabase });
  const movingContents =
    documentStore && startMovingContents({ database: jobDatabase, documentStore, logger: log });
  const dailyFigures = startDailyFigures({ database, clock });
  jobs.start();
  const daily = startDailyJobs(
    jobDatabase,
    [
      { jobType: verifyAuditType, payload: {} },
      { jobType: eraseExpiredType, payload: {} },
      { jobType: lifeCycleJobType, payload: lifeCycleSelection },
      { jobType: riskIndicatorJobType, payload: riskIndicatorSelection },
      { jobType: planContinuousType, payload: {} },
      { jobType: sweepTasksType, payload: {} },
      { jobType: sumHoldingsType, payload: {} },
    ],
    log,
  );
  return async () => {
    purge.stop();
    await traderWork.stop();
    await publishing.stop();
    await followedTasks.stop();
    await daily.stop();
    await notifying.stop();
    await webhookDelivery.stop();
    await mailDelivery.stop();
    await smsDelivery.stop();
    await movingContents?.stop();
    await dailyFigures.stop();
    await jobs.stop();
  };
}

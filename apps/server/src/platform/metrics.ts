import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Database } from './database/database.ts';
import { measureDocumentStore } from './document-store/measure-document-store.ts';
import type { Metrics } from './http/operation.ts';
import { measureDisk, measureLastBackup, measureOutboxes } from './measure-operation.ts';

const sampleMs = 250;
const resolutionMs = 20;

/**
 * Delay of the event loop that lasts, in milliseconds: the lower of its means over the last two quarters of a second. A
 * single pause (collected garbage, a machine that gave others the turn) is over when it is measured, and no reason to
 * refuse whatever comes next.
 */
export class LastingDelay {
  #before = 0;
  #last = 0;

  /**
   * Takes the mean time between two turns of the loop, in nanoseconds. NaN says that nothing was measured since: the loop
   * was held until a moment ago, and its lateness is measured right after this.
   */
  take(mean: number): void {
    if (!Number.isFinite(mean)) return;
    this.#before = this.#last;
    this.#last = Math.max(0, mean / 1e6 - resolutionMs);
  }

  get milliseconds(): number {
    return Math.min(this.#before, this.#last);
  }
}

/** Watches the event loop of the process; answers how late it stays. */
export function watchEventLoop(): () => number {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  const delay = new LastingDelay();
  setInterval(() => {
    const { mean } = histogram;
    delay.take(mean);
    if (Number.isFinite(mean)) histogram.reset();
  }, sampleMs).unref();
  return () => delay.milliseconds;
}

/** What is measured beside the process itself. */
interface Surroundings {
  readonly hasDocumentStore: boolean;
  /** Folder of the embedded database, which only the product's own command backs up; null with an outside one. */
  readonly embeddedIn: string | null;
}

/** Prometheus text of the process and its database connections; null without a token, nothing is counted then. */
export async function createMetrics(
  token: string | null,
  database: Database,
  eventLoopDelay: () => number,
  { hasDocumentStore, embeddedIn }: Surroundings,
): Promise<Metrics | null> {
  if (token === null) return null;
  const { collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const waiting = new Gauge({
    name: 'depotwerk_database_waiting',
    help: 'Requests waiting for a database connection',
    registers: [registry],
  });
  const requests = new Histogram({
    name: 'depotwerk_request_seconds',
    help: 'Seconds until a request was answered, by call and class of status',
    labelNames: ['call', 'status'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
    registers: [registry],
  });
  const eventLoop = new Gauge({
    name: 'depotwerk_event_loop_delay_seconds',
    help: 'Mean delay of the event loop in the last quarter of a second; above 0.2 requests are shed',
    registers: [registry],
  });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const oldestJob = gauge(
    'depotwerk_job_oldest_waiting_seconds',
    'Seconds the oldest due job has been waiting',
  );
  const openJobs = gauge('depotwerk_jobs_open', 'Jobs waiting or at work');
  const deadJobs = gauge('depotwerk_jobs_dead', 'Jobs given up after all attempts');
  const measures = [
    ...(database.replicaCounts ? [replicaGauges(gauge, database)] : []),
    outboxGauges(gauge, database),
    ...(hasDocumentStore ? [documentStoreGauges(gauge, database)] : []),
    ...(embeddedIn === null ? [] : [embeddedGauges(gauge, database, embeddedIn)]),
  ];
  const render = async (): Promise<string> => {
    waiting.set(database.waiting);
    eventLoop.set(eventLoopDelay() / 1000);
    // Without a database the rest is still told; what is not known is no number, for a 0 would end an alert.
    const [jobs] = await database
      .read<{ oldest: number; open: number; dead: number }>(
        { tenantId: null, userId: null },
        {
          sql: 'select oldest_waiting_seconds as oldest, open_jobs as open, dead_jobs as dead from measure_jobs()',
          parameters: [],
        },
      )
      .catch(() => []);
    oldestJob.set(jobs?.oldest ?? Number.NaN);
    openJobs.set(jobs?.open ?? Number.NaN);
    deadJobs.set(jobs?.dead ?? Number.NaN);
    for (const measure of measures) await measure();
    return registry.metrics();
  };
  const observe = (call: string, status: number, seconds: number): void => {
    requests.observe({ call, status: status === 503 ? '503' : `${Math.floor(status / 100)}xx` }, seconds);
  };
  return { token, render, observe };
}

interface SettableGauge {
  set(value: number): void;
}

/** Who answered reads that may lag; counted only where there is a replica, else all would look fallen back. */
function replicaGauges(
  gauge: (name: string, help: string) => SettableGauge,
  database: Database,
): () => Promise<void> {
  const replica = gauge(
    'depotwerk_reads_replica',
    'Reads that may lag, answered by a replica since the start',
  );
  const primary = gauge(
    'depotwerk_reads_primary',
    'Reads that may lag, asked of the primary at once since the start: without a position, or no replica to be had',
  );
  const fallenBack = gauge(
    'depotwerk_reads_fallen_back',
    'Reads that may lag, asked of a replica that was behind or did not answer, then of the primary, since the start',
  );
  return async () => {
    replica.set(database.replicaCounts?.replica ?? Number.NaN);
    primary.set(database.replicaCounts?.primary ?? Number.NaN);
    fallenBack.set(database.replicaCounts?.fallenBack ?? Number.NaN);
  };
}

/** What waits between database and document store; counted only where there is one, else every document would wait. */
function documentStoreGauges(
  gauge: (name: string, help: string) => SettableGauge,
  database: Database,
): () => Promise<void> {
  const waiting = gauge(
    'depotwerk_documents_waiting',
    'Contents of documents that wait to leave the database',
  );
  const oldest = gauge(
    'depotwerk_documents_oldest_waiting_seconds',
    'Age of the oldest content that waits to leave the database',
  );
  const deleting = gauge('depotwerk_documents_deleting', 'Objects of deleted documents still in the store');
  const failing = gauge('depotwerk_documents_failing', 'Objects whose last attempt in the store failed');
  return async () => {
    const measured = await measureDocumentStore(database).catch(() => null);
    waiting.set(measured?.waiting ?? Number.NaN);
    oldest.set(measured?.oldestWaitingSeconds ?? Number.NaN);
    deleting.set(measured?.deleting ?? Number.NaN);
    failing.set(measured?.failing ?? Number.NaN);
  };
}

/** What waits for mail servers and other systems. */
function outboxGauges(
  gauge: (name: string, help: string) => SettableGauge,
  database: Database,
): () => Promise<void> {
  const mails = gauge('depotwerk_mails_oldest_waiting_seconds', 'Seconds the oldest mail has been waiting');
  const failedMails = gauge('depotwerk_mails_failed', 'Mails that were not delivered');
  const failedSms = gauge('depotwerk_sms_failed', 'SMS that were not delivered');
  const webhooks = gauge(
    'depotwerk_webhooks_oldest_waiting_seconds',
    'Seconds the oldest message to a system has been waiting',
  );
  return async () => {
    const measured = await measureOutboxes(database).catch(() => null);
    mails.set(measured?.mailsOldestWaitingSeconds ?? Number.NaN);
    failedMails.set(measured?.mailsFailed ?? Number.NaN);
    failedSms.set(measured?.smsFailed ?? Number.NaN);
    webhooks.set(measured?.webhooksOldestWaitingSeconds ?? Number.NaN);
  };
}

/** Disk and backup of an embedded database; an outside one has an operator's own means for both. */
function embeddedGauges(
  gauge: (name: string, help: string) => SettableGauge,
  database: Database,
  folder: string,
): () => Promise<void> {
  const free = gauge('depotwerk_disk_free_bytes', 'Free space on the disk of the embedded database');
  const total = gauge('depotwerk_disk_bytes', 'Size of the disk of the embedded database');
  const backup = gauge(
    'depotwerk_last_backup_timestamp_seconds',
    'When the embedded database was backed up last; 0 = never',
  );
  return async () => {
    const disk = await measureDisk(folder);
    free.set(disk?.freeBytes ?? Number.NaN);
    total.set(disk?.totalBytes ?? Number.NaN);
    const madeAt = await measureLastBackup(database).catch(() => Number.NaN);
    backup.set(madeAt ?? 0);
  };
}

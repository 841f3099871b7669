import type { OperationState } from '@depotwerk/api/operation/operation';
import type { DocumentStore } from '../../platform/document-store/document-store.ts';
import { StoreFault } from '../../platform/document-store/store-fault.ts';
import { clientSecretPlace } from '../../platform/identity-provider/client-secret-place.ts';
import { mailPasswordPlace } from '../../platform/mail/mail-settings.ts';
import type { CertificateReader } from '../../platform/measure-certificate.ts';
import { measureDisk } from '../../platform/measure-operation.ts';
import type { Scope } from '../../platform/scope.ts';
import { tryOpen } from '../../platform/secrets/envelope.ts';
import type { ReadServices, Services, SignInServices } from '../../platform/services.ts';
import { smsSecretPlace } from '../../platform/sms/sms-settings.ts';

/** What the process knows of itself. */
export interface RunningProduct {
  readonly productVersion: string;
  /** ISO instant. */
  readonly startedAt: string;
  readonly dataDirectory: string;
  readonly certificate: CertificateReader;
}

interface DatabaseRow {
  readonly serverVersion: string;
  readonly schemaVersion: number;
  readonly sizeBytes: string;
  readonly startedAt: string;
  readonly backupAt: string | null;
  readonly backupBytes: string | null;
}

interface ArchiveRow {
  readonly archives: boolean;
  readonly archivedAt: string | null;
  readonly failedAt: string | null;
}

type Queues = OperationState['queues'];
type StoreState = NonNullable<OperationState['documentStore']>;
type WaitingContents = Pick<StoreState, 'waiting' | 'oldestWaitingAt'>;
type MovingContents = Omit<StoreState, 'problem' | 'waiting' | 'oldestWaitingAt'>;

/** How the product is, and what waits in the caller's house. */
export async function readOperationState(
  services: ReadServices & Pick<Services, 'documentStore'> & Pick<SignInServices, 'keys'>,
  scope: Scope,
  { productVersion, startedAt, dataDirectory, certificate }: RunningProduct,
): Promise<OperationState> {
  const { database, documentStore } = services;
  const [[measured], [queues], [archive]] = await database.readMany<[DatabaseRow, Queues, ArchiveRow]>(
    scope,
    [
      {
        sql: `select server_version as "serverVersion", schema_version as "schemaVersion", size_bytes::text as "sizeBytes",
          started_at as "startedAt", last_backup_at as "backupAt", last_backup_bytes::text as "backupBytes"
        from measure_database()`,
        parameters: [],
      },
      {
        sql: `select count(*) filter (where j.state in ('queued', 'running', 'failed', 'split'))::int as "openJobs",
          count(*) filter (where j.state = 'dead')::int as "deadJobs",
          floor(extract(epoch from now() - due_work_since()))::int as "oldestJobSeconds",
          (select count(*)::int from mail_outbox m where m.tenant_id = app_tenant_id() and m.state in ('queued', 'sending')) as "waitingMails",
          (select floor(extract(epoch from now() - min(m.created_at)))::int from mail_outbox m
            where m.tenant_id = app_tenant_id() and m.state in ('queued', 'sending')) as "oldestMailSeconds",
          (select count(*)::int from mail_outbox m where m.tenant_id = app_tenant_id() and m.state in ('failed', 'unclear')) as "failedMails",
          (select count(*)::int from sms_outbox s where s.tenant_id = app_tenant_id() and s.state = 'queued') as "waitingSms",
          (select count(*)::int from sms_outbox s where s.tenant_id = app_tenant_id() and s.state = 'failed') as "failedSms",
          w.waiting as "waitingWebhooks", floor(extract(epoch from now() - w.since))::int as "oldestWebhookSeconds"
        from (select count(*)::int as waiting, min(d.created_at) as since
            from webhooks w join webhook_deliveries d on d.tenant_id = w.tenant_id and d.webhook_id = w.id
            where w.tenant_id = app_tenant_id() and not w.is_inactive and d.state in ('queued', 'sending')) w
          left join jobs j on j.tenant_id = app_tenant_id()
        group by w.waiting, w.since`,
        parameters: [],
      },
      {
        sql: `select current_setting('archive_mode') <> 'off' as archives, last_archived_time as "archivedAt",
          last_failed_time as "failedAt" from pg_stat_archiver`,
        parameters: [],
      },
    ],
  );
  if (!measured || !queues || !archive) throw new Error('the database measures nothing');
  const { backupAt, backupBytes } = measured;
  return {
    productVersion,
    startedAt,
    database: {
      serverVersion: measured.serverVersion,
      schemaVersion: measured.schemaVersion,
      sizeBytes: Number(measured.sizeBytes),
      startedAt: measured.startedAt,
    },
    disk: await measureDisk(dataDirectory),
    lastBackup: backupAt === null ? null : { madeAt: backupAt, bytes: Number(backupBytes ?? 0) },
    archive: archive.archives ? { archivedAt: archive.archivedAt, failedAt: archive.failedAt } : null,
    certificate: await certificate(),
    queues,
    closedSecrets: await closedSecretsOf(services, scope),
    documentStore: documentStore ? await storeStateOf(database, scope, documentStore) : null,
  };
}

interface SealedRow {
  readonly owner: 'mail' | 'sms' | 'provider';
  readonly id: string;
  readonly envelope: unknown;
}

const placeOf = { mail: mailPasswordPlace, sms: smsSecretPlace, provider: clientSecretPlace } as const;

/** Whether the house's secrets open, told before something has waited for them. They stay in this function. */
async function closedSecretsOf(
  { database, keys }: ReadServices & Pick<SignInServices, 'keys'>,
  scope: Scope,
): Promise<NonNullable<OperationState['closedSecrets']>> {
  const rows = await database.read<SealedRow>(scope, {
    sql: `select 'mail' as owner, id::text as id, password_envelope as envelope from mail_settings
        where tenant_id = app_tenant_id() and password_envelope is not null
      union all select 'sms', id::text, secret_envelope from sms_settings where tenant_id = app_tenant_id()
      union all select 'provider', id::text, client_secret_envelope from identity_providers
        where tenant_id = app_tenant_id() and is_active and client_secret_envelope is not null`,
    parameters: [],
  });
  const closed = rows.filter(
    ({ owner, id, envelope }) => tryOpen(keys.keyEncryption, placeOf[owner](id), envelope) === null,
  );
  const isClosed = (asked: SealedRow['owner']) => closed.some(({ owner }) => owner === asked);
  return { mail: isClosed('mail'), sms: isClosed('sms'), provider: isClosed('provider') };
}

/** Nobody waits in front of the page for a store that is away. */
const checkMs = 2000;

/** Whether the store answers, and what of the house is on its way there. */
async function storeStateOf(
  database: ReadServices['database'],
  scope: Scope,
  { objects }: DocumentStore,
): Promise<StoreState> {
  const problem = objects.check(checkMs).then(
    () => null,
    (error: unknown) => {
      if (error instanceof StoreFault) return error.problem;
      throw error;
    },
  );
  const [[waiting], [moving]] = await database.readMany<[WaitingContents, MovingContents]>(scope, [
    {
      sql: `select count(*)::int as waiting, min(d.created_at) as "oldestWaitingAt" from documents d
        where d.tenant_id = app_tenant_id() and d.content is not null`,
      parameters: [],
    },
    {
      sql: `select count(*) filter (where s.state = 'deleting')::int as deleting,
          count(*) filter (where s.last_problem is not null)::int as failing,
          (array_agg(s.last_problem order by s.failed_at desc) filter (where s.last_problem is not null))[1] as "lastProblem",
          max(s.failed_at) as "lastFailureAt"
        from stored_contents s where s.tenant_id = app_tenant_id() and s.due_at is not null`,
      parameters: [],
    },
  ]);
  if (!waiting || !moving) throw new Error('the database measures nothing');
  return { problem: await problem, ...waiting, ...moving };
}

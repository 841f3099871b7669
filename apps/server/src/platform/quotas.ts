import { sql, type Transaction } from 'kysely';
import type { Database } from './database/database.ts';
import type { Schema } from './database/schema.ts';
import { AppError } from './http/app-error.ts';
import type { Scope } from './scope.ts';

/** How much may be kept, so that no account fills the disk of all; operators change them with `QUOTAS`. */
export const defaultQuotas = {
  draftsPerUser: 200,
  draftMegabytesPerUser: 100,
  draftsPerTenant: 20_000,
  documentsPerCustomer: 2_000,
  documentMegabytesPerCustomer: 2_000,
  /** Within 24 hours, reports included. */
  documentsPerUserAndDay: 2_000,
  documentMegabytesPerUserAndDay: 2_000,
  documentsPerTenant: 2_000_000,
  documentMegabytesPerTenant: 500_000,
  publicReportsPerUser: 500,
  /** First answers kept for repeated keys, each for seven days. */
  keptAnswersPerUser: 100_000,
  keptAnswerMegabytesPerUser: 500,
  /** Files of business, funds and prices within 24 hours. */
  importsPerUserAndDay: 200,
  /** Work over many objects, each with the ids it is about, kept for 30 days. */
  jobsPerUserAndDay: 2_000,
  /** Uploaded books until they are taken over. */
  importMegabytesPerTenant: 2_000,
  importLinesPerTenant: 20_000_000,
  appearancesPerTenant: 20,
  termsVersionsPerTenant: 500,
  questionnairesPerTenant: 200,
  savedViewsPerUser: 50,
  favouritesPerUser: 50,
  notesPerCustomer: 2_000,
  webhooksPerTenant: 20,
  /** Each may be a mail under the house's name, with words of its author. */
  invitationsPerUserAndDay: 500,
};
export type Quotas = Readonly<typeof defaultQuotas>;

/** The services, as far as limits need them; absent = the defaults. */
export interface Limited {
  readonly quotas?: Quotas;
}
export type QuotaName = keyof Quotas;

const megabyte = 1024 * 1024;
/** Ids of rows are counted with 32 bits in places; nobody means more. */
const largest = 2_000_000_000;

const isQuotaName = (name: string): name is QuotaName => Object.hasOwn(defaultQuotas, name);

/** Reads `draftsPerUser=50,documentsPerCustomer=500`; what is not named keeps its default. undefined = malformed. */
export function parseQuotas(text: string): Quotas | undefined {
  const quotas = { ...defaultQuotas };
  for (const part of text.split(',')) {
    const [, name = '', value = ''] = /^\s*([A-Za-z]+)\s*=\s*(\d{1,10})\s*$/.exec(part) ?? [];
    if (!isQuotaName(name) || Number(value) > largest) return undefined;
    quotas[name] = Number(value);
  }
  return quotas;
}

/** One thing that is counted: rows or bytes there are, what comes to it, and the limit's name. */
export interface Counted {
  readonly name: QuotaName;
  readonly present: number;
  readonly added: number;
}

/** @throws 409 with a sentence that says which limit is reached and what to do */
export function refuseAboveQuota(services: Limited, counted: readonly Counted[]): void {
  const quotas = services.quotas ?? defaultQuotas;
  for (const { name, present, added } of counted) {
    const limit = quotas[name] * (name.includes('Megabytes') ? megabyte : 1);
    if (present + added > limit)
      throw new AppError('common.quotaExceeded', { reason: reasons[name](quotas) });
  }
}

const most = (value: number) => new Intl.NumberFormat('de-DE').format(value);
const ask = 'Bitte wenden Sie sich an Ihre Administration, wenn mehr gebraucht wird.';
const take =
  'Bitte schließen Sie offene Übernahmen ab; was nie übernommen wurde, wird nach 30 Tagen gelöscht.';
const discard = 'Bitte verwerfen Sie Entwürfe, die nicht mehr gebraucht werden.';

const reasons: Readonly<Record<QuotaName, (quotas: Quotas) => string>> = {
  draftsPerUser: (q) => `Sie haben bereits ${most(q.draftsPerUser)} Entwürfe. ${discard}`,
  draftMegabytesPerUser: (q) =>
    `Ihre Entwürfe belegen mehr als ${most(q.draftMegabytesPerUser)} MB. ${discard}`,
  draftsPerTenant: (q) => `Im Haus gibt es bereits ${most(q.draftsPerTenant)} Entwürfe. ${discard}`,
  documentsPerCustomer: (q) =>
    `Für diesen Kunden sind bereits ${most(q.documentsPerCustomer)} Dokumente abgelegt. ${ask}`,
  documentMegabytesPerCustomer: (q) =>
    `Die Dokumente dieses Kunden würden mehr als ${most(q.documentMegabytesPerCustomer)} MB belegen. ${ask}`,
  documentsPerUserAndDay: (q) =>
    `Sie haben in den letzten 24 Stunden ${most(q.documentsPerUserAndDay)} Dokumente abgelegt oder erstellt. Bitte versuchen Sie es morgen wieder.`,
  documentMegabytesPerUserAndDay: (q) =>
    `Ihre Dokumente der letzten 24 Stunden würden mehr als ${most(q.documentMegabytesPerUserAndDay)} MB belegen. Bitte versuchen Sie es morgen wieder.`,
  documentsPerTenant: (q) => `Im Haus sind bereits ${most(q.documentsPerTenant)} Dokumente abgelegt. ${ask}`,
  documentMegabytesPerTenant: (q) =>
    `Die Dokumente des Hauses würden mehr als ${most(q.documentMegabytesPerTenant)} MB belegen. ${ask}`,
  publicReportsPerUser: (q) =>
    `Sie haben bereits ${most(q.publicReportsPerUser)} öffentliche Berichte geteilt. Der älteste läuft spätestens nach 30 Tagen ab.`,
  keptAnswersPerUser: (q) =>
    `Mit diesem Zugang wurden in sieben Tagen mehr als ${most(q.keptAnswersPerUser)} Änderungen gemacht. ${ask}`,
  keptAnswerMegabytesPerUser: (q) =>
    `Die Änderungen dieses Zugangs in sieben Tagen belegen mehr als ${most(q.keptAnswerMegabytesPerUser)} MB. ${ask}`,
  importsPerUserAndDay: (q) =>
    `Sie haben in den letzten 24 Stunden ${most(q.importsPerUserAndDay)} Dateien eingelesen. Bitte versuchen Sie es morgen wieder.`,
  jobsPerUserAndDay: (q) =>
    `Sie haben in den letzten 24 Stunden ${most(q.jobsPerUserAndDay)} Hintergrundarbeiten gestartet. Bitte versuchen Sie es morgen wieder.`,
  importMegabytesPerTenant: (q) =>
    `Hochgeladene Bestandsdateien des Hauses würden mehr als ${most(q.importMegabytesPerTenant)} MB belegen. ${take}`,
  importLinesPerTenant: (q) =>
    `Bestandsübernahmen des Hauses umfassen bereits ${most(q.importLinesPerTenant)} Zeilen. ${ask}`,
  termsVersionsPerTenant: (q) =>
    `Es gibt bereits ${most(q.termsVersionsPerTenant)} Fassungen von Nutzungsbedingungen. ${ask}`,
  appearancesPerTenant: (q) =>
    `Es gibt bereits ${most(q.appearancesPerTenant)} Erscheinungsbilder. Bitte löschen Sie eines, das nicht mehr gebraucht wird.`,
  questionnairesPerTenant: (q) =>
    `Es gibt bereits ${most(q.questionnairesPerTenant)} Fragebögen. Bitte löschen Sie einen Entwurf, der nicht mehr gebraucht wird.`,
  webhooksPerTenant: (q) =>
    `Ihr Haus hat bereits ${most(q.webhooksPerTenant)} Webhooks. Bitte löschen Sie einen, der nicht mehr gebraucht wird.`,
  notesPerCustomer: (q) =>
    `Zu diesem Kunden gibt es bereits ${most(q.notesPerCustomer)} Notizen. Bitte löschen Sie welche, die nicht mehr gebraucht werden.`,
  favouritesPerUser: (q) =>
    `Sie haben bereits ${most(q.favouritesPerUser)} Favoriten. Bitte nehmen Sie einen heraus, den Sie nicht mehr brauchen.`,
  savedViewsPerUser: (q) =>
    `Sie haben bereits ${most(q.savedViewsPerUser)} Ansichten gespeichert. Bitte löschen Sie eine, die nicht mehr gebraucht wird.`,
  invitationsPerUserAndDay: (q) =>
    `Sie haben in den letzten 24 Stunden ${most(q.invitationsPerUserAndDay)} Personen eingeladen. Bitte versuchen Sie es morgen wieder.`,
};

/** Refuses one more uploaded import above what its author's day or the tenant may have. @throws 409 */
export async function checkImportQuotas(
  services: Limited & { readonly database: Database },
  scope: Scope,
  file: { readonly bytes: number; readonly at: Date },
): Promise<void> {
  const dayBefore = new Date(file.at.getTime() - 24 * 60 * 60_000).toISOString();
  const [row] = await services.database.read<{ ofDay: number; bytes: number; lines: number }>(scope, {
    sql: `select (select count(*) from book_imports where tenant_id = $1 and created_by = $2 and created_at > $3)::float8
        + (select count(*) from imports where tenant_id = $1 and created_by = $2 and created_at > $3)::float8 as "ofDay",
        (select coalesce(sum(pg_column_size(content)), 0) from book_import_files where tenant_id = $1)::float8 as bytes,
        (select coalesce(sum(row_count), 0) from book_imports where tenant_id = $1)::float8 as lines`,
    parameters: [scope.tenantId, scope.userId, dayBefore],
  });
  const { ofDay = 0, bytes = 0, lines = 0 } = row ?? {};
  refuseAboveQuota(services, [
    { name: 'importsPerUserAndDay', present: ofDay, added: 1 },
    { name: 'importMegabytesPerTenant', present: bytes, added: file.bytes },
    { name: 'importLinesPerTenant', present: lines, added: 0 },
  ]);
}

/**
 * Refuses a document above what its customer, its author's day or the tenant may have. Calls under way at the same time
 * are not counted, so a limit may be passed by as many.
 */
export async function checkDocumentQuotas(
  services: Limited,
  transaction: Transaction<Schema>,
  { tenantId, userId }: Pick<Scope, 'tenantId' | 'userId'>,
  document: { readonly customerId: string | null; readonly bytes: number; readonly at: Date },
): Promise<void> {
  const dayBefore = new Date(document.at.getTime() - 24 * 60 * 60_000).toISOString();
  const { rows } = await sql<{ scope: 'Customer' | 'UserAndDay' | 'Tenant'; rows: number; bytes: number }>`
    select 'Customer' as scope, count(*)::float8 as rows, coalesce(sum(byte_size), 0)::float8 as bytes from documents
     where tenant_id = ${tenantId} and customer_id = ${document.customerId}
    union all
    select 'UserAndDay', d.rows - y.rows, d.bytes - y.bytes from
      (select count(*)::float8 as rows, coalesce(sum(byte_size), 0)::float8 as bytes from documents
        where tenant_id = ${tenantId} and created_by = ${userId} and created_at > ${dayBefore}) d,
      (select count(*)::float8 as rows, coalesce(sum(byte_size), 0)::float8 as bytes from year_end_rows
        where tenant_id = ${tenantId} and created_by = ${userId} and created_at > ${dayBefore} and result = 'created') y
    union all
    select 'Tenant', count(*)::float8, coalesce(sum(byte_size), 0)::float8 from documents
     where tenant_id = ${tenantId}`.execute(transaction);
  refuseAboveQuota(
    services,
    rows.flatMap((row): Counted[] => [
      { name: `documentsPer${row.scope}`, present: row.rows, added: 1 },
      { name: `documentMegabytesPer${row.scope}`, present: row.bytes, added: document.bytes },
    ]),
  );
}

/** Refuses documents a job files for the house above what the tenant may have. @throws 409 */
export async function checkTenantDocuments(
  services: Limited,
  transaction: Transaction<Schema>,
  added: { readonly rows: number; readonly bytes: number },
): Promise<void> {
  const { rows } = await sql<{ rows: number; bytes: number }>`
    select count(*)::float8 as rows, coalesce(sum(byte_size), 0)::float8 as bytes from documents
     where tenant_id = app_tenant_id()`.execute(transaction);
  const present = rows[0] ?? { rows: 0, bytes: 0 };
  refuseAboveQuota(services, [
    { name: 'documentsPerTenant', present: present.rows, added: added.rows },
    { name: 'documentMegabytesPerTenant', present: present.bytes, added: added.bytes },
  ]);
}

/** After a draft was saved: refuses what is above the limits of its author or, for a new one, of the tenant. */
export async function checkDraftQuotas(
  services: Limited,
  transaction: Transaction<Schema>,
  { tenantId, userId }: Pick<Scope, 'tenantId' | 'userId'>,
  isNew: boolean,
): Promise<void> {
  const own = await sql<{ rows: number; bytes: number }>`
    select count(*)::float8 as rows, coalesce(sum(pg_column_size(data)), 0)::float8 as bytes from drafts
     where tenant_id = ${tenantId} and user_id = ${userId} and expires_at > now()`.execute(transaction);
  const all = isNew
    ? await sql<{
        rows: number;
      }>`select count(*)::float8 as rows from drafts where tenant_id = ${tenantId}`.execute(transaction)
    : null;
  refuseAboveQuota(services, [
    { name: 'draftsPerUser', present: own.rows[0]?.rows ?? 0, added: 0 },
    { name: 'draftMegabytesPerUser', present: own.rows[0]?.bytes ?? 0, added: 0 },
    { name: 'draftsPerTenant', present: all?.rows[0]?.rows ?? 0, added: 0 },
  ]);
}

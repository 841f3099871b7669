import { auditActionText } from '@depotwerk/domain/audit-texts';
import { locale } from '@depotwerk/domain/locale';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import { personNameOf } from '../../../platform/customers/person-name.ts';
import { recordsOfSql } from '../../../platform/customers/records.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import {
  type ContentRow,
  contentOf,
  contentSelection,
  hasContent,
  placeSelection,
  requireContent,
} from '../../../platform/document-store/content-row.ts';
import { ExportTurns } from '../../../platform/export/export-turns.ts';
import { type FileToWrite, fileInTurns, type InTurn } from '../../../platform/export/file-in-turns.ts';
import { writeApart } from '../../../platform/export/write-apart.ts';
import { type PackedSection, wholeFilePacker, writeZip } from '../../../platform/export/zip.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { todayIn } from '../../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Reply } from '../../../platform/http/route.ts';
import { mapInTurns } from '../../../platform/map-in-turns.ts';
import { readOne } from '../../../platform/read-one.ts';
import { requirePermission, type Scope, visibilityOf } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';
import { customerVisibility } from '../customer-visibility.view.ts';
import { pageHead, pageTail } from './archive-page.ts';
import { archivePartWriter, type FilledSection, headOf, packArchive } from './archive-part.ts';
import { type ArchiveRow, type ArchiveSection, readRow, section, sectionSql } from './archive-section.ts';
import { archiveSections } from './archive-sections.ts';
import { documentsOfEither } from './archive-sources.ts';
import { mayExportAll } from './export-rights.ts';

/** Rows of one section; more are a case for the operator, not for a request. */
const mostRows = 200_000;

interface FileRow extends Omit<ContentRow, 'content'> {
  id: string;
  fileName: string;
  title: string;
}

/**
 * Everything the product holds of a customer in one archive (Art. 15 and 20 GDPR): readable as HTML, as JSON, and his
 * files. Nobody's secret and no name of staff is in it. The log says who took it.
 * @throws 404 unseen, 403 where a part of it must not be seen
 */
export async function exportCustomerData(
  services: Services,
  context: SignedInContext,
  customerId: string,
): Promise<Reply<never>> {
  const { scope } = context;
  requirePermission(scope, 'customers.export');
  const customer = await findCustomer(services, scope, customerId);
  if (!mayExportAll(scope, customer.groupId)) throw new AppError('auth.forbidden');
  return fileInTurns(context, (inTurn) => archiveOf(services, context, { customerId, customer, inTurn }));
}

interface Asked {
  readonly customerId: string;
  readonly customer: Found;
  readonly inTurn: InTurn;
}

/** Those of this process that are read. A part of a list that is ready to be written does not wait for one. */
const readings = new ExportTurns();

async function archiveOf(
  services: Services,
  { scope, actor, zone, signal }: SignedInContext,
  { customerId, customer, inTurn }: Asked,
): Promise<FileToWrite> {
  // More than forty statements each: several at once would take the database and this process from everybody's lists.
  const reading = readings.begin(actor);
  const sections = await reading
    .use(() => readSections(services, scope, customerId), signal)
    .finally(() => reading.end());
  const files = await services.database.read<FileRow>(scope, {
    sql: `select d.id, d.id as "documentId", d.file_name as "fileName", d.title, ${placeSelection} from documents d
      where ${documentsOfEither} and ${hasContent} order by d.created_at, d.id`,
    parameters: [customerId],
  });
  // Once the archive is on its way nothing can be told any more.
  await requireContents(services, files);
  await services.database.transaction(scope, (transaction) =>
    writeAudit(transaction, {
      actor,
      action: 'customers.exportData',
      objectType: 'customer',
      objectId: customerId,
      groupId: customer.groupId,
      details: {
        rowCount: sections.reduce((sum, { rows }) => sum + rows.length, 0),
        fileCount: files.length,
      },
    }),
  );
  const now = new Date(services.clock());
  const timeZone = zone.name ?? locale.timeZone;
  const named = files.map((file, index) => ({ ...file, path: pathOf(file.fileName, index) }));
  const write = (bytes: Buffer) => inTurn(() => writeApart(archivePartWriter, bytes));
  const page = {
    form: 'page' as const,
    before: pageHead(customer.name, sections.map(headOf), now, timeZone),
    after: pageTail(named),
    timeZone,
  };
  const data = {
    form: 'data' as const,
    before: `{"createdAt":${JSON.stringify(now.toISOString())}`,
    after: '}\n',
    timeZone,
  };
  return {
    fileName: `Datenauskunft_${customer.name.replaceAll(/[^\p{L}\p{N}-]+/gu, '_')}_${todayIn(zone, now).replaceAll('-', '')}.zip`,
    contentType: 'application/zip',
    bytes: writeZip([
      { name: 'auskunft.html', packed: packArchive(page, sections, write) },
      { name: 'daten.json', packed: packArchive(data, sections, write) },
      ...named.map(({ id, path }) => ({ name: path, packed: fileContent(services, scope, id, inTurn) })),
    ]),
  };
}

/** Files the store is asked for beside each other: others want its turns, too. */
const askedAtOnce = 4;

/** That every file can be had; after the first that cannot, no more are asked for. @throws as `requireContent` does */
async function requireContents(services: Services, files: readonly FileRow[]): Promise<void> {
  // A generator that one loop leaves by an error has ended for all that share it; an array's iterator would go on.
  const rest = (function* () {
    yield* files;
  })();
  const goThrough = async (): Promise<void> => {
    for (const file of rest) await requireContent(services, file);
  };
  await Promise.all(Array.from({ length: askedAtOnce }, goThrough));
}

interface Found {
  groupId: string | null;
  name: string;
}

async function findCustomer(services: Services, scope: Scope, customerId: string): Promise<Found> {
  const parameters = new Parameters();
  const conditions = customerVisibility(visibilityOf(scope, 'groupCustomers.view'), parameters);
  return readOne<Found>(services.database, scope, {
    sql: `select u.group_id as "groupId", ${personNameOf('u')} as name from customers u
      where ${conditions.join(' and ')} and u.id = ${parameters.add(customerId)}`,
    parameters: parameters.values,
  });
}

/** Entries of the log about the customer and what belongs to him; who of the staff it was is not his data. */
const logSection = section(
  'log',
  'Protokoll',
  'audit_entries',
  `from (select 'customer' as kind, r.id::text as id from ${recordsOfSql('$1')} r
      union all select 'contract', k.id::text from contracts k where k.tenant_id = app_tenant_id() and k.customer_id = $1::uuid
      union all select 'consultation', k.id::text from consultations k where k.tenant_id = app_tenant_id() and k.customer_id = $1::uuid
      union all select 'document', d.id::text from documents d where ${documentsOfEither}) o
    join audit_entries x on x.tenant_id = app_tenant_id() and x.object_type = o.kind and x.object_id = o.id
    where x.result = 'done'
      -- The log of the other one says the same of a merge a second time.
      and not (x.action in ('customers.merge', 'customers.undoMerge') and x.object_id <> $1::text
        and exists (select from customer_merges m where m.tenant_id = x.tenant_id and m.merged_id::text = x.object_id
          and m.id = (x.details->>'mergeId')::uuid))
    order by x.occurred_at, x.id`,
  [
    ['x.occurred_at', 'occurredAt', 'Wann', 'instant'],
    ['x.action', 'action', 'Was'],
    [`case x.actor_kind when 'user' then 'Person' else 'System' end`, 'actor', 'Wer'],
  ],
);

async function readSections(
  services: Services,
  scope: Scope,
  customerId: string,
): Promise<readonly FilledSection[]> {
  const all: readonly ArchiveSection[] = [...archiveSections, logSection];
  // One transaction, so that the parts agree with each other; a large customer may take longer than a screen.
  return services.database.transaction(
    scope,
    async (_transaction, connection) => {
      const result: FilledSection[] = [];
      for (const one of all) {
        const { rows } = await connection.query<ArchiveRow>(`${sectionSql(one)} limit ${mostRows + 1}`, [
          customerId,
        ]);
        if (rows.length > mostRows) {
          throw new AppError('common.exportTooLarge', { params: { limit: mostRows } });
        }
        result.push({ section: one, rows: await mapInTurns(rows, (row) => JSON.stringify(rowOf(one, row))) });
      }
      return result;
    },
    { isolationLevel: 'repeatable read', statementTimeout: 30_000 },
  );
}

function rowOf(one: ArchiveSection, row: ArchiveRow): ArchiveRow {
  const read = readRow(one, row);
  return one === logSection ? { ...read, action: auditActionText(String(read['action'])) } : read;
}

/** Numbered, so that two files of one name stay two; without whatever a file system would take for a path. */
function pathOf(fileName: string, index: number): string {
  const safe = fileName.replaceAll(/[^\p{L}\p{N} ._-]+/gu, '_').replace(/^\.+/, '_');
  return `dokumente/${String(index + 1).padStart(3, '0')}_${safe}`;
}

/** One file at a time is in memory. */
async function* fileContent(
  services: Services,
  scope: Scope,
  documentId: string,
  inTurn: InTurn,
): AsyncGenerator<PackedSection> {
  const [file] = await services.database.read<ContentRow>(scope, {
    sql: `select d.id as "documentId", ${contentSelection} from documents d
      where d.tenant_id = app_tenant_id() and d.id = $1 and ${hasContent}`,
    parameters: [documentId],
  });
  // Whoever waits for the store holds up nobody; without the file, its place in the archive is empty.
  const content = file ? await contentOf(services, file) : new Uint8Array();
  yield await inTurn(() => writeApart(wholeFilePacker, bufferOf(content)));
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

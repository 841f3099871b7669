import type { ArchivedDocument } from '@depotwerk/api/documents/documents';
import type { GroupRight } from '@depotwerk/domain/permissions';
import { nameOrderOf, personNameOf } from '../../platform/customers/person-name.ts';
import type { ReadQuery } from '../../platform/database/database.ts';
import { instantText } from '../../platform/database/instant-text.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { type ContentRow, contentOf, contentSelection } from '../../platform/document-store/content-row.ts';
import { notFound } from '../../platform/http/app-error.ts';
import type { Page } from '../../platform/lists/paging.ts';
import { searchOf } from '../../platform/lists/search-text.ts';
import { boundedCount } from '../../platform/lists/total-count.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import type { ReadServices, Services } from '../../platform/services.ts';
import { releasedDocument, signsBeside } from '../contracts/public.ts';
import { customerVisibility } from '../customers/public.ts';

/** Somebody who has signed has not declined. `asked` and `signed` are rows with `declined_at` and with `signed_at`. */
const declinedAt = (asked: string, signed: string): string =>
  `case when ${signed}.signed_at is null then ${asked}.declined_at end`;

/**
 * What one of several signers did, as JSON: `read`, `asked` and `signed` are rows with `read_at`, with `declined_at`, and with
 * `signed_at` and `signature_way`.
 */
const signerOf = (customerId: string, person: string, read: string, asked: string, signed: string): string =>
  `jsonb_build_object('customerId', ${customerId}, 'name', ${personNameOf(person)}, 'readAt', ${instantText(`${read}.read_at`)},
    'signedAt', ${instantText(`${signed}.signed_at`)}, 'way', ${signed}.signature_way,
    'declinedAt', ${instantText(declinedAt(asked, signed))})`;

/** Columns of `documents d` as the interface shows them. */
export const documentSelection = `d.id, d.document_type as "documentType", d.title, d.file_name as "fileName",
  d.media_type as "mediaType", d.byte_size::int as "byteSize", encode(d.content_hash, 'hex') as "contentHash",
  r.id as "reportId", encode(r.data_hash, 'hex') as "dataHash", d.contract_id as "contractId",
  c.external_key as "contractKey", d.customer_id as "customerId",
  ${personNameOf('u')} as "customerName", d.consultation_id as "consultationId", d.state, d.released_at as "releasedAt",
  ru.full_name as "releasedByName", rc.read_at as "readAt",
  sr.requested_at as "signatureRequestedAt", ds.signed_at as "signedAt", ds.signature_way as "signatureWay",
  ${declinedAt('sr', 'ds')} as "declinedAt",
  (select jsonb_build_array(${signerOf('u.id', 'u', 'rc', 'sr', 'ds')}) || jsonb_agg(${signerOf('g.customer_id', 'gu', 'g', 'g', 'g')}
      order by g.asked_at, ${nameOrderOf('gu')})
     from document_signers g join customers gu on gu.tenant_id = g.tenant_id and gu.id = g.customer_id
    where g.tenant_id = d.tenant_id and g.document_id = d.id having count(*) > 0) as "signers", d.created_at as "createdAt", cu.full_name as "createdByName",
  d.row_version as "rowVersion"`;

export const documentJoins = `join customers u on u.tenant_id = d.tenant_id and u.id = d.customer_id
  join users cu on cu.tenant_id = d.tenant_id and cu.id = d.created_by
  left join users ru on ru.tenant_id = d.tenant_id and ru.id = d.released_by
  left join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
  left join reports r on r.tenant_id = d.tenant_id and r.document_id = d.id
  left join document_receipts rc on rc.tenant_id = d.tenant_id and rc.document_id = d.id
  left join signature_requests sr on sr.tenant_id = d.tenant_id and sr.document_id = d.id
  left join document_signatures ds on ds.tenant_id = d.tenant_id and ds.document_id = d.id`;

/**
 * Which customers' documents a right opens, as conditions on `customers u`; a customer himself sees, of `documents d`,
 * only what was released to him, and what somebody he holds a contract with has to sign with him.
 */
export function documentVisibility(
  scope: Scope,
  right: GroupRight,
  parameters: Parameters,
  hasDocument = true,
): string[] {
  if (scope.ownCustomerId === null || !hasDocument)
    return customerVisibility(visibilityOf(scope, right), parameters);
  const own = parameters.add(scope.ownCustomerId);
  return ['u.deleted_at is null', `(u.id = ${own} or ${signsBeside(own)})`, releasedDocument];
}

interface DocumentFilter {
  readonly id?: string | undefined;
  readonly contractId?: string | undefined;
  readonly customerId?: string | undefined;
  readonly consultationId?: string | undefined;
  readonly documentType?: string | undefined;
  readonly state?: string | undefined;
  readonly search?: string | undefined;
}

/** The conditions of a filter on the documents the caller sees. */
function conditionsOf(scope: Scope, filter: DocumentFilter, parameters: Parameters): string {
  const conditions = documentVisibility(scope, 'groupDocuments.view', parameters);
  if (filter.id !== undefined) conditions.push(`d.id = ${parameters.add(filter.id)}`);
  if (filter.contractId !== undefined)
    conditions.push(`d.contract_id = ${parameters.add(filter.contractId)}`);
  if (filter.customerId !== undefined) {
    const customer = parameters.add(filter.customerId);
    // A customer's own list has what she signs beside somebody, too.
    const isOwn = filter.customerId === scope.ownCustomerId;
    conditions.push(
      isOwn ? `(d.customer_id = ${customer} or ${signsBeside(customer)})` : `d.customer_id = ${customer}`,
    );
  }
  if (filter.consultationId !== undefined) {
    conditions.push(`d.consultation_id = ${parameters.add(filter.consultationId)}`);
  }
  if (filter.documentType !== undefined)
    conditions.push(`d.document_type = ${parameters.add(filter.documentType)}`);
  if (filter.state !== undefined) conditions.push(`d.state = ${parameters.add(filter.state)}`);
  const search = searchOf(filter.search);
  if (search !== null) {
    const pattern = parameters.add(`%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
    conditions.push(`(d.title ilike ${pattern} or c.external_key ilike ${pattern}
      or u.first_name || ' ' || u.last_name ilike ${pattern})`);
  }
  return ['true', ...conditions].join(' and ');
}

/** A query over the documents the caller sees, newest first. */
function documentsWhere<Row>(
  scope: Scope,
  selection: string,
  filter: DocumentFilter,
  page?: Page,
): ReadQuery<Row> {
  const parameters = new Parameters();
  const conditions = conditionsOf(scope, filter, parameters);
  const tail = page
    ? `order by d.created_at desc, d.id limit ${parameters.add(page.size)} offset ${parameters.add(page.offset)}`
    : 'order by d.created_at desc, d.id';
  return {
    sql: `select ${selection} from documents d ${documentJoins} where ${conditions} ${tail}`,
    parameters: parameters.values,
  };
}

export async function listVisibleDocuments(
  services: ReadServices,
  scope: Scope,
  filter: DocumentFilter,
  page?: Page,
): Promise<ArchivedDocument[]> {
  const found = await services.database.read<ArchivedDocument>(
    scope,
    documentsWhere<ArchivedDocument>(scope, documentSelection, filter, page),
  );
  return found.map((document) => asSeenBy(scope, document));
}

/** To one of several signers, reading and signing are her own; of the others she is told who has signed, not who has read or declined. */
function asSeenBy({ ownCustomerId }: Scope, document: ArchivedDocument): ArchivedDocument {
  if (ownCustomerId === null || !document.signers) return document;
  const own = document.signers.find(({ customerId }) => customerId === ownCustomerId);
  return {
    ...document,
    readAt: own?.readAt ?? null,
    signedAt: own?.signedAt ?? null,
    signatureWay: own?.way ?? null,
    declinedAt: own?.declinedAt ?? null,
    signers: document.signers.map((signer) =>
      signer === own ? signer : { ...signer, readAt: null, declinedAt: null },
    ),
  };
}

/** Number of documents the filter finds (counted as `boundedCount` does). */
export async function countVisibleDocuments(
  services: ReadServices,
  scope: Scope,
  filter: DocumentFilter,
): Promise<number> {
  const parameters = new Parameters();
  const conditions = conditionsOf(scope, filter, parameters);
  const [row] = await services.database.read<{ count: number }>(scope, {
    sql: boundedCount(`documents d ${documentJoins}`, conditions),
    parameters: parameters.values,
  });
  return row?.count ?? 0;
}

export async function readDocument(
  services: ReadServices,
  scope: Scope,
  documentId: string,
): Promise<ArchivedDocument> {
  const [document] = await listVisibleDocuments(services, scope, { id: documentId });
  if (!document) throw notFound();
  return document;
}

export interface StoredFile {
  readonly fileName: string;
  readonly mediaType: string;
  readonly content: Buffer;
  readonly reportId: string | null;
  readonly documentId: string;
}

/** A row of `fileSelection`: its content is here, in the document store, or erased, when only the entry is left. */
export type FileRow = Omit<StoredFile, 'content'> & ContentRow;

/** Whether a document was found and is not erased. */
export const isStored = (row: FileRow | undefined): row is FileRow =>
  row !== undefined && (row.content !== null || row.isInStore);

/** Columns of `documents d` and its report `r`; the content of one row is got by `withContent`. */
export const fileSelection = `d.file_name as "fileName", d.media_type as "mediaType", r.id as "reportId",
  d.id as "documentId", ${contentSelection}`;

/** A file with its bytes, wherever they lie. @throws as `contentOf` does */
export async function withContent(
  services: Pick<Services, 'documentStore'>,
  row: FileRow,
): Promise<StoredFile> {
  const content = await contentOf(services, row);
  const { fileName, mediaType, reportId, documentId } = row;
  return { fileName, mediaType, content, reportId, documentId };
}

/** The file of a document, with where its content lies. 404 unseen. */
export async function readFileOf(services: ReadServices, scope: Scope, documentId: string): Promise<FileRow> {
  const [file] = await services.database.read<FileRow>(
    scope,
    documentsWhere<FileRow>(scope, fileSelection, { id: documentId }),
  );
  if (!isStored(file)) throw notFound();
  return file;
}

/**
 * What the caller filed himself, as a repeated call delivers it: the answer is that of the first call, whatever he sees of
 * the customer by now. 404 when it was erased since.
 */
export async function readOwnFile(services: Services, scope: Scope, documentId: string): Promise<StoredFile> {
  const [file] = await services.database.read<FileRow>(scope, {
    sql: `select ${fileSelection} from documents d
            left join reports r on r.tenant_id = d.tenant_id and r.document_id = d.id
           where d.tenant_id = app_tenant_id() and d.id = $1 and d.created_by = $2`,
    parameters: [documentId, scope.userId],
  });
  if (!isStored(file)) throw notFound();
  return withContent(services, file);
}

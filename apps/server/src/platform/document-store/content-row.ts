import { AppError } from '../http/app-error.ts';
import type { DocumentStore, StoredContent } from './document-store.ts';

/** Where the content of a document lies: here, in the store, or nowhere since it was erased. */
export interface ContentRow extends StoredContent {
  readonly content: Buffer | null;
  readonly isInStore: boolean;
}

/** Columns of `documents d` that say where its content lies; `documentId` is the reader's own. */
export const placeSelection = `d.stored_at is not null as "isInStore", d.tenant_id as "tenantId",
  d.content_hash as "contentHash", d.byte_size::int as "byteSize",
  (select s.version_id from stored_contents s where s.tenant_id = d.tenant_id and s.document_id = d.id) as "versionId"`;

/** The same with the content that lies here. */
export const contentSelection = `d.content, ${placeSelection}`;

/** That the content of `documents d` was not erased, wherever it lies. */
export const hasContent = '(d.content is not null or d.stored_at is not null)';

interface StoreServices {
  readonly documentStore?: DocumentStore | null;
}

/** @throws 503 where contents lie in a store that is not set up in this process */
function storeOf({ documentStore }: StoreServices): DocumentStore {
  if (!documentStore) throw new AppError('documents.storeUnavailable');
  return documentStore;
}

/**
 * The bytes of a row that has a content. Not within a transaction: the store may take its time.
 * @throws 503 when the store does not answer, 409 when it has lost or altered the content
 */
export async function contentOf(services: StoreServices, row: ContentRow): Promise<Buffer> {
  return row.content ?? storeOf(services).read(row);
}

/** That the content can be had, without its bytes. @throws as `contentOf` does */
export async function requireContent(
  services: StoreServices,
  row: Omit<ContentRow, 'content'>,
): Promise<void> {
  if (row.isInStore) await storeOf(services).require(row);
}

import type { ArchivedDocument } from '@depotwerk/api/documents/documents';
import { listDocuments } from '@depotwerk/api/documents/documents';
import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { loadListPage } from '../../../lists/list-calls.ts';
import { callApi } from '../../../platform/api-client.ts';
import { queryClient } from '../../../platform/query-client.ts';
import type { RowPage } from '../../../ui/paged-rows.ts';
import type { DocumentsSearch } from '../documents-search.ts';

/** Whose documents or consultations are meant. */
export type Owner = { contractId: string } | { customerId: string };

/** Key of everything that belongs to a contract or customer, so that its reload covers this as well. */
export const ownerKey = (owner: Owner): QueryKey =>
  'contractId' in owner ? ['contract', owner.contractId] : ['customer', owner.customerId];

/** As many as one page of the call carries; more than a contract collects in decades. */
const ownPageSize = 250;

/** Documents of a contract or customer, newest first. */
export const documentsQuery = (owner: Owner) =>
  queryOptions({
    queryKey: [...ownerKey(owner), 'documents'],
    queryFn: ({ signal }) =>
      callApi(listDocuments, { query: { ...owner, pageSize: ownPageSize } }, { signal }),
  });

/** One page of the archive. */
export function loadDocumentPage(
  filter: DocumentsSearch,
  page: number,
  pageSize: number,
  signal: AbortSignal,
): Promise<RowPage<ArchivedDocument>> {
  const query = { ...filter, page, pageSize };
  return loadListPage(listDocuments, { query }, signal);
}

/** Loads again wherever documents are listed, after one was made, uploaded or released. */
export function reloadDocuments(): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey.includes('documents') || queryKey.includes('consultation'),
  });
}

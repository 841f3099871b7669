import {
  auditEntry,
  listAuditEntries,
  startAuditVerification,
  verifyAuditEntries,
} from '@depotwerk/api/audit/audit';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type Listed, loadListPage, withTextIds } from '../../lists/list-calls.ts';
import { callApi } from '../../platform/api-client.ts';
import type { RowPage } from '../../ui/paged-rows.ts';
import type { AuditSearch } from './audit-search.ts';

export type AuditEntry = z.infer<typeof auditEntry>;
export type AuditRow = Listed<AuditEntry>;

/** One page of the log. */
export async function loadAuditPage(
  filter: AuditSearch,
  page: number,
  pageSize: number,
  signal: AbortSignal,
): Promise<RowPage<AuditRow>> {
  return withTextIds(await loadListPage(listAuditEntries, { query: { ...filter, page, pageSize } }, signal));
}

const pollMs = 500;

/** Has the whole chain checked and waits for what comes out. */
async function checkChain(signal: AbortSignal) {
  await callApi(startAuditVerification, {}, { signal });
  for (;;) {
    const proof = await callApi(verifyAuditEntries, {}, { signal });
    if (!proof.isUnderWay) return proof;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** The proof of the chain; made anew each time it is asked for. */
export const auditProofQuery = () =>
  queryOptions({
    queryKey: ['audit', 'proof'],
    queryFn: ({ signal }) => checkChain(signal),
    enabled: false,
    gcTime: 0,
  });

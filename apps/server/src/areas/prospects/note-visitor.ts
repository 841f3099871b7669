import type { Transaction } from 'kysely';
import { type AuditEntry, writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';

/** Notes in the log what a visitor did with an analysis, who is nobody the house knows. */
export function noteVisitor(
  transaction: Transaction<Schema>,
  { requestId }: RequestContext,
  action: `depotanalysis.${string}`,
  analysisId: string,
  { details = {}, ...rest }: Pick<AuditEntry, 'details' | 'result'> = {},
): Promise<void> {
  return writeAudit(transaction, {
    actor: { kind: 'anonymous' },
    action,
    objectType: 'depotAnalysis',
    objectId: analysisId,
    details: { ...details, requestId },
    ...rest,
  });
}

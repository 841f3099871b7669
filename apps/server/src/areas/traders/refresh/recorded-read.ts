import { auditReadSelection } from '../../../platform/audit/audit-read.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { ReadServices, Services } from '../../../platform/services.ts';
import { ofContract } from '../../contracts/public.ts';

/** Services for a view of one contract's differences: what it reads is recorded with it, in one transaction. */
export function recordingPendingRead(
  services: Pick<Services, 'database'>,
  { actor, scope }: SignedInContext,
  contractId: string,
): ReadServices {
  const record = ofContract(scope, contractId, (parameters) => ({
    selection: auditReadSelection(parameters, {
      actor,
      action: 'contracts.read',
      objectType: 'contract',
      idColumn: 'c.id',
      groupColumn: 'c.group_id',
      part: 'pendingChanges',
    }),
    tables: '',
    tail: '',
  }));
  return { database: services.database.recording(record) };
}

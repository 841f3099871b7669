import type { ReadPart } from '@depotwerk/domain/audit-detail-texts';
import { auditReadSelection } from '../../platform/audit/audit-read.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { ReadServices, Services } from '../../platform/services.ts';
import { ofContract } from './visible-contract.view.ts';

/** Services for a view that shows money data of one contract: what it reads is recorded with it, in one transaction. */
export function recordingContractRead(
  services: Services,
  { actor, scope }: SignedInContext,
  contractId: string,
  part: ReadPart,
): ReadServices {
  const record = ofContract(scope, contractId, (parameters) => ({
    selection: auditReadSelection(parameters, {
      actor,
      action: 'contracts.read',
      objectType: 'contract',
      idColumn: 'c.id',
      groupColumn: 'c.group_id',
      part,
    }),
    tables: '',
    tail: '',
  }));
  return { database: services.database.recording(record) };
}

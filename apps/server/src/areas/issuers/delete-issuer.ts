import type { CallInput } from '@depotwerk/api/call';
import type { deleteIssuer as deleteCall } from '@depotwerk/api/master-data';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { lockVersion, refusingUse, withCurrent } from '../../platform/editing.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { readIssuer } from './issuers.view.ts';

/** Deletes an issuer. @throws 404, 412 when it changed since it was read, 409 while something refers to it */
export async function deleteIssuer(
  services: Services,
  context: SignedInContext,
  { params }: CallInput<typeof deleteCall>,
): Promise<void> {
  const { scope, actor } = context;
  requirePermission(scope, 'insurers.edit');
  const before = await readIssuer(services, scope, params.id);
  const write = () =>
    services.database.transaction(scope, async (transaction) => {
      await lockVersion(transaction, 'issuers', params.id, context.ifMatch);
      await refusingUse(() => sql`delete from issuers where id = ${params.id}`.execute(transaction));
      await writeAudit(transaction, {
        actor,
        action: 'issuers.delete',
        objectType: 'issuer',
        objectId: String(params.id),
        before,
      });
    });
  await withCurrent(write, () => readIssuer(services, scope, params.id));
}

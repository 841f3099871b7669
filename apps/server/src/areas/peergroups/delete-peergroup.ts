import type { CallInput } from '@depotwerk/api/call';
import type { deletePeergroup as deleteCall } from '@depotwerk/api/fund-management';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { lockVersion, refusingUse, withCurrent } from '../../platform/editing.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { readPeergroup } from './peergroups.view.ts';

/**
 * Deletes a peer group.
 * @throws 404, 412 when it changed since it was read, 409 while funds, components or versions of tariffs name it
 */
export async function deletePeergroup(
  services: Services,
  context: SignedInContext,
  { params }: CallInput<typeof deleteCall>,
): Promise<void> {
  const { scope, actor } = context;
  requirePermission(scope, 'peergroups.edit');
  const before = await readPeergroup(services, scope, params.id);
  const write = () =>
    services.database.transaction(scope, async (transaction) => {
      await lockVersion(transaction, 'peergroups', params.id, context.ifMatch);
      await refuseVersions(transaction, params.id);
      await refusingUse(() => sql`delete from peergroups where id = ${params.id}`.execute(transaction));
      await writeAudit(transaction, {
        actor,
        action: 'peergroups.delete',
        objectType: 'peergroup',
        objectId: String(params.id),
        before,
      });
    });
  await withCurrent(write, () => readPeergroup(services, scope, params.id));
}

/** Versions keep what they were published with as a document, which no foreign key watches. */
async function refuseVersions(transaction: Transaction<Schema>, peergroupId: number): Promise<void> {
  const { rows } = await sql<{ is_named: boolean }>`select exists (select 1 from tariff_versions
     where jsonb_path_exists(content, '$.components.allocation.peergroupIds[*] ? (@ == $id)',
       jsonb_build_object('id', ${peergroupId}::int))) as is_named`.execute(transaction);
  if (rows[0]?.is_named) throw new AppError('masterData.inUse');
}

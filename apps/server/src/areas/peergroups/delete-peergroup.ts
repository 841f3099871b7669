import type { CallInput } from '@depotwerk/api/call';
import type { deletePeergroup as deleteCall } from '@depotwerk/api/fund-management';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { deleteMasterData } from '../../platform/master-data.ts';
import type { Services } from '../../platform/services.ts';
import { peergroupKind } from './save-peergroup.ts';

/**
 * Deletes a peer group.
 * @throws 404, 412 when it changed since it was read, 409 while funds, components or versions of tariffs name it
 */
export async function deletePeergroup(
  services: Services,
  context: SignedInContext,
  { params }: CallInput<typeof deleteCall>,
): Promise<void> {
  await deleteMasterData(services, context, peergroupKind, params.id, (transaction) =>
    refuseVersions(transaction, params.id),
  );
}

/** Versions keep what they were published with as a document, which no foreign key watches. */
async function refuseVersions(transaction: Transaction<Schema>, peergroupId: number): Promise<void> {
  const { rows } = await sql<{ is_named: boolean }>`select exists (select 1 from tariff_versions
     where jsonb_path_exists(content, '$.components.allocation.peergroupIds[*] ? (@ == $id)',
       jsonb_build_object('id', ${peergroupId}::int))) as is_named`.execute(transaction);
  if (rows[0]?.is_named) throw new AppError('masterData.inUse');
}

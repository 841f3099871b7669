import type { CallInput } from '@depotwerk/api/call';
import type {
  createPeergroup as createCall,
  Peergroup,
  putPeergroup as putCall,
} from '@depotwerk/api/fund-management';
import { checkPeergroup } from '@depotwerk/domain/master-data/check-peergroup';
import { peergroupFields } from '@depotwerk/domain/master-data/peergroup-fields';
import type { Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { taken, unknownReference } from '../../platform/editing.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { enqueueFigures } from '../../platform/jobs/enqueue-figures.ts';
import { createMasterData, type MasterDataKind, putMasterData } from '../../platform/master-data.ts';
import type { Services } from '../../platform/services.ts';
import { moveMembers } from './move-members.ts';
import { readPeergroup } from './peergroups.view.ts';

const refusals = {
  peergroups_name: () => taken('masterData.nameExists', 'peergroupName', 'nameExists'),
  peergroups_key: () => taken('masterData.keyExists', 'peergroupKey', 'keyExists'),
  peergroups_money_market: () => taken('masterData.keyExists', 'isMoneyMarket', 'moneyMarketExists'),
  peergroups_tenant_id_category_id_fkey: () => unknownReference('categoryId'),
};

/** Peer groups as their verbs treat them alike. */
export const peergroupKind: MasterDataKind<Peergroup, (typeof peergroupFields)[number]> = {
  table: 'peergroups',
  fields: peergroupFields,
  permission: 'peergroups.edit',
  area: 'peergroups',
  objectType: 'peergroup',
  refusals,
  read: readPeergroup,
};

/** Adds a peer group. @throws 400 with the fields that are wrong, 409 for a name or key that exists */
export async function createPeergroup(
  services: Services,
  context: SignedInContext,
  { body }: CallInput<typeof createCall>,
): Promise<Peergroup> {
  return createMasterData(services, context, peergroupKind, {
    call: 'createPeergroup',
    body,
    issues: checkPeergroup(body),
    finish: (transaction, id) => moveAndCompute(transaction, context, id, body),
  });
}

/** Changes a peer group and its members. @throws 404, 412 with the stored version, 400 and 409 as for a new one */
export async function putPeergroup(
  services: Services,
  context: SignedInContext,
  { params, body }: CallInput<typeof putCall>,
): Promise<Peergroup> {
  return putMasterData(services, context, peergroupKind, {
    id: params.id,
    body,
    check: () => checkPeergroup(body),
    finish: (transaction) => moveAndCompute(transaction, context, params.id, body),
  });
}

/** Changes its members; its figures and theirs are computed again. */
async function moveAndCompute(
  transaction: Transaction<Schema>,
  { scope }: SignedInContext,
  id: number,
  body: CallInput<typeof putCall>['body'],
) {
  const moved = await moveMembers(transaction, id, body);
  await enqueueFigures(transaction, scope.userId);
  return { ...moved };
}

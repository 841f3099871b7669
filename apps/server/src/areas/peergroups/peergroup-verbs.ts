import type { CallInput } from '@depotwerk/api/call';
import type { Peergroup, putPeergroup as putCall } from '@depotwerk/api/funds/fund-management';
import { checkPeergroup } from '@depotwerk/domain/master-data/check-peergroup';
import { peergroupFields } from '@depotwerk/domain/master-data/peergroup-fields';
import type { Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { taken, unknownReference } from '../../platform/editing.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { enqueueFigures } from '../../platform/jobs/enqueue-figures.ts';
import type { MasterDataKind } from '../../platform/master-data.ts';
import { masterDataVerbs } from '../../platform/master-data-verbs.ts';
import type { Services } from '../../platform/services.ts';
import { moveMembers } from './move-members.ts';
import { readPeergroup } from './peergroups.view.ts';
import { refuseNamedByVersions } from './refuse-named-by-versions.ts';

const refusals = {
  peergroups_name: () => taken('masterData.nameExists', 'peergroupName', 'nameExists'),
  peergroups_key: () => taken('masterData.keyExists', 'peergroupKey', 'keyExists'),
  peergroups_money_market: () => taken('masterData.keyExists', 'isMoneyMarket', 'moneyMarketExists'),
  peergroups_tenant_id_category_id_fkey: () => unknownReference('categoryId'),
};

const kind: MasterDataKind<Peergroup, (typeof peergroupFields)[number]> = {
  table: 'peergroups',
  fields: peergroupFields,
  permission: 'peergroups.edit',
  area: 'peergroups',
  objectType: 'peergroup',
  refusals,
  read: readPeergroup,
};

/** Peer groups with their members: read, added, changed, deleted. @throws 409 while versions of tariffs name it, too */
export const peergroupVerbs = (services: Services) =>
  masterDataVerbs(services, () => kind, {
    createCall: 'createPeergroup',
    check: checkPeergroup,
    finish: moveAndCompute,
    refuseDelete: refuseNamedByVersions,
  });

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

import type { CallInput } from '@depotwerk/api/call';
import type {
  createPeergroup as createCall,
  Peergroup,
  putPeergroup as putCall,
} from '@depotwerk/api/fund-management';
import { checkPeergroup } from '@depotwerk/domain/master-data/check-peergroup';
import { sql } from 'kysely';
import { insertedId, taken, unknownReference } from '../../platform/editing.ts';
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
export const peergroupKind: MasterDataKind<Peergroup> = {
  table: 'peergroups',
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
    insert: async (transaction) => {
      const id = await insertedId(
        transaction,
        sql`insert into peergroups (tenant_id, peergroup_key, peergroup_name, category_id, colour, equity_quota,
          is_appraisal_smoothed, is_money_market, is_inactive)
          values (${context.scope.tenantId}, ${body.peergroupKey}, ${body.peergroupName}, ${body.categoryId},
          ${body.colour.toLowerCase()}, ${body.equityQuota}, ${body.isAppraisalSmoothed}, ${body.isMoneyMarket}, ${body.isInactive})
          returning id`,
      );
      const moved = await moveMembers(transaction, id, body);
      await enqueueFigures(transaction, context.scope.userId);
      return { id, details: { ...moved } };
    },
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
    update: async (transaction) => {
      await sql`update peergroups set peergroup_key = ${body.peergroupKey}, peergroup_name = ${body.peergroupName},
          category_id = ${body.categoryId}, colour = ${body.colour.toLowerCase()}, equity_quota = ${body.equityQuota},
          is_appraisal_smoothed = ${body.isAppraisalSmoothed},
          is_money_market = ${body.isMoneyMarket}, is_inactive = ${body.isInactive}
        where id = ${params.id}`.execute(transaction);
      const moved = await moveMembers(transaction, params.id, body);
      await enqueueFigures(transaction, context.scope.userId);
      return { ...moved };
    },
  });
}

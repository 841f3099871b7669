import type { CallInput } from '@depotwerk/api/call';
import type {
  createPeergroup as createCall,
  Peergroup,
  putPeergroup as putCall,
} from '@depotwerk/api/fund-management';
import { checkPeergroup } from '@depotwerk/domain/master-data/check-peergroup';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import {
  insertedId,
  lockVersion,
  refuseIssues,
  refusing,
  taken,
  unknownReference,
  withCurrent,
} from '../../platform/editing.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { enqueueFigures } from '../../platform/jobs/enqueue-figures.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { moveMembers } from './move-members.ts';
import { readPeergroup } from './peergroups.view.ts';

const refusals = {
  peergroups_name: () => taken('masterData.nameExists', 'peergroupName', 'nameExists'),
  peergroups_key: () => taken('masterData.keyExists', 'peergroupKey', 'keyExists'),
  peergroups_money_market: () => taken('masterData.keyExists', 'isMoneyMarket', 'moneyMarketExists'),
  peergroups_tenant_id_category_id_fkey: () => unknownReference('categoryId'),
};

/** Adds a peer group. @throws 400 with the fields that are wrong, 409 for a name or key that exists */
export async function createPeergroup(
  services: Services,
  context: SignedInContext,
  { body }: CallInput<typeof createCall>,
): Promise<Peergroup> {
  const { scope, actor } = context;
  requirePermission(scope, 'peergroups.edit');
  refuseIssues(checkPeergroup(body));
  return answerOnce(
    services.database,
    context,
    'createPeergroup',
    body,
    (transaction) =>
      refusing(refusals, async () => {
        const written = await insertedId(
          transaction,
          sql`insert into peergroups (tenant_id, peergroup_key, peergroup_name, category_id, colour, equity_quota,
            is_appraisal_smoothed, is_money_market, is_inactive)
          values (${scope.tenantId}, ${body.peergroupKey}, ${body.peergroupName}, ${body.categoryId},
            ${body.colour.toLowerCase()}, ${body.equityQuota}, ${body.isAppraisalSmoothed}, ${body.isMoneyMarket}, ${body.isInactive})
          returning id`,
        );
        const moved = await moveMembers(transaction, written, body);
        await enqueueFigures(transaction, scope.userId);
        await writeAudit(transaction, {
          actor,
          action: 'peergroups.create',
          objectType: 'peergroup',
          objectId: String(written),
          after: body,
          details: { ...moved },
        });
        return { id: written };
      }),
    (reading, { id }) => readPeergroup(reading, scope, id),
  );
}

/** Changes a peer group and its members. @throws 404, 412 with the stored version, 400 and 409 as for a new one */
export async function putPeergroup(
  services: Services,
  context: SignedInContext,
  { params, body }: CallInput<typeof putCall>,
): Promise<Peergroup> {
  const { scope, actor } = context;
  requirePermission(scope, 'peergroups.edit');
  const before = await readPeergroup(services, scope, params.id);
  refuseIssues(checkPeergroup(body));
  const write = () =>
    services.database.transaction(scope, (transaction) =>
      refusing(refusals, async () => {
        await lockVersion(transaction, 'peergroups', params.id, context.ifMatch);
        await sql`update peergroups set peergroup_key = ${body.peergroupKey}, peergroup_name = ${body.peergroupName},
            category_id = ${body.categoryId}, colour = ${body.colour.toLowerCase()}, equity_quota = ${body.equityQuota},
            is_appraisal_smoothed = ${body.isAppraisalSmoothed},
            is_money_market = ${body.isMoneyMarket}, is_inactive = ${body.isInactive}
          where id = ${params.id}`.execute(transaction);
        const moved = await moveMembers(transaction, params.id, body);
        await enqueueFigures(transaction, scope.userId);
        await writeAudit(transaction, {
          actor,
          action: 'peergroups.edit',
          objectType: 'peergroup',
          objectId: String(params.id),
          before,
          after: body,
          details: { ...moved },
        });
      }),
    );
  await withCurrent(write, () => readPeergroup(services, scope, params.id));
  return readPeergroup(services, scope, params.id);
}

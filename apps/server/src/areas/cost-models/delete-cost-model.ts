import type { CallInput } from '@depotwerk/api/call';
import type { deleteCostModel as deleteCall } from '@depotwerk/api/master-data';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { lockVersion, refusingUse, withCurrent } from '../../platform/editing.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { readCostModel } from './cost-models.view.ts';

/** Deletes a cost model. @throws 404, 412 when it changed since it was read, 409 while contracts follow it */
export async function deleteCostModel(
  services: Services,
  context: SignedInContext,
  { params }: CallInput<typeof deleteCall>,
): Promise<void> {
  const { scope, actor } = context;
  requirePermission(scope, 'costModels.edit');
  const today = todayIn(context.zone, new Date(services.clock()));
  const before = await readCostModel(services, scope, params.id, today);
  const write = () =>
    services.database.transaction(scope, async (transaction) => {
      await lockVersion(transaction, 'cost_models', params.id, context.ifMatch);
      await refusingUse(() => sql`delete from cost_models where id = ${params.id}`.execute(transaction));
      await writeAudit(transaction, {
        actor,
        action: 'costModels.delete',
        objectType: 'costModel',
        objectId: String(params.id),
        before,
      });
    });
  await withCurrent(write, () => readCostModel(services, scope, params.id, today));
}

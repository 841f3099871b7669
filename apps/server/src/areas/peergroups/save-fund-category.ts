import type { CallInput } from '@depotwerk/api/call';
import type {
  createFundCategory as createCall,
  deleteFundCategory as deleteCall,
  FundCategory,
  putFundCategory as putCall,
} from '@depotwerk/api/fund-categories';
import { checkFundCategory } from '@depotwerk/domain/master-data/check-fund-category';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import {
  insertedId,
  lockVersion,
  refuseIssues,
  refusing,
  refusingUse,
  taken,
  withCurrent,
} from '../../platform/editing.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { readFundCategory } from './fund-categories.view.ts';

const refusals = {
  fund_categories_name: () => taken('masterData.nameExists', 'categoryName', 'nameExists'),
};

/** Adds a fund category. @throws 400 with the fields that are wrong, 409 for a name that exists */
export async function createFundCategory(
  services: Services,
  context: SignedInContext,
  { body }: CallInput<typeof createCall>,
): Promise<FundCategory> {
  const { scope, actor } = context;
  requirePermission(scope, 'peergroups.edit');
  refuseIssues(checkFundCategory(body));
  return answerOnce(
    services.database,
    context,
    'createFundCategory',
    body,
    (transaction) =>
      refusing(refusals, async () => {
        const written = await insertedId(
          transaction,
          sql`insert into fund_categories (tenant_id, category_name, category_color, sort_order)
            values (${scope.tenantId}, ${body.categoryName}, ${body.categoryColor.toLowerCase()}, ${body.sortOrder})
            returning id`,
        );
        await writeAudit(transaction, {
          actor,
          action: 'fundCategories.create',
          objectType: 'fundCategory',
          objectId: String(written),
          after: body,
        });
        return { id: written };
      }),
    (reading, { id }) => readFundCategory(reading, scope, id),
  );
}

/** Changes a fund category. @throws 404, 412 with the stored version, 400 and 409 as for a new one */
export async function putFundCategory(
  services: Services,
  context: SignedInContext,
  { params, body }: CallInput<typeof putCall>,
): Promise<FundCategory> {
  const { scope, actor } = context;
  requirePermission(scope, 'peergroups.edit');
  const before = await readFundCategory(services, scope, params.id);
  refuseIssues(checkFundCategory(body));
  const write = () =>
    services.database.transaction(scope, (transaction) =>
      refusing(refusals, async () => {
        await lockVersion(transaction, 'fund_categories', params.id, context.ifMatch);
        await sql`update fund_categories set category_name = ${body.categoryName},
            category_color = ${body.categoryColor.toLowerCase()}, sort_order = ${body.sortOrder}
          where id = ${params.id}`.execute(transaction);
        await writeAudit(transaction, {
          actor,
          action: 'fundCategories.edit',
          objectType: 'fundCategory',
          objectId: String(params.id),
          before,
          after: body,
        });
      }),
    );
  await withCurrent(write, () => readFundCategory(services, scope, params.id));
  return readFundCategory(services, scope, params.id);
}

/**
 * Deletes a fund category.
 * @throws 404, 412 when it changed since it was read, 409 while peer groups or funds name it
 */
export async function deleteFundCategory(
  services: Services,
  context: SignedInContext,
  { params }: CallInput<typeof deleteCall>,
): Promise<void> {
  const { scope, actor } = context;
  requirePermission(scope, 'peergroups.edit');
  const before = await readFundCategory(services, scope, params.id);
  const write = () =>
    services.database.transaction(scope, async (transaction) => {
      await lockVersion(transaction, 'fund_categories', params.id, context.ifMatch);
      await refusingUse(() => sql`delete from fund_categories where id = ${params.id}`.execute(transaction));
      await writeAudit(transaction, {
        actor,
        action: 'fundCategories.delete',
        objectType: 'fundCategory',
        objectId: String(params.id),
        before,
      });
    });
  await withCurrent(write, () => readFundCategory(services, scope, params.id));
}

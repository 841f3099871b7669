import type { CallInput } from '@depotwerk/api/call';
import type * as calls from '@depotwerk/api/saved-views/saved-views';
import type { SavedView } from '@depotwerk/api/saved-views/saved-views';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { keepDeletion } from '../../platform/deletions/keep-deletion.ts';
import {
  lockVersion,
  newRow,
  newValues,
  refusing,
  taken,
  unknownReference,
  withCurrent,
} from '../../platform/editing.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { refuseAboveQuota } from '../../platform/quotas.ts';
import { requirePermission, type Scope } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { reachedGroups, readView } from './saved-views.view.ts';

type Draft = CallInput<typeof calls.putSavedView>['body'];

const refusals = { saved_views_name: () => taken('masterData.nameExists', 'savedViewName', 'nameExists') };

const columnsOf = (draft: Draft) => ({
  saved_view_name: draft.savedViewName,
  columns: draft.columns === null ? null : [...draft.columns],
  widths: JSON.stringify(draft.widths ?? {}),
  filters: JSON.stringify(draft.filters),
  sort: draft.sort,
  density: draft.density,
  group_id: draft.groupId,
});

/** Lists are for people of the house. @throws 403 */
function requireLists({ ownCustomerId }: Scope): void {
  if (ownCustomerId !== null) throw new AppError('auth.forbidden');
}

/** Sharing with another group than before takes the right to share and a group one sees. @throws 403, 400 */
function requireSharing(scope: Scope, groupId: string | null, before: string | null): void {
  if (groupId === null || groupId === before) return;
  requirePermission(scope, 'savedViews.share');
  if (!reachedGroups(scope).includes(groupId)) throw unknownReference('groupId');
}

/** What others see or no longer see stands in the log; a view of one's own is nobody else's. */
async function logSharing(
  transaction: Transaction<Schema>,
  { actor }: SignedInContext,
  id: string,
  { before, after }: { before: SavedView | null; after: SavedView | null },
): Promise<void> {
  if (!before?.isShared && !after?.isShared) return;
  await writeAudit(transaction, {
    actor,
    action: after?.isShared ? 'savedViews.share' : 'savedViews.unshare',
    objectType: 'savedView',
    objectId: id,
    details: {
      name: (after ?? before)?.savedViewName ?? '',
      group: (after?.isShared ? after : before)?.groupName ?? '',
    },
  });
}

/** Keeps a view of a list. @throws 403, 400, 409 for a name there is or one view too many */
export const createView: Verb<typeof calls.createSavedView> = (services, context, { body }) => {
  const { scope } = context;
  requireLists(scope);
  return answerOnce(
    services.database,
    context,
    'createSavedView',
    body,
    (transaction) =>
      refusing(refusals, async () => {
        requireSharing(scope, body.groupId, null);
        const { rows } = await sql<{ present: number }>`
          select count(*)::int as present from saved_views where user_id = ${scope.userId}`.execute(
          transaction,
        );
        refuseAboveQuota(services, [{ name: 'savedViewsPerUser', present: rows[0]?.present ?? 0, added: 1 }]);
        const { screenKey, ...draft } = body;
        const made = await sql<{ id: string }>`insert into saved_views ${newRow(scope.tenantId, {
          user_id: scope.userId,
          screen_key: screenKey,
          ...columnsOf(draft),
        })} returning id`.execute(transaction);
        const id = made.rows[0]?.id ?? '';
        const after = await readView(readerIn(transaction), scope, id);
        await logSharing(transaction, context, id, { before: null, after });
        return id;
      }),
    (reading, id) => readView(reading.database, scope, id),
  );
};

/**
 * Changes or deletes a view of one's own in the version that was read; what somebody shared who may not sign in any more would
 * stand in everybody's menu for ever, so who may share there deletes it. @throws 404, also for other views of others; 412
 */
async function write(
  services: Services,
  context: SignedInContext,
  id: string,
  draft: Draft | null,
): Promise<void> {
  const { scope } = context;
  await withCurrent(
    () =>
      services.database.transaction(scope, (transaction) =>
        refusing(refusals, async () => {
          const reader = readerIn(transaction);
          const before = await readView(reader, scope, id);
          if (!(draft === null ? before.mayDelete : before.isOwn)) throw notFound();
          await lockVersion(transaction, 'saved_views', id, context.ifMatch);
          if (draft === null) {
            const deletion = { kind: 'savedView', objectId: id, userId: scope.userId } as const;
            await keepDeletion(transaction, deletion, { table: 'saved_views', id });
            await sql`delete from saved_views where id = ${id}`.execute(transaction);
          } else {
            requireSharing(scope, draft.groupId, before.groupId);
            await sql`update saved_views set ${newValues(columnsOf(draft))}, updated_at = now()
              where id = ${id}`.execute(transaction);
          }
          const after = draft === null ? null : await readView(reader, scope, id);
          await logSharing(transaction, context, id, { before, after });
        }),
      ),
    () => readView(services.database, scope, id),
  );
}

/** Changes a view of one's own. @throws 404, 403, 400, 409, 412 */
export const putView: Verb<typeof calls.putSavedView> = async (services, context, { params, body }) => {
  await write(services, context, params.id, body);
  return readView(services.database, context.scope, params.id);
};

/** Deletes a view of one's own, or one left behind. @throws 404, 412 */
export const deleteView: Verb<typeof calls.deleteSavedView> = async (services, context, { params }) => {
  await write(services, context, params.id, null);
  return {};
};

/** With which view the caller's list opens. Nobody else's business: no entry in the log. @throws 400 for a view she does not see */
export const putDefaultView: Verb<typeof calls.putDefaultView> = async (
  services,
  { scope },
  { params: { screenKey }, body: { viewId } },
) => {
  requireLists(scope);
  await services.database.transaction(scope, async (transaction) => {
    if (viewId === null) {
      await sql`delete from saved_view_defaults where user_id = ${scope.userId} and screen_key = ${screenKey}`.execute(
        transaction,
      );
      return;
    }
    const view = await readView(readerIn(transaction), scope, viewId).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'common.notFound') throw unknownReference('viewId');
      throw error;
    });
    if (view.screenKey !== screenKey) throw unknownReference('viewId');
    await sql`insert into saved_view_defaults (tenant_id, user_id, screen_key, view_id)
      values (${scope.tenantId}, ${scope.userId}, ${screenKey}, ${viewId})
      on conflict (tenant_id, user_id, screen_key) do update set view_id = excluded.view_id`.execute(
      transaction,
    );
  });
  return {};
};

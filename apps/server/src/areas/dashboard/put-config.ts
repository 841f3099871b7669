import type { putDashboardConfig as call, DashboardConfig } from '@depotwerk/api/dashboard/dashboard';
import { compact } from '@depotwerk/domain/dashboard/layout';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { keepDeletion } from '../../platform/deletions/keep-deletion.ts';
import { refuseIssues, waitForTurn, withCurrent } from '../../platform/editing.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { type PlacedWidget, readDashboardConfig } from './config.view.ts';

/** Keeps an arrangement: the caller's own, or that of his role. @throws 403, 400 for two tiles of one name, 428 for a role without the version that was seen, 412 with what is stored for a version of either that is past */
export const putDashboardConfig: Verb<typeof call> = async (
  services,
  { scope, actor, ifMatch },
  { body },
) => {
  requirePermission(scope, body.owner === 'role' ? 'dashboard.configure' : 'dashboard.view');
  if (new Set(body.widgets.map(({ id }) => id)).size < body.widgets.length) {
    refuseIssues([{ path: 'widgets', code: 'outOfRange' }]);
  }
  // Pages of a release before this one know no such version: they are told to be loaded anew, not that somebody else was faster.
  if (body.owner === 'role' && body.roleVersion === undefined) throw new AppError('common.ifMatchMissing');
  const widgets = compact(body.widgets);
  const keep = () =>
    services.database.transaction(scope, async (transaction) => {
      const own = await lockOwn(transaction, scope.userId);
      if ((own?.row_version ?? 0) !== ifMatch) throw new AppError('common.versionConflict');
      const before =
        body.owner === 'role' ? await lockRoles(transaction, scope.userId, body.roleVersion) : own;
      // For the role: what was the caller's own becomes everybody's, and no second one stays beside it.
      if (body.owner === 'role') await deleteOwn(transaction, scope.userId);
      const roleId = sql`(select role_id from users where id = ${scope.userId})`;
      const [owner, column] = body.owner === 'role' ? [roleId, 'role_id'] : [sql`${scope.userId}`, 'user_id'];
      await sql`insert into dashboard_configs (tenant_id, ${sql.ref(column)}, widgets)
      values (${scope.tenantId}, ${owner}, ${JSON.stringify(widgets)}::jsonb)
      on conflict (tenant_id, role_id, user_id) do update set widgets = excluded.widgets`.execute(
        transaction,
      );
      await writeAudit(transaction, {
        actor,
        action: 'dashboard.arrange',
        objectType: 'dashboard',
        before: before?.widgets,
        after: widgets,
        details: { owner: body.owner, count: widgets.length },
      });
    });
  await withCurrent(keep, () => readDashboardConfig(services, scope, body.owner));
  return readDashboardConfig(services, scope);
};

/** Gives up the caller's own arrangement; without one nothing changes. */
export async function resetDashboardConfig(
  services: Services,
  { scope, actor }: SignedInContext,
): Promise<DashboardConfig> {
  requirePermission(scope, 'dashboard.view');
  await services.database.transaction(scope, async (transaction) => {
    const before = await lockOwn(transaction, scope.userId);
    if (before) {
      const deletion = { kind: 'dashboard', objectId: 'own', userId: scope.userId } as const;
      await keepDeletion(transaction, deletion, { table: 'dashboard_configs', id: before.id });
    }
    await deleteOwn(transaction, scope.userId);
    await writeAudit(transaction, {
      actor,
      action: 'dashboard.reset',
      objectType: 'dashboard',
      before: before?.widgets,
    });
  });
  return readDashboardConfig(services, scope);
}

async function lockOwn(transaction: Transaction<Schema>, userId: string) {
  await waitForTurn(transaction, `dashboard_configs ${userId}`);
  const { rows } = await sql<{ id: string; widgets: PlacedWidget[]; row_version: number }>`
    select id, widgets, row_version from dashboard_configs where user_id = ${userId} for update`.execute(
    transaction,
  );
  return rows[0];
}

/** The arrangement of a person's role, as long as it is the one that was seen. @throws 412 */
async function lockRoles(transaction: Transaction<Schema>, userId: string, seen: number | undefined) {
  await waitForTurn(transaction, 'dashboard_configs of roles');
  const { rows } = await sql<{ widgets: PlacedWidget[]; row_version: number }>`
    select widgets, row_version from dashboard_configs
      where role_id = (select role_id from users where id = ${userId}) for update`.execute(transaction);
  if ((rows[0]?.row_version ?? 0) !== seen) throw new AppError('common.versionConflict');
  return rows[0];
}

const deleteOwn = (transaction: Transaction<Schema>, userId: string) =>
  sql`delete from dashboard_configs where user_id = ${userId}`.execute(transaction);

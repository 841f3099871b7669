import type { ComponentKind } from '@depotwerk/domain/tariff/tariff-drafts';
import { CompiledQuery, sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { errorCode } from '../../platform/database/database-errors.ts';
import { keepDeletion } from '../../platform/deletions/keep-deletion.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { usesQuery } from './component-uses.view.ts';
import { readComponent } from './get-component.view.ts';

/** Deletes a component nothing uses. @throws 404, 412 with what is stored, 409 with the names of what uses it */
export async function deleteComponent(
  services: Services,
  context: SignedInContext,
  kind: ComponentKind,
  id: string,
): Promise<void> {
  const { scope, actor } = context;
  requirePermission(scope, 'tariffComponents.edit');
  try {
    const isDeleted = await services.database.transaction(scope, async (transaction) => {
      const { rows } = await sql<{ rowVersion: number; key: string }>`select row_version as "rowVersion", key
        from components where id = ${id} and kind = ${kind} for update`.execute(transaction);
      const [row] = rows;
      if (!row) throw notFound();
      if (row.rowVersion !== context.ifMatch) return false;
      const query = usesQuery(kind, id);
      const { sql: text, parameters } = 'sql' in query ? query : query.compile();
      const uses = await transaction.executeQuery<{ type: string; id: string; name: string }>(
        CompiledQuery.raw(text, [...parameters]),
      );
      if (uses.rows.length > 0)
        throw new AppError('tariffComponents.inUse', {
          params: {
            names: uses.rows.map(({ name }) => `„${name}“`).join(', '),
            uses: uses.rows.map(({ type, id: userId, name }) => ({ type, id: userId, name })),
          },
        });
      const deletion = { kind: 'tariffComponent', objectId: id, userId: scope.userId } as const;
      await keepDeletion(transaction, deletion, { table: 'components', id });
      await sql`delete from components where id = ${id}`.execute(transaction);
      await writeAudit(transaction, {
        actor,
        action: 'tariffComponents.delete',
        objectType: 'tariffComponent',
        objectId: id,
        details: { kind, key: row.key },
      });
      return true;
    });
    if (!isDeleted)
      throw new AppError('common.versionConflict', {
        current: await readComponent(services.database, scope, kind, id),
      });
  } catch (error) {
    // Somebody began to use it after the uses were read; the foreign key holds.
    if (errorCode(error) === '23503') throw new AppError('tariffComponents.inUse', { cause: error });
    throw error;
  }
}

import { type putSetupSkips as call, setupStepKeys } from '@depotwerk/api/setup/setup';
import { setupPermission } from '@depotwerk/domain/setup-permission';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { SignInServices } from '../../platform/services.ts';
import { readSetup } from './setup.view.ts';

/**
 * Sets which steps the house leaves out; the same said twice changes nothing. What another administrator has left out or taken up
 * since the caller's page showed it stays, for each step is a decision of its own.
 */
export const putSetupSkips: Verb<typeof call, SignInServices> = async (services, context, { body }) => {
  const { scope, actor } = context;
  requirePermission(scope, setupPermission);
  const skipped = [...new Set(body.skipped)];
  const taken = (body.shown ?? setupStepKeys).filter((key) => !skipped.includes(key));
  const left = skipped.filter((key) => body.shown?.includes(key) !== true);
  await services.database.transaction(scope, async (transaction) => {
    await sql`delete from setup_skips where step_key = any (${taken}::text[])`.execute(transaction);
    await sql`insert into setup_skips (tenant_id, step_key, skipped_by)
      select ${scope.tenantId}, unnest(${left}::text[]), ${scope.userId} on conflict do nothing`.execute(
      transaction,
    );
    const stored = await sql<{ key: string }>`select step_key as key from setup_skips`.execute(transaction);
    const now = new Set(stored.rows.map(({ key }) => key));
    await writeAudit(transaction, {
      actor,
      action: 'setup.skip',
      objectType: 'setup',
      details: { skipped: setupStepKeys.filter((key) => now.has(key)).join(' ') },
    });
  });
  return readSetup(services, scope);
};

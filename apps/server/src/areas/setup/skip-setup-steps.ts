import type { CallInput } from '@depotwerk/api/call';
import type { putSetupSkips as call, Setup } from '@depotwerk/api/setup';
import { setupPermission } from '@depotwerk/domain/setup-permission';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { SignInServices } from '../../platform/services.ts';
import { readSetup } from './setup.view.ts';

/** Sets which steps the house leaves out; the same said twice changes nothing. */
export async function putSetupSkips(
  services: SignInServices,
  context: SignedInContext,
  { body }: CallInput<typeof call>,
): Promise<Setup> {
  const { scope, actor } = context;
  requirePermission(scope, setupPermission);
  const skipped = [...new Set(body.skipped)];
  await services.database.transaction(scope, async (transaction) => {
    await sql`delete from setup_skips where step_key <> all (${skipped}::text[])`.execute(transaction);
    await sql`insert into setup_skips (tenant_id, step_key, skipped_by)
      select ${scope.tenantId}, unnest(${skipped}::text[]), ${scope.userId} on conflict do nothing`.execute(
      transaction,
    );
    await writeAudit(transaction, {
      actor,
      action: 'setup.skip',
      objectType: 'setup',
      details: { skipped: skipped.join(' ') },
    });
  });
  return readSetup(services, scope);
}

import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { requirePermission } from '../../../platform/scope.ts';
import type { TraderServices } from '../trader-services.ts';
import { readTraderIssuer } from './trader-issuer.view.ts';

/** Deletes the stored password of one bank; nothing stored is fine too. @throws 404 for an unknown institution */
export async function forgetTraderPassword(
  services: TraderServices,
  context: SignedInContext,
  issuerId: number,
): Promise<void> {
  const { scope, actor } = context;
  requirePermission(scope, 'traderCredentials.use');
  await readTraderIssuer(services.database, scope, issuerId);
  await services.database.transaction(scope, async (transaction) => {
    const { rows } = await sql<{
      id: string;
    }>`update trader_credentials set password_envelope = null, status = 'none',
        logged_in_until = null, expires_at = null
      where tenant_id = app_tenant_id() and user_id = ${scope.userId} and issuer_id = ${issuerId} returning id`.execute(
      transaction,
    );
    const id = rows[0]?.id;
    if (id === undefined) return;
    await writeAudit(transaction, {
      actor,
      action: 'traderCredentials.forget',
      objectType: 'traderCredentials',
      objectId: id,
      details: { issuerId },
    });
  });
}

import { sql } from 'kysely';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Services } from '../../platform/services.ts';
import type { DisplaySettings } from './authenticated-user.view.ts';

/** The tour never starts by itself again; the first time it was closed stays. */
export async function closeTour(
  services: Services,
  { actor: { tenantId, userId } }: SignedInContext,
): Promise<Record<string, never>> {
  const at = JSON.stringify(new Date(services.clock()).toISOString());
  await services.database.transaction({ tenantId, userId }, async (transaction) => {
    await sql`update users set settings = jsonb_build_object('tourClosedAt', ${at}::jsonb) || settings
      where tenant_id = ${tenantId} and id = ${userId}`.execute(transaction);
  });
  return {};
}

/** Stores how the user's own screen looks; last one wins, and no audit entry, for it is nobody else's. */
export async function putDisplaySettings(
  services: Services,
  context: SignedInContext,
  settings: DisplaySettings,
): Promise<DisplaySettings> {
  const { tenantId, userId } = context.actor;
  await services.database.transaction({ tenantId, userId }, async (transaction) => {
    await sql`update users set settings = jsonb_set(settings, '{display}', ${JSON.stringify(settings)}::jsonb)
      where tenant_id = ${tenantId} and id = ${userId}`.execute(transaction);
  });
  return settings;
}

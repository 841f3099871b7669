import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import { type SecretPlace, seal } from '../../../platform/secrets/envelope.ts';
import type { SignInServices } from '../../../platform/services.ts';
import type { FoundSession } from '../cookie-session.ts';

/** What the ID token of a session is bound to. */
export const idTokenPlace = (sessionId: string, userId: string): SecretPlace => ({
  table: 'sessions',
  row: sessionId,
  user: userId,
  detail: 'idToken',
});

/** Notes with a session through which provider it came, so that both can end together. */
export async function keepProviderSession(
  transaction: Transaction<Schema>,
  services: SignInServices,
  { sessionId, userId }: FoundSession,
  provider: { readonly linkId: string; readonly sessionId: string | null; readonly idToken: string | null },
): Promise<void> {
  const { linkId, idToken } = provider;
  const sealed =
    idToken === null
      ? null
      : seal(services.keys.keyEncryption, idTokenPlace(sessionId, userId), Buffer.from(idToken));
  await sql`update sessions set identity_link_id = ${linkId}, provider_session_id = ${provider.sessionId},
      id_token_envelope = ${sealed === null ? null : JSON.stringify(sealed)}::jsonb
    where id = ${sessionId}`.execute(transaction);
}

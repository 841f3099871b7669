import type { usedPasskey } from '@depotwerk/api/auth/passkey-fields';
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { AppError } from '../../../platform/http/app-error.ts';
import type { RequestContext } from '../../../platform/http/request-context.ts';
import type { SignInServices } from '../../../platform/services.ts';
import { requireKnownPageAround } from './page-around.ts';
import { type ChallengeSubject, newPasskeyChallenge, takePasskeyChallenge } from './passkey-challenge.ts';
import { type RelyingParty, requireRelyingParty } from './relying-party.ts';

export type UsedPasskey = z.infer<typeof usedPasskey>;

interface StoredPasskey {
  readonly id: string;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly transports: string[];
}

/** Options to use a passkey: one of `userId`'s, or any of this address where nobody is known yet. */
export async function passkeyRequest(
  services: SignInServices,
  party: RelyingParty,
  subject: ChallengeSubject,
  user: { tenantId: string; userId: string } | null,
): Promise<Record<string, unknown>> {
  const stored = user ? await readPasskeys(services, user) : [];
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: newPasskeyChallenge(services, subject),
    userVerification: 'required',
    allowCredentials: stored.map(({ credentialId }) => ({ id: credentialId.toString('base64url') })),
  });
  return { ...options };
}

/**
 * Checks what a passkey of the user signed: challenge (once), address, key, and that the device knew its owner. The
 * counter moves on, so that a copied device is noticed.
 * @returns the public key it was checked with
 * @throws AppError auth.passkeyInvalid
 */
export async function acceptPasskey(
  services: SignInServices,
  context: RequestContext,
  subject: ChallengeSubject,
  user: { tenantId: string; userId: string },
  response: UsedPasskey,
): Promise<Buffer> {
  const party = requireRelyingParty(services, context);
  const challenge = await takePasskeyChallenge(services, subject, response.response.clientDataJSON);
  const passkey = (await readPasskeys(services, user)).find(
    ({ credentialId }) => credentialId.toString('base64url') === response.id,
  );
  if (!passkey) throw new AppError('auth.passkeyInvalid');
  const { response: signed } = response;
  const around = await requireKnownPageAround(services, user.tenantId, signed.clientDataJSON);
  const verified = await verifyAuthenticationResponse({
    response: {
      id: response.id,
      rawId: response.rawId,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: signed.clientDataJSON,
        authenticatorData: signed.authenticatorData,
        signature: signed.signature,
        ...(signed.userHandle && { userHandle: signed.userHandle }),
      },
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    expectedTopOrigin: around,
    credential: {
      id: response.id,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.signCount,
    },
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw new AppError('auth.passkeyInvalid', { cause });
  });
  if (!verified.verified) throw new AppError('auth.passkeyInvalid');
  const { newCounter } = verified.authenticationInfo;
  const at = new Date(services.clock()).toISOString();
  await services.database.transaction(user, async (transaction) => {
    const { rows } = await sql`update passkeys set sign_count = ${newCounter}, last_used_at = ${at}
      where tenant_id = ${user.tenantId} and id = ${passkey.id} and user_id = ${user.userId}
        and sign_count = ${passkey.signCount} returning 1`.execute(transaction);
    if (rows.length === 0) throw new AppError('auth.passkeyInvalid');
  });
  return passkey.publicKey;
}

async function readPasskeys(
  services: SignInServices,
  user: { tenantId: string; userId: string },
): Promise<StoredPasskey[]> {
  return services.database.read<StoredPasskey>(user, {
    sql: `select id, credential_id as "credentialId", public_key as "publicKey", sign_count as "signCount", transports
      from passkeys where tenant_id = $1 and user_id = $2 order by created_at`,
    parameters: [user.tenantId, user.userId],
  });
}

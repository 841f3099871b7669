import type * as calls from '@depotwerk/api/auth/passkeys';
import type { CallAnswer } from '@depotwerk/api/call';
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import { errorCode } from '../../../platform/database/database-errors.ts';
import { AppError, notFound } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { BodyVerb, Verb } from '../../../platform/http/verb.ts';
import type { SignInServices } from '../../../platform/services.ts';
import { hasSecondFactor } from '../account.ts';
import { changeAccount } from '../change-account.ts';
import { confirmedAccount, confirmFactor, confirmPassword, ownAccount } from '../confirm-identity.ts';
import { deleteRecoveryCodes, replaceRecoveryCodes } from '../second-factor-codes.ts';
import { requireKnownPageAround } from './page-around.ts';
import { newPasskeyChallenge, takePasskeyChallenge } from './passkey-challenge.ts';
import { findRelyingParty, requireRelyingParty } from './relying-party.ts';
import { acceptPasskey, passkeyRequest } from './use-passkey.ts';

type PasskeyRow = CallAnswer<typeof calls.listPasskeys>['passkeys'][number];

/** Passkeys of the signed-in user. */
export async function listPasskeys(
  services: SignInServices,
  context: SignedInContext,
): Promise<CallAnswer<typeof calls.listPasskeys>> {
  const { tenantId, userId } = context.actor;
  const passkeys = await services.database.read<PasskeyRow>(context.actor, {
    sql: `select id, passkey_name as name, created_at as "createdAt", last_used_at as "lastUsedAt",
      is_synced as "isSynced" from passkeys where tenant_id = $1 and user_id = $2 order by created_at, id`,
    parameters: [tenantId, userId],
  });
  return { isAvailable: findRelyingParty(services, context) !== null, passkeys };
}

/** Options to make a passkey, after password and, where there is one, an existing factor. */
export const startPasskey: BodyVerb<typeof calls.startPasskey, SignInServices> = async (
  services,
  context,
  body,
) => {
  const party = requireRelyingParty(services, context);
  const account = await confirmedAccount(services, context, body);
  const known = await services.database.read<{ credentialId: Buffer }>(context.actor, {
    sql: 'select credential_id as "credentialId" from passkeys where tenant_id = $1 and user_id = $2',
    parameters: [account.tenantId, account.userId],
  });
  const options = await generateRegistrationOptions({
    rpName: 'Depotwerk',
    rpID: party.id,
    userName: account.userName,
    userDisplayName: account.fullName,
    userID: new Uint8Array(Buffer.from(account.userId.replaceAll('-', ''), 'hex')),
    challenge: newPasskeyChallenge(services, { purpose: 'create', subject: context.actor.sessionId }),
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId.toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { ...options };
};

/** Keeps a passkey; the first factor of a user comes with recovery codes, shown this once. */
export const addPasskey: BodyVerb<typeof calls.addPasskey, SignInServices> = async (
  services,
  context,
  body,
) => {
  const party = requireRelyingParty(services, context);
  const account = await ownAccount(services, context);
  // A factor may have been set up since the options were asked for.
  await confirmFactor(services, context, account, undefined);
  const { tenantId, userId, sessionId } = context.actor;
  const { response } = body.response;
  const subject = { purpose: 'create', subject: sessionId } as const;
  const challenge = await takePasskeyChallenge(services, subject, response.clientDataJSON);
  await requireKnownPageAround(services, tenantId, response.clientDataJSON);
  const verified = await verifyRegistrationResponse({
    response: {
      id: body.response.id,
      rawId: body.response.rawId,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject },
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw new AppError('auth.passkeyInvalid', { cause });
  });
  if (!verified.verified) throw new AppError('auth.passkeyInvalid');
  const { credential, credentialBackedUp } = verified.registrationInfo;
  const change = {
    reason: 'factorChanged',
    action: 'auth.addPasskey',
    notice: 'Für Ihr Benutzerkonto wurde ein Passkey eingerichtet.',
  } as const;
  try {
    return await changeAccount(services, context, change, async (transaction) => {
      const { id } = await transaction
        .insertInto('passkeys')
        .values({
          tenant_id: tenantId,
          user_id: userId,
          credential_id: Buffer.from(credential.id, 'base64url'),
          public_key: Buffer.from(credential.publicKey),
          sign_count: credential.counter,
          transports: response.transports ?? [],
          is_synced: credentialBackedUp,
          passkey_name: body.name,
          created_at: new Date(services.clock()).toISOString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await sql`update sessions set second_factor_at = ${new Date(services.clock()).toISOString()}
        where tenant_id = ${tenantId} and id = ${sessionId}`.execute(transaction);
      const recoveryCodes = hasSecondFactor(account)
        ? []
        : await replaceRecoveryCodes(transaction, services.keys.code, account);
      return { id, recoveryCodes };
    });
  } catch (error) {
    // passkeys_credential: somebody has it already.
    if (errorCode(error) === '23505') throw new AppError('auth.passkeyInvalid', { cause: error });
    throw error;
  }
};

/** Gives a passkey of the user another name. */
export async function renamePasskey(
  services: SignInServices,
  context: SignedInContext,
  passkeyId: string,
  name: string,
): Promise<Record<string, never>> {
  const { actor } = context;
  await services.database.transaction(actor, async (transaction) => {
    const { rows } = await sql`update passkeys set passkey_name = ${name} where tenant_id = ${actor.tenantId}
      and user_id = ${actor.userId} and id = ${passkeyId} returning 1`.execute(transaction);
    if (rows.length === 0) throw notFound();
    await writeAudit(transaction, {
      actor,
      action: 'auth.renamePasskey',
      objectType: 'user',
      objectId: actor.userId,
      details: { passkeyId, requestId: context.requestId },
    });
  });
  return {};
}

/** Removes a passkey after password and factor; recovery codes go with the last factor. */
export const removePasskey: Verb<typeof calls.removePasskey, SignInServices> = async (
  services,
  context,
  { params: { id: passkeyId }, body },
) => {
  const account = await ownAccount(services, context);
  const { tenantId, userId } = account;
  const own = (await listPasskeys(services, context)).passkeys;
  if (!own.some(({ id }) => id === passkeyId)) throw notFound();
  await confirmPassword(services, context, account, body.password);
  await confirmFactor(services, context, account, body.token);
  const change = {
    reason: 'factorChanged',
    action: 'auth.removePasskey',
    details: { passkeyId },
    notice: 'Ein Passkey Ihres Benutzerkontos wurde entfernt.',
  } as const;
  await changeAccount(services, context, change, async (transaction) => {
    const { rows } = await sql`delete from passkeys where tenant_id = ${tenantId} and user_id = ${userId}
      and id = ${passkeyId} returning 1`.execute(transaction);
    if (rows.length === 0) throw notFound();
    const isLast = !account.isTotpActive && !account.isSmsActive && account.passkeyCount === 1;
    if (isLast) await deleteRecoveryCodes(transaction, account);
  });
  return {};
};

/** Options to show one of the user's passkeys before a sensitive step. */
export function startPasskeyProof(
  services: SignInServices,
  context: SignedInContext,
): Promise<Record<string, unknown>> {
  const subject = { purpose: 'prove', subject: context.actor.sessionId } as const;
  return passkeyRequest(services, requireRelyingParty(services, context), subject, context.actor);
}

/** Takes a passkey as factor of this session for five minutes. */
export const provePasskey: BodyVerb<typeof calls.provePasskey, SignInServices> = async (
  services,
  context,
  body,
) => {
  const { tenantId, userId, sessionId } = context.actor;
  const subject = { purpose: 'prove', subject: sessionId } as const;
  await acceptPasskey(services, context, subject, { tenantId, userId }, body.response);
  await services.database.transaction({ tenantId, userId }, async (transaction) => {
    await sql`update sessions set second_factor_at = ${new Date(services.clock()).toISOString()}
      where tenant_id = ${tenantId} and id = ${sessionId}`.execute(transaction);
  });
  services.sessions.forget([sessionId]);
  return {};
};

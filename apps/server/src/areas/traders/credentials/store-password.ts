import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { requirePermission } from '../../../platform/scope.ts';
import { seal } from '../../../platform/secrets/envelope.ts';
import { hasOwnFactor, isFactorFresh } from '../../auth/public.ts';
import { type TraderAccess, TraderFault, type TraderGateway } from '../gateway/trader-gateway.ts';
import { traderAuthError } from '../trader-auth-error.ts';
import type { TraderServices } from '../trader-services.ts';
import { credentialPlace } from './credential-place.ts';
import { notePasswordFault } from './note-fault.ts';
import { lockCredential, readTraderIssuer, type TraderIssuer } from './trader-issuer.view.ts';

/** Days a bank password is kept after it was typed in. */
export const passwordDays = 90;
const day = 86_400_000;
/** Session-only passwords go with the session; this is for one that nobody ended. */
export const sessionOnlyMs = 12 * 3_600_000;

/**
 * Has the bank accept a password for a login and keeps it, if the caller may; what the bank refuses is recorded.
 * @throws 404, auth.forbidden, traderAuth.* with `bankName` and `message`
 */
export async function keepPassword(
  services: TraderServices,
  context: SignedInContext,
  asked: { readonly issuerId: number; readonly action: string; readonly password: string },
  accept: (gateway: TraderGateway, login: Omit<TraderAccess, 'password'>) => Promise<string | null>,
): Promise<void> {
  const issuer = await readTraderIssuer(services.database, context.scope, asked.issuerId);
  await requirePasswordRight(services, context, issuer.bankName);
  const { issuerId, bankId, loginName } = issuer;
  const { action, password } = asked;
  try {
    const gateway = services.gateways.of(issuer.traderKind);
    const loggedInUntil = await accept(gateway, { issuerId, bankId, loginName });
    await storePassword(services, context, issuer, { password, loggedInUntil, action });
  } catch (error) {
    throw await refusePassword(services, context, issuer, error, action);
  }
}

/**
 * Permission, and of those who have one a fresh second factor.
 * @throws auth.forbidden, traderAuth.secondFactorRequired
 */
async function requirePasswordRight(
  services: TraderServices,
  context: SignedInContext,
  bankName: string,
): Promise<void> {
  requirePermission(context.scope, 'traderCredentials.use');
  if (await isFactorFresh(services, context)) return;
  throw new AppError('traderAuth.secondFactorRequired', { params: { bankName, message: '' } });
}

/**
 * Keeps a password the bank has just accepted, in its envelope; orders that wait for an access are looked at now. It stays
 * for the session only where the bank wants that, or where a thief of the user's own password would find it: without a
 * second factor.
 */
async function storePassword(
  services: TraderServices,
  context: SignedInContext,
  issuer: TraderIssuer,
  accepted: { readonly password: string; readonly loggedInUntil: string | null; readonly action: string },
): Promise<void> {
  const { scope, actor } = context;
  const { issuerId } = issuer;
  const isSessionOnly = issuer.isSessionOnly || !(await hasOwnFactor(services, context));
  const lifeMs = isSessionOnly ? sessionOnlyMs : passwordDays * day;
  const expiresAt = new Date(services.clock() + lifeMs).toISOString();
  await services.database.transaction(scope, async (transaction) => {
    const id = await lockCredential(transaction, scope, issuerId);
    const place = credentialPlace(id, scope.userId, issuerId);
    const envelope = seal(services.keys.keyEncryption, place, Buffer.from(accepted.password, 'utf8'));
    await sql`update trader_credentials set password_envelope = ${JSON.stringify(envelope)}::jsonb, status = 'valid',
        login_name = ${issuer.loginName}, logged_in_until = ${accepted.loggedInUntil}, expires_at = ${expiresAt},
        is_session_only = ${isSessionOnly}
      where id = ${id}`.execute(transaction);
    await sql`update trader_orders set next_check_at = now()
      where issuer_id = ${issuerId} and state in ('prepared', 'sent', 'unknown')`.execute(transaction);
    await writeAudit(transaction, {
      actor,
      action: accepted.action,
      objectType: 'traderCredentials',
      objectId: id,
      details: { issuerId, expiresAt, isSessionOnly },
    });
  });
}

/** Records a refused sign-in with what the bank said of the login, and answers the error to throw. */
async function refusePassword(
  services: TraderServices,
  context: SignedInContext,
  issuer: TraderIssuer,
  error: unknown,
  action: string,
): Promise<unknown> {
  if (!(error instanceof TraderFault)) return error;
  const { scope, actor } = context;
  await services.database.transaction(scope, async (transaction) => {
    const id = await lockCredential(transaction, scope, issuer.issuerId);
    // A typing error says nothing about the password that is stored.
    const isTypingError = error.kind === 'wrongPassword' && issuer.status === 'valid';
    if (!isTypingError) await notePasswordFault(transaction, scope.userId, issuer.issuerId, error);
    await writeAudit(transaction, {
      actor,
      action,
      objectType: 'traderCredentials',
      objectId: id,
      details: { issuerId: issuer.issuerId, fault: error.kind },
      result: 'refused',
    });
  });
  return traderAuthError(error, issuer.bankName);
}

import type { CallInput } from '@depotwerk/api/call';
import type {
  finishProviderSignIn as call,
  ProviderSignInAnswer,
} from '@depotwerk/api/users/identity-provider';
import { decideProviderSignIn } from '@depotwerk/domain/identity-provider/decide-sign-in';
import { AppError } from '../../../platform/http/app-error.ts';
import type { RequestContext } from '../../../platform/http/request-context.ts';
import type { Reply } from '../../../platform/http/route.ts';
import {
  clientOf,
  type ProviderSettings,
  readProviderSettings,
} from '../../../platform/identity-provider/identity-provider.ts';
import { equalInConstantTime } from '../../../platform/secrets/equal-in-constant-time.ts';
import type { SignInServices } from '../../../platform/services.ts';
import { countAddress, refundAddress } from '../../../platform/throttle/count-address.ts';
import { readAccount } from '../account.ts';
import { recordFailure } from '../login.ts';
import { createLinkedAccount } from './link-account.ts';
import { type ProviderClaims, redeemCode } from './provider-claims.ts';
import { isUnanswered, saysUnavailable } from './provider-failure.ts';
import { advance, type Proof } from './provider-steps.ts';
import { readSignInCookie, type StartedSignIn, takeOnce } from './sign-in-cookie.ts';
import { reachProvider, reasonOf, unreachable } from './start-provider-sign-in.ts';

const addressKinds = { network: 'address', site: 'addressSite' } as const;

/**
 * Takes what the provider sent back with this browser: the state must be the one that was begun here, it counts once,
 * and everything the client of the provider checks must hold. Then the account is found, linked, created or refused.
 */
export async function finishProviderSignIn(
  services: SignInServices,
  context: RequestContext,
  body: CallInput<typeof call>['body'],
): Promise<Reply<ProviderSignInAnswer>> {
  await countAddress(services, context.clientAddress, addressKinds);
  const started = readSignInCookie(services, context, ['started']);
  if (!equalInConstantTime(body.state, started.state)) throw new AppError('auth.providerSignInInvalid');
  await takeOnce(services, `state ${started.state}`);
  const settings = await readProviderSettings(services, started.tenantId);
  const isSame = settings?.issuer === started.issuer && settings.clientId === started.clientId;
  if (!settings?.isActive || !isSame) throw new AppError('auth.providerUnavailable');
  if (body.error !== undefined || body.code === undefined)
    throw new AppError(saysUnavailable(body.error) ? 'auth.providerUnavailable' : 'auth.providerRefused');
  const brought = { code: body.code, state: body.state, iss: body.iss };
  const claims = await claimsOf(services, context, settings, started, brought);
  const proof = await proofOf(services, context, settings, started, claims);
  await refundAddress(services, context.clientAddress, addressKinds);
  return advance(services, context, proof, { deviceName: body.deviceName });
}

async function claimsOf(
  services: SignInServices,
  context: RequestContext,
  settings: ProviderSettings,
  started: StartedSignIn,
  brought: Parameters<typeof redeemCode>[3],
): Promise<ProviderClaims> {
  const provider = await reachProvider(services, settings, () => clientOf(services, settings));
  try {
    return await redeemCode(provider, settings, started, brought);
  } catch (cause) {
    if (isUnanswered(cause)) {
      // Nobody is to blame at this address.
      await refundAddress(services, context.clientAddress, addressKinds);
      throw unreachable(services, settings, cause);
    }
    const { requestId } = context;
    services.logger.info({ requestId, reason: reasonOf(cause) }, 'auth.providerSignInFailed');
    throw new AppError('auth.providerSignInInvalid', { cause });
  }
}

interface Found {
  linkedUserId: string | null;
  mailUserId: string | null;
  isMailUserLinked: boolean;
  isLinkAllowed: boolean;
  hasPassword: boolean;
}

async function find(
  services: SignInServices,
  { tenantId, issuer }: ProviderSettings,
  { subject, mail }: ProviderClaims,
): Promise<Found> {
  const [found] = await services.database.read<Found>(
    { tenantId, userId: null },
    {
      sql: `select (select l.user_id from identity_links l where l.issuer = $1 and l.subject = $2) as "linkedUserId",
          u.id as "mailUserId",
          coalesce(exists (select from identity_links l where l.user_id = u.id and l.issuer = $1), false) as "isMailUserLinked",
          coalesce(u.identity_link_allowed_until > $4::timestamptz, false) as "isLinkAllowed",
          coalesce(u.password_hash is not null, false) as "hasPassword"
        from (select 1) as one left join users u on lower(u.user_name) = lower($3)`,
      parameters: [issuer, subject, mail, new Date(services.clock()).toISOString()],
    },
  );
  if (!found) throw new AppError('auth.providerNotLinked');
  return found;
}

/** Whose account it is, and what is still to be shown. @throws AppError auth.provider… when it is nobody's */
async function proofOf(
  services: SignInServices,
  context: RequestContext,
  settings: ProviderSettings,
  { returnUrl }: StartedSignIn,
  claims: ProviderClaims,
): Promise<Proof> {
  const { tenantId, issuer, defaultRoleId } = settings;
  const found = await find(services, settings, claims);
  const { mail, isMailVerified, subject, given } = claims;
  const decision = decideProviderSignIn({
    isLinked: found.linkedUserId !== null,
    hasAccount: found.mailUserId !== null,
    isAccountLinkedElsewhere: found.isMailUserLinked,
    isLinkAllowed: found.isLinkAllowed,
    hasPassword: found.hasPassword,
    mail,
    isMailVerified,
    unknownPeople: settings.unknownPeople,
  });
  const rights = { issuer, subject, given, defaultRoleId };
  const known = found.linkedUserId ?? found.mailUserId;
  if (decision.kind === 'refuse') {
    const account = known === null ? null : await readAccount(services.database, tenantId, known);
    recordFailure(services, context, account, `provider ${decision.reason}`);
    throw new AppError(
      decision.reason === 'notLinked' ? 'auth.providerNotLinked' : 'auth.providerMailUnverified',
    );
  }
  const userId =
    decision.kind === 'create'
      ? await services.database.transaction({ tenantId, userId: null }, (transaction) =>
          createLinkedAccount(
            transaction,
            tenantId,
            { userName: mail ?? '', fullName: claims.fullName ?? '' },
            rights,
          ),
        )
      : known;
  const account = userId === null ? null : await readAccount(services.database, tenantId, userId);
  // Accounts of the demo open nothing outside of it.
  if (!account || (account.isDemo && !services.settings.isDemo)) throw new AppError('auth.providerNotLinked');
  if (!account.isLive) throw new AppError('auth.userInactive');
  const { sessionId, idToken, hasShownFactor } = claims;
  return {
    account,
    rights,
    clientId: settings.clientId,
    kind: decision.kind === 'confirmLink' ? 'linking' : 'factor',
    hasShownFactor,
    sessionId,
    idToken,
    returnUrl,
  };
}

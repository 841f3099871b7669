import type { AuthenticatedUser } from '@depotwerk/api/auth/auth';
import { ApiError } from './api-error.ts';
import { isForVisitors, queryOfWayBack } from './return-url.ts';

/** What a guard decides. `fail` shows the error page with a retry and signs nobody out. */
export type GuardDecision =
  | { kind: 'allow' }
  | {
      kind: 'redirect';
      to: string;
      returnUrl?: string | undefined;
      /** What stands behind `#` goes along: an analysis is opened by it, and no server is told. */
      keepsHash?: true;
      /** It is a right that is missing: where she is sent says so, or it would look like a link that is broken. */
      lacksRight?: true;
      /** What she followed a link for is not there for her: where she is sent says why (`auth.login`). */
      says?: 'invitationClosed' | 'signedInAlready' | undefined;
    }
  | { kind: 'fail'; error: unknown };

export interface GuardContext {
  refreshTokenExists: () => boolean;
  currentUser: () => AuthenticatedUser | null;
  /** Loads and keeps the user; throws ApiError. */
  loadUser: () => Promise<AuthenticatedUser>;
  /** Waits for the white label when it is still loading. */
  registrationMode: () => Promise<number>;
}

const allow: GuardDecision = { kind: 'allow' };

function toLogin(location: string): GuardDecision {
  return { kind: 'redirect', to: '/auth/login', returnUrl: queryOfWayBack(location), keepsHash: true };
}

async function userOf(context: GuardContext): Promise<AuthenticatedUser> {
  return context.currentUser() ?? (await context.loadUser());
}

/**
 * Pages of `/auth`: a signed-in user goes on to where he wanted, else to the contracts; everyone else may stay.
 *
 * @param reason why what she wanted sent her here; that an invitation is closed to everybody is told to her as well
 */
export async function visitorGuard(
  context: GuardContext,
  returnUrl?: string,
  reason?: unknown,
): Promise<GuardDecision> {
  if (!context.refreshTokenExists()) return allow;
  const target = queryOfWayBack(returnUrl);
  try {
    await userOf(context);
  } catch {
    // A session that is over is none any more: who wanted the analysis is a visitor there.
    if (target && isForVisitors(target) && !context.refreshTokenExists())
      return { kind: 'redirect', to: target, keepsHash: true };
    // Whatever else went wrong: the sign-in page is the one place that must stay reachable.
    return allow;
  }
  if (target && !isForVisitors(target)) return { kind: 'redirect', to: target, keepsHash: true };
  // The depot analysis sends whoever is signed in back here: without a word the link would look broken.
  const says = reason === 'invitationClosed' ? reason : target && 'signedInAlready';
  return { kind: 'redirect', to: '/contracts', ...(says && { says }) };
}

/** The signed-in shell. */
export async function loginGuard(context: GuardContext, location: string): Promise<GuardDecision> {
  if (!context.refreshTokenExists()) return toLogin(location);
  try {
    await userOf(context);
    return allow;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return toLogin(location);
    return { kind: 'fail', error };
  }
}

/** `/depotanalysis`: closed to strangers in registration mode 0; a signed-in user signs in on the way. */
export async function depotanalysisGuard(context: GuardContext): Promise<GuardDecision> {
  // The sign-in page says why she stands there.
  if ((await context.registrationMode()) === 0)
    return { kind: 'redirect', to: '/auth?reason=analysisClosed' };
  if (context.refreshTokenExists())
    return { kind: 'redirect', to: '/auth/login', returnUrl: '/depotanalysis', keepsHash: true };
  return allow;
}

/** `/depotanalysis/{guid}`: the same conditions; whether the invitation is open is asked by its page. */
export async function preregistrationGuard(context: GuardContext, guid: string): Promise<GuardDecision> {
  const decision = await depotanalysisGuard(context);
  if (decision.kind !== 'redirect') return decision;
  if (decision.returnUrl === undefined) return { kind: 'redirect', to: '/auth?reason=invitationClosed' };
  return { ...decision, returnUrl: `/depotanalysis/${encodeURIComponent(guid)}` };
}

const refused: GuardDecision = { kind: 'redirect', to: '/contracts', lacksRight: true };

/** Pages behind one permission; without it the user goes to the contracts, and is told why. */
export function permissionGuard(user: AuthenticatedUser | null, permission: string): GuardDecision {
  return user?.permissions.includes(permission) ? allow : refused;
}

export function adminGuard(user: AuthenticatedUser | null): GuardDecision {
  return permissionGuard(user, 'admin.access');
}

/** Tariff pages: the flag of the client configuration decides. */
export function tariffsGuard(user: AuthenticatedUser | null): GuardDecision {
  return user?.clientConfig.canViewTariffs ? allow : refused;
}

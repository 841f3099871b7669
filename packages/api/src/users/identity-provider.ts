import { groupRights } from '@depotwerk/domain/permissions';
import * as z from 'zod/mini';
import { tokenResponse } from '../auth/auth.ts';
import { usedPasskey } from '../auth/passkey-fields.ts';
import { callsOf } from '../call.ts';
import { challenge } from '../challenge.ts';
import { code, password } from '../credential-fields.ts';
import { id, instant, pathId, text } from '../fields.ts';

/**
 * Signing in through the provider of the house (OpenID Connect, authorization code with PKCE). What is wrong with
 * settings is said by `@depotwerk/domain/identity-provider`. Roles are given through claims, so the settings ask for
 * the right to edit roles.
 */

const defineCall = callsOf('auth');
const settingsCall = { path: '/admin/identity-provider', access: 'userManagement.editRoles' } as const;

const mapping = z.strictObject({
  /** A value of the groups claim, compared as it is written. */
  claimValue: text(300),
  roleId: z.nullable(id),
  groupId: z.nullable(id),
  groupRights: z.array(z.enum(groupRights)).check(z.maxLength(groupRights.length)),
});
const members = {
  issuer: text(500),
  clientId: text(300),
  buttonText: text(100),
  /** Whether the sign-in page offers it. */
  isActive: z.boolean(),
  groupsClaim: z.nullable(text(200)),
  mappings: z.array(mapping).check(z.maxLength(100)),
  /** Who has no account here: is refused, or gets one with the default role or that of a mapping. */
  unknownPeople: z.enum(['refuse', 'create']),
  defaultRoleId: z.nullable(id),
  /** Whether a factor the provider has asked for counts here; else the own one is asked for after it. */
  acceptsFactor: z.boolean(),
  /** Values of `amr` or `acr` that say so. */
  factorValues: z.array(text(200)).check(z.maxLength(20)),
};

export const identityProvider = z.strictObject({
  isSetUp: z.boolean(),
  ...members,
  hasClientSecret: z.boolean(),
  /** True where no key opens it: it has to be entered again. Not said otherwise, nor by servers of the release before. */
  isSecretClosed: z.optional(z.boolean()),
  testedAt: z.nullable(instant),
  /** What has to be entered at the provider. */
  redirectUri: z.string(),
  logoutRedirectUri: z.string(),
  backChannelLogoutUri: z.string(),
  rowVersion: z.int(),
});
export type IdentityProvider = z.infer<typeof identityProvider>;

export const getIdentityProvider = defineCall({
  ...settingsCall,
  id: 'getIdentityProvider',
  method: 'GET',
  summary: 'The provider people sign in through, never its secret; ETag is the version, 0 before the first.',
  answer: identityProvider,
});

export const putIdentityProvider = defineCall({
  ...settingsCall,
  id: 'putIdentityProvider',
  method: 'PUT',
  summary: 'Sets the provider; a secret left out (null) stays as long as issuer and client stay.',
  needsFreshFactor: true,
  needsIfMatch: true,
  body: z.strictObject({ ...members, clientSecret: z.nullable(text(500)) }),
  answer: identityProvider,
  errors: [
    'common.validationFailed',
    'users.aboveOwnRights',
    'roles.lastAdministrator',
    'groups.customersUnseen',
  ],
});

export const checkIdentityProvider = defineCall({
  ...settingsCall,
  id: 'checkIdentityProvider',
  method: 'POST',
  path: '/admin/identity-provider/check',
  summary: 'Asks the provider for its description and keys and says what is missing.',
  needsIdempotencyKey: true,
  answer: z.strictObject({
    isReached: z.boolean(),
    /** What went wrong, in words for an administrator; null when it was reached. */
    reason: z.nullable(z.string()),
    endsSessions: z.boolean(),
    tellsEndOfSessions: z.boolean(),
  }),
  errors: ['auth.providerUnavailable'],
});

const signInErrors = [
  'auth.providerUnavailable',
  'auth.providerSignInInvalid',
  'auth.tooManyAttempts',
  'auth.foreignOrigin',
] as const;

export const startProviderSignIn = defineCall({
  id: 'startProviderSignIn',
  method: 'POST',
  path: '/auth/oidc/start',
  summary: 'Where to sign in at the provider; binds state, nonce and PKCE to this browser for ten minutes.',
  access: 'anonymous',
  usesRefreshCookie: true,
  body: z.strictObject({ returnUrl: z.optional(text(2000)) }),
  answer: z.strictObject({ authorizationUrl: z.string() }),
  errors: signInErrors,
});

/** What happens after the provider has said who it is. */
const signInAnswer = z.union([
  z.strictObject({ signedIn: tokenResponse, returnUrl: z.nullable(z.string()) }),
  z.strictObject({ secondFactor: challenge, returnUrl: z.nullable(z.string()) }),
  /** An account with the verified address exists: its password says that both are the same person. */
  z.strictObject({ linking: z.strictObject({ userName: z.string() }), returnUrl: z.nullable(z.string()) }),
]);
export type ProviderSignInAnswer = z.infer<typeof signInAnswer>;

export const finishProviderSignIn = defineCall({
  id: 'finishProviderSignIn',
  method: 'POST',
  path: '/auth/oidc/callback',
  summary:
    'Takes what the provider sent back, once and in the browser that began; signs in or says what is missing.',
  access: 'anonymous',
  usesRefreshCookie: true,
  body: z.strictObject({
    state: text(200),
    code: z.optional(text(3000)),
    iss: z.optional(text(500)),
    error: z.optional(text(200)),
    deviceName: z.optional(text(100)),
  }),
  answer: signInAnswer,
  errors: [
    ...signInErrors,
    'auth.providerRefused',
    'auth.providerNotLinked',
    'auth.providerMailUnverified',
    'auth.providerNoRole',
    'auth.userInactive',
  ],
});

export const continueProviderSignIn = defineCall({
  id: 'continueProviderSignIn',
  method: 'POST',
  path: '/auth/oidc/continue',
  summary: 'The own factor after the provider, or password and factor to link an account with its subject.',
  access: 'anonymous',
  usesRefreshCookie: true,
  body: z.strictObject({
    password: z.optional(password),
    challengeId: z.optional(id),
    tokenProviderId: z.optional(z.string().check(z.maxLength(100))),
    token: z.optional(code),
    passkey: z.optional(usedPasskey),
    deviceName: z.optional(text(100)),
  }),
  answer: signInAnswer,
  errors: [
    ...signInErrors,
    'auth.invalidCredentials',
    'auth.userInactive',
    'auth.locked',
    'auth.providerNoRole',
    'secondFactor.invalidToken',
    'secondFactor.expired',
    'secondFactor.unknownProvider',
    'auth.passkeyInvalid',
  ],
});

export const getOwnProviderLink = defineCall({
  id: 'getOwnProviderLink',
  opensWhileViewing: false,
  method: 'GET',
  path: '/auth/oidc/link',
  summary: 'Whether the own account is linked with the provider of the house, and since when.',
  access: 'signedIn',
  answer: z.strictObject({
    /** null = the house has no provider. */
    buttonText: z.nullable(z.string()),
    linkedAt: z.nullable(instant),
    lastUsedAt: z.nullable(instant),
    /** False without a password of its own: nobody could sign in any more. */
    hasPassword: z.boolean(),
  }),
});

export const removeOwnProviderLink = defineCall({
  id: 'removeOwnProviderLink',
  method: 'POST',
  path: '/auth/oidc/link/remove',
  summary: 'Unlinks the own account; sessions that came through the provider end. Needs password and factor.',
  access: 'signedIn',
  body: z.strictObject({ password, token: z.optional(code) }),
  errors: [
    'common.notFound',
    'auth.oldPasswordWrong',
    'auth.secondFactorRequired',
    'secondFactor.invalidToken',
    'auth.tooManyAttempts',
  ],
});

const userCall = { area: 'users', path: '/users/:id/provider-link', params: pathId } as const;
export const getUserProviderLink = defineCall({
  ...userCall,
  id: 'getUserProviderLink',
  method: 'GET',
  summary: 'Whether a person is linked with the provider of the house.',
  access: 'userManagement.view',
  answer: z.strictObject({
    buttonText: z.nullable(z.string()),
    linkedAt: z.nullable(instant),
    lastUsedAt: z.nullable(instant),
    /** Until then the next sign-in with the verified address links the account without its password. */
    allowedUntil: z.nullable(instant),
    /** Present while his role is the one the claims gave. */
    givenRole: z.optional(
      z.strictObject({
        /** Name of another one he had by hand before. */
        nameBefore: z.nullable(z.string()),
        /** Whether that is his again when the claim is said no more; else it takes an administrator. */
        comesBack: z.boolean(),
      }),
    ),
  }),
  errors: ['common.notFound'],
});

export const allowUserProviderLink = defineCall({
  ...userCall,
  id: 'allowUserProviderLink',
  method: 'POST',
  summary: 'Lets the next sign-in with the verified address link the account, for seven days.',
  access: 'userManagement.editUsers',
  needsFreshFactor: true,
  errors: ['common.notFound', 'users.aboveOwnRights', 'users.ownSignIn', 'auth.providerUnavailable'],
});

export const removeUserProviderLink = defineCall({
  ...userCall,
  id: 'removeUserProviderLink',
  method: 'DELETE',
  summary:
    'Unlinks a person, or takes back that the next sign-in may link; sessions through the provider end.',
  access: 'userManagement.editUsers',
  needsFreshFactor: true,
  errors: ['common.notFound', 'users.aboveOwnRights', 'roles.lastAdministrator', 'groups.customersUnseen'],
});

export const backChannelLogout = defineCall({
  id: 'backChannelLogout',
  method: 'POST',
  path: '/auth/oidc/backchannel-logout',
  summary: 'A provider says that somebody signed out there (OpenID Connect Back-Channel Logout 1.0).',
  access: 'anonymous',
  takesForm: true,
  // Further members are to be ignored.
  body: z.object({ logout_token: z.string().check(z.maxLength(8000)) }),
  status: 200,
  errors: ['auth.providerSignInInvalid'],
});

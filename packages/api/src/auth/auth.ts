import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { challenge } from '../challenge.ts';
import { code, password, userName } from '../credential-fields.ts';
import { id, instant, text } from '../fields.ts';
import { usedPasskey } from './passkey-fields.ts';

const defineCall = callsOf('auth');

export const tokenResponse = z.strictObject({
  accessToken: z.string(),
  tokenType: z.literal('Bearer'),
  /** Seconds until the access token ends. */
  expiresIn: z.int(),
  /** Mobile clients only; browsers get it in the cookie `__Host-refresh` and never in a body. */
  refreshToken: z.optional(z.string()),
  /** Seconds until the session ends without use. */
  refreshExpiresIn: z.int(),
  userId: id,
});

export type TokenResponse = z.infer<typeof tokenResponse>;

export const login = defineCall({
  id: 'login',
  method: 'POST',
  path: '/auth/login',
  summary: 'Signs in; answers tokens, or a second-factor challenge without tokens.',
  access: 'anonymous',
  body: z.strictObject({
    userName,
    password,
    deviceName: z.optional(text(100)),
    /** `mobile` gets the refresh token in the body, `web` (default) in the cookie. */
    clientType: z.optional(z.enum(['web', 'mobile'])),
    challengeId: z.optional(id),
    tokenProviderId: z.optional(z.string().check(z.maxLength(100))),
    token: z.optional(code),
    /** What the browser answered to `passkeyOptions` of the chosen passkey. */
    passkey: z.optional(usedPasskey),
  }),
  answer: z.union([tokenResponse, z.strictObject({ secondFactor: challenge })]),
  usesRefreshCookie: true,
  errors: [
    'auth.invalidCredentials',
    'auth.userInactive',
    'auth.locked',
    'auth.tooManyAttempts',
    'secondFactor.invalidToken',
    'secondFactor.expired',
    'secondFactor.unknownProvider',
    'auth.passkeyInvalid',
    'auth.foreignOrigin',
  ],
});

export const refresh = defineCall({
  id: 'refresh',
  method: 'POST',
  path: '/auth/refresh',
  summary: 'Rotates the refresh token and answers a new access token.',
  access: 'anonymous',
  body: z.strictObject({ refreshToken: z.optional(z.string().check(z.maxLength(500))) }),
  answer: tokenResponse,
  usesRefreshCookie: true,
  errors: ['auth.refreshTokenInvalid', 'auth.refreshTokenReused', 'auth.foreignOrigin'],
});

export const logout = defineCall({
  id: 'logout',
  method: 'DELETE',
  path: '/auth/token',
  summary: 'Ends this session; 204, or where to sign out at the provider the session came through.',
  access: 'anonymous',
  usesRefreshCookie: true,
  answerKind: 'jsonOrEmpty',
  answer: z.nullable(z.strictObject({ endSessionUrl: z.string() })),
});

export const authenticatedUser = z.strictObject({
  id,
  userName: z.string(),
  fullName: z.string(),
  company: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  roleId: id,
  roleName: z.string(),
  permissions: z.array(z.string()),
  groups: z.array(z.strictObject({ groupId: id, groupRights: z.array(z.string()) })),
  tenantId: id,
  clientConfig: z.strictObject({
    canViewTariffs: z.boolean(),
    canViewAdmin: z.boolean(),
    canExecuteOptimization: z.boolean(),
    canManageCredentials: z.boolean(),
    canExport: z.boolean(),
    canBulk: z.boolean(),
    requireSecondFactor: z.boolean(),
    startPage: z.string(),
  }),
  lastLogin: z.nullable(instant),
  mustChangePassword: z.boolean(),
  /** Set for a customer who signs in herself: her own side is all she sees. */
  ownCustomerId: z.optional(id),
  /** The tour of the first day starts by itself: present until he has closed it, for as long as his account is new. */
  isTourDue: z.optional(z.literal(true)),
  /** Version of the house's terms she has to agree to anew, having agreed to an earlier one. */
  termsToAgree: z.optional(z.string()),
  /** As whom he looks at the product at the moment: permissions are then what both may. */
  viewing: z.optional(z.strictObject({ userId: id, fullName: z.string(), endsAt: instant })),
});

export type AuthenticatedUser = z.infer<typeof authenticatedUser>;

export const getAuthenticatedUser = defineCall({
  id: 'getAuthenticatedUser',
  method: 'GET',
  path: '/auth/user',
  summary: 'The signed-in user with rights and client configuration.',
  access: 'signedIn',
  answer: authenticatedUser,
  isOpenBeforeNewPassword: true,
});

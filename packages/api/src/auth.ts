import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { code, newPassword, password, userName } from './credential-fields.ts';
import { id, instant, pathId, text } from './fields.ts';
import { usedPasskey } from './passkey-fields.ts';
import { challenge } from './second-factor.ts';

const area = 'auth';

export const tokenResponse = z.strictObject({
  accessToken: z.string(),
  tokenType: z.literal('Bearer'),
  /** Seconds until the access token ends. */
  expiresIn: z.int(),
  /** Mobile clients only; browsers get it in the cookie `__Host-refresh` and never in a body (S2). */
  refreshToken: z.optional(z.string()),
  /** Seconds until the session ends without use. */
  refreshExpiresIn: z.int(),
  userId: id,
});

export type TokenResponse = z.infer<typeof tokenResponse>;

export const login = defineCall({
  id: 'login',
  area,
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
  area,
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
  area,
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
  /** As whom he looks at the product at the moment: permissions are then what both may. */
  viewing: z.optional(z.strictObject({ userId: id, fullName: z.string(), endsAt: instant })),
});

export type AuthenticatedUser = z.infer<typeof authenticatedUser>;

export const getAuthenticatedUser = defineCall({
  id: 'getAuthenticatedUser',
  area,
  method: 'GET',
  path: '/auth/user',
  summary: 'The signed-in user with rights and client configuration.',
  access: 'signedIn',
  answer: authenticatedUser,
  isOpenBeforeNewPassword: true,
});

export const listSessions = defineCall({
  id: 'listSessions',
  opensWhileViewing: false,
  area,
  method: 'GET',
  path: '/auth/sessions',
  summary: 'Devices the user is signed in on.',
  access: 'signedIn',
  answer: z.array(
    z.strictObject({
      id,
      deviceName: z.string(),
      clientType: z.enum(['web', 'mobile']),
      createdAt: instant,
      lastUsedAt: instant,
      expiresAt: instant,
      isCurrent: z.boolean(),
    }),
  ),
});

export const endSession = defineCall({
  id: 'endSession',
  area,
  method: 'DELETE',
  path: '/auth/sessions/:id',
  summary: 'Ends one session of the user.',
  access: 'signedIn',
  params: pathId,
  errors: ['common.notFound'],
});

export const endOtherSessions = defineCall({
  id: 'endOtherSessions',
  area,
  method: 'DELETE',
  path: '/auth/sessions',
  summary: 'Ends every session of the user but this one.',
  access: 'signedIn',
});

export const changePassword = defineCall({
  id: 'changePassword',
  area,
  method: 'POST',
  path: '/auth/password',
  summary: 'Changes the own password; every other session ends.',
  access: 'signedIn',
  body: z.strictObject({ oldPassword: password, newPassword, token: z.optional(code) }),
  isOpenBeforeNewPassword: true,
  errors: [
    'auth.oldPasswordWrong',
    'auth.passwordTooWeak',
    'auth.secondFactorRequired',
    'auth.tooManyAttempts',
  ],
});

export const forgotPassword = defineCall({
  id: 'forgotPassword',
  area,
  method: 'POST',
  path: '/auth/forgot-password',
  summary: 'Sends a reset link; the answer is the same for unknown names.',
  access: 'anonymous',
  body: z.strictObject({ userName }),
  status: 202,
  errors: ['auth.tooManyAttempts'],
});

export const resetActivationToken = defineCall({
  id: 'resetActivationToken',
  area,
  method: 'POST',
  path: '/auth/activation/reset-token',
  summary:
    'Sends a new activation code by SMS to whoever holds the guid of an invitation; a name alone sends nothing.',
  access: 'anonymous',
  body: z.strictObject({ userName: z.optional(userName), guid: z.optional(id) }),
  status: 202,
  errors: ['auth.tooManyAttempts'],
});

export const activateCredentials = defineCall({
  id: 'activateCredentials',
  area,
  method: 'POST',
  path: '/auth/activation/credentials',
  summary: 'Sets name, password and phone number with the guid of the link and the SMS code.',
  access: 'anonymous',
  body: z.strictObject({
    guid: id,
    userName,
    password: newPassword,
    phoneNumber: z.optional(z.string().check(z.trim(), z.maxLength(40))),
    token: z.optional(code),
    termsVersion: z.optional(text(20)),
  }),
  status: 201,
  errors: [
    'auth.activationInvalid',
    'auth.passwordTooWeak',
    'auth.phoneNumberNotAllowed',
    'auth.secondFactorRequired',
    'contracts.mailIsTaken',
    'secondFactor.invalidToken',
    'secondFactor.expired',
    'auth.tooManyAttempts',
  ],
});

export const displaySettings = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  startPage: z.enum([
    '/contracts',
    '/customers',
    '/workbench',
    '/approvals',
    '/admin/tariffs',
    '/documents',
    '/user-management',
    '/audit',
    '/admin',
  ]),
});

export const getDisplaySettings = defineCall({
  id: 'getDisplaySettings',
  area,
  method: 'GET',
  path: '/settings/display',
  summary: 'Theme, density and start page of the user.',
  access: 'signedIn',
  answer: displaySettings,
  isOpenBeforeNewPassword: true,
});

export const putDisplaySettings = defineCall({
  id: 'putDisplaySettings',
  area,
  method: 'PUT',
  path: '/settings/display',
  summary: 'Stores theme, density and start page of the user.',
  access: 'signedIn',
  body: displaySettings,
  answer: displaySettings,
});

/** Demo mode only, 404 elsewhere (G-72). */
export const listDemoOutbox = defineCall({
  id: 'listDemoOutbox',
  area,
  method: 'GET',
  path: '/demo/outbox',
  summary: 'SMS and mails the demo would have sent, newest first.',
  access: 'anonymous',
  answer: z.array(
    z.strictObject({
      id: z.string(),
      kind: z.enum(['sms', 'mail']),
      recipient: z.string(),
      text: z.string(),
      createdAt: instant,
    }),
  ),
  errors: ['common.notFound'],
});

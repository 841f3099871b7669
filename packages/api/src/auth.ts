import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { id, instant, pathId, text } from './fields.ts';

const area = 'auth';

/** Taken as typed, never trimmed; the policy of S8 is checked on setting, not here. */
const password = z.string().check(
  z.minLength(1),
  z.maxLength(256),
  z.refine((value) => value.isWellFormed(), { error: 'invalidCharacters' }),
);
const newPassword = password;
const userName = text(100, 1);
const code = z.string().check(z.trim(), z.regex(/^[0-9A-Za-z-]{4,32}$/));

export const tokenProviderType = z.enum([
  'sms',
  'email',
  'totp',
  'recoveryCode',
  'passkey',
  'bankTan',
  'bankDecoupled',
  'bankPhoto',
]);

/** Second-factor challenge (G-31). */
export const challenge = z.strictObject({
  challengeId: id,
  purpose: z.enum(['login', 'plannedOptimization', 'credentialChange', 'depotCreate']),
  tokenProviders: z.array(
    z.strictObject({
      tokenProviderType,
      tokenProviderId: z.string(),
      description: z.string(),
      maskedTarget: z.nullable(z.string()),
    }),
  ),
  selectedTokenProviderId: z.nullable(z.string()),
  challengeText: z.string(),
  expiresAt: instant,
  attemptsLeft: z.int(),
});
export type Challenge = z.infer<typeof challenge>;

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
  summary: 'Ends this session; always 204.',
  access: 'anonymous',
  usesRefreshCookie: true,
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
});

export const listSessions = defineCall({
  id: 'listSessions',
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

/** A new or forgotten account proves itself by the guid of the invitation or reset link. */
export const requestSms = defineCall({
  id: 'requestSms',
  area,
  method: 'POST',
  path: '/auth/activation',
  summary: 'Sends a code by SMS to the number given (tokenProviderId) for the signed-in user.',
  access: 'signedIn',
  body: z.strictObject({
    tokenProviderType: z.literal('sms'),
    /** Phone number to confirm, international or German format. */
    tokenProviderId: z.string().check(z.trim(), z.minLength(5), z.maxLength(40)),
    description: text(200),
  }),
  answer: z.strictObject({ expiresAt: instant, resendAfter: z.int() }),
  status: 202,
  errors: ['auth.phoneNumberNotAllowed', 'auth.secondFactorRequired', 'auth.tooManyAttempts'],
});
export const validateToken = defineCall({
  id: 'validateToken',
  area,
  method: 'POST',
  path: '/auth/validation',
  summary: 'Checks a code of the signed-in user and confirms the number it was sent to.',
  access: 'signedIn',
  body: z.strictObject({ token: code }),
  answer: z.strictObject({ isValid: z.boolean(), secondFactorToken: z.string(), expiresAt: instant }),
  errors: ['secondFactor.invalidToken', 'secondFactor.expired', 'auth.tooManyAttempts'],
});
export const resetActivationToken = defineCall({
  id: 'resetActivationToken',
  area,
  method: 'POST',
  path: '/auth/activation/reset-token',
  summary: 'Sends a new activation code by SMS for an invitation or a forgotten password.',
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

export const getSecondFactor = defineCall({
  id: 'getSecondFactor',
  area,
  method: 'GET',
  path: '/auth/second-factor',
  summary: 'Which second factors the user has set up.',
  access: 'signedIn',
  answer: z.strictObject({
    isTotpActive: z.boolean(),
    isSmsActive: z.boolean(),
    maskedPhoneNumber: z.nullable(z.string()),
    recoveryCodesLeft: z.int(),
    isMandatory: z.boolean(),
  }),
});
export const startTotp = defineCall({
  id: 'startTotp',
  area,
  method: 'POST',
  path: '/auth/second-factor/totp',
  summary: 'Creates a TOTP seed that counts once it is confirmed; needs the password or a fresh factor.',
  access: 'signedIn',
  body: z.strictObject({ password, token: z.optional(code) }),
  answer: z.strictObject({ secret: z.string(), otpauthUri: z.string() }),
  errors: ['auth.oldPasswordWrong', 'auth.secondFactorRequired', 'auth.tooManyAttempts'],
});
export const confirmTotp = defineCall({
  id: 'confirmTotp',
  area,
  method: 'POST',
  path: '/auth/second-factor/totp/confirm',
  summary: 'Confirms the seed with a code; answers recovery codes, shown this once.',
  access: 'signedIn',
  body: z.strictObject({ token: code }),
  answer: z.strictObject({ recoveryCodes: z.array(z.string()) }),
  errors: ['secondFactor.invalidToken', 'secondFactor.expired', 'auth.tooManyAttempts'],
});
export const removeTotp = defineCall({
  id: 'removeTotp',
  area,
  method: 'POST',
  path: '/auth/second-factor/totp/remove',
  summary: 'Removes TOTP and its recovery codes; needs password and a code.',
  access: 'signedIn',
  body: z.strictObject({ password, token: code }),
  errors: ['auth.oldPasswordWrong', 'secondFactor.invalidToken', 'auth.tooManyAttempts'],
});
export const setSmsFactor = defineCall({
  id: 'setSmsFactor',
  area,
  method: 'POST',
  path: '/auth/second-factor/sms',
  summary: 'Switches the confirmed phone number on or off as second factor at sign-in.',
  access: 'signedIn',
  body: z.strictObject({ isActive: z.boolean(), password, token: z.optional(code) }),
  errors: [
    'auth.oldPasswordWrong',
    'auth.secondFactorRequired',
    'auth.phoneNumberNotAllowed',
    'auth.tooManyAttempts',
  ],
});
export const renewRecoveryCodes = defineCall({
  id: 'renewRecoveryCodes',
  area,
  method: 'POST',
  path: '/auth/second-factor/recovery-codes',
  summary: 'Replaces the recovery codes; needs password and a code.',
  access: 'signedIn',
  body: z.strictObject({ password, token: code }),
  answer: z.strictObject({ recoveryCodes: z.array(z.string()) }),
  errors: ['auth.oldPasswordWrong', 'secondFactor.invalidToken', 'auth.tooManyAttempts'],
});

export const displaySettings = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  startPage: z.enum(['/contracts', '/customers', '/workbench']),
});
export const getDisplaySettings = defineCall({
  id: 'getDisplaySettings',
  area,
  method: 'GET',
  path: '/settings/display',
  summary: 'Theme, density and start page of the user.',
  access: 'signedIn',
  answer: displaySettings,
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

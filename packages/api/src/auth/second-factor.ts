import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { code, password } from '../credential-fields.ts';
import { instant, text } from '../fields.ts';

const defineCall = callsOf('auth');

/** A new or forgotten account proves itself by the guid of the invitation or reset link. */
export const requestSms = defineCall({
  id: 'requestSms',
  method: 'POST',
  path: '/auth/activation',
  summary: 'Sends a code by SMS to the number given (tokenProviderId) for the signed-in user.',
  access: 'signedIn',
  isOpenBeforeNewPassword: true,
  body: z.strictObject({
    tokenProviderType: z.literal('sms'),
    /** Phone number to confirm, international or German format. */
    tokenProviderId: z.string().check(z.trim(), z.minLength(5), z.maxLength(40)),
    description: text(200),
    /** Where there is a confirmed number or a second factor already: another number needs both. */
    password: z.optional(password),
    token: z.optional(code),
  }),
  answer: z.strictObject({ expiresAt: instant, resendAfter: z.int() }),
  status: 202,
  errors: [
    'auth.phoneNumberNotAllowed',
    'auth.oldPasswordWrong',
    'auth.secondFactorRequired',
    'secondFactor.invalidToken',
    'auth.tooManyAttempts',
  ],
});

export const validateToken = defineCall({
  id: 'validateToken',
  method: 'POST',
  path: '/auth/validation',
  summary: 'Checks a code of the signed-in user and confirms the number it was sent to.',
  access: 'signedIn',
  isOpenBeforeNewPassword: true,
  body: z.strictObject({ token: code }),
  answer: z.strictObject({
    isValid: z.boolean(),
    /** null when the code only confirmed a number, which is no factor yet. */
    secondFactorToken: z.nullable(z.string()),
    expiresAt: instant,
  }),
  errors: [
    'secondFactor.invalidToken',
    'secondFactor.expired',
    'auth.secondFactorRequired',
    'auth.tooManyAttempts',
  ],
});

export const getSecondFactor = defineCall({
  id: 'getSecondFactor',
  opensWhileViewing: false,
  method: 'GET',
  path: '/auth/second-factor',
  summary: 'Which second factors the user has set up.',
  access: 'signedIn',
  isOpenBeforeNewPassword: true,
  answer: z.strictObject({
    isTotpActive: z.boolean(),
    isSmsActive: z.boolean(),
    /** Whether a code by SMS can reach anybody of the house. */
    isSmsOffered: z.boolean(),
    passkeyCount: z.int(),
    maskedPhoneNumber: z.nullable(z.string()),
    recoveryCodesLeft: z.int(),
    isMandatory: z.boolean(),
  }),
});

export const startTotp = defineCall({
  id: 'startTotp',
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
  method: 'POST',
  path: '/auth/second-factor/totp/remove',
  summary:
    'Removes TOTP and, with the last factor, the recovery codes; needs password and a code, or a factor shown in this session within five minutes.',
  access: 'signedIn',
  body: z.strictObject({ password, token: z.optional(code) }),
  errors: [
    'auth.oldPasswordWrong',
    'auth.secondFactorRequired',
    'secondFactor.invalidToken',
    'auth.tooManyAttempts',
  ],
});

export const setSmsFactor = defineCall({
  id: 'setSmsFactor',
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
  method: 'POST',
  path: '/auth/second-factor/recovery-codes',
  summary:
    'Replaces the recovery codes; needs password and a code, or a factor shown in this session within five minutes.',
  access: 'signedIn',
  body: z.strictObject({ password, token: z.optional(code) }),
  answer: z.strictObject({ recoveryCodes: z.array(z.string()) }),
  errors: [
    'auth.oldPasswordWrong',
    'auth.secondFactorRequired',
    'secondFactor.invalidToken',
    'auth.tooManyAttempts',
  ],
});

import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { code, password } from '../credential-fields.ts';
import { id, instant, pathId, text } from '../fields.ts';
import { tokenResponse } from './auth.ts';
import { createdPasskey, usedPasskey } from './passkey-fields.ts';

const defineCall = callsOf('auth');

/** What `navigator.credentials` is asked with, as `@simplewebauthn` writes it. */
const options = z.record(z.string(), z.unknown());
const passkeyName = text(100, 1);
const failures = ['auth.passkeyInvalid', 'auth.passkeyUnavailable', 'auth.tooManyAttempts'] as const;

export const listPasskeys = defineCall({
  id: 'listPasskeys',
  opensWhileViewing: false,
  method: 'GET',
  path: '/auth/passkeys',
  summary: 'Passkeys of the user, and whether this address can make any (it needs a host name).',
  access: 'signedIn',
  answer: z.strictObject({
    isAvailable: z.boolean(),
    passkeys: z.array(
      z.strictObject({
        id,
        name: z.string(),
        createdAt: instant,
        lastUsedAt: z.nullable(instant),
        /** Kept by a service that copies it to other devices. */
        isSynced: z.boolean(),
      }),
    ),
  }),
});

export const startPasskey = defineCall({
  id: 'startPasskey',
  method: 'POST',
  path: '/auth/passkeys/start',
  summary: 'Options to make a passkey with; needs the password and an existing factor.',
  access: 'signedIn',
  body: z.strictObject({ password, token: z.optional(code) }),
  answer: options,
  errors: [
    'auth.oldPasswordWrong',
    'auth.secondFactorRequired',
    'secondFactor.invalidToken',
    'auth.passkeyUnavailable',
    'auth.tooManyAttempts',
  ],
});

export const addPasskey = defineCall({
  id: 'addPasskey',
  method: 'POST',
  path: '/auth/passkeys',
  summary: 'Keeps a passkey that was just made; answers recovery codes where it is the first factor.',
  access: 'signedIn',
  body: z.strictObject({ name: passkeyName, response: createdPasskey }),
  answer: z.strictObject({ id, recoveryCodes: z.array(z.string()) }),
  status: 201,
  errors: [...failures, 'auth.secondFactorRequired'],
});

export const renamePasskey = defineCall({
  id: 'renamePasskey',
  method: 'POST',
  path: '/auth/passkeys/:id/name',
  summary: 'Gives a passkey of the user another name.',
  access: 'signedIn',
  params: pathId,
  body: z.strictObject({ name: passkeyName }),
  errors: ['common.notFound'],
});

export const removePasskey = defineCall({
  id: 'removePasskey',
  method: 'POST',
  path: '/auth/passkeys/:id/remove',
  summary: 'Removes a passkey; needs password and factor. Recovery codes go with the last factor.',
  access: 'signedIn',
  params: pathId,
  body: z.strictObject({ password, token: z.optional(code) }),
  errors: [
    'common.notFound',
    'auth.oldPasswordWrong',
    'auth.secondFactorRequired',
    'secondFactor.invalidToken',
    'auth.tooManyAttempts',
  ],
});

export const startPasskeyProof = defineCall({
  id: 'startPasskeyProof',
  method: 'POST',
  path: '/auth/passkeys/proof/start',
  summary: 'Options to show a passkey with before a sensitive step.',
  access: 'signedIn',
  isOpenBeforeNewPassword: true,
  answer: options,
  errors: ['auth.passkeyUnavailable'],
});

export const provePasskey = defineCall({
  id: 'provePasskey',
  method: 'POST',
  path: '/auth/passkeys/proof',
  summary: 'Takes a passkey as shown factor for the sensitive steps of the next five minutes.',
  access: 'signedIn',
  isOpenBeforeNewPassword: true,
  body: z.strictObject({ response: usedPasskey }),
  errors: failures,
});

export const startPasskeySignIn = defineCall({
  id: 'startPasskeySignIn',
  method: 'POST',
  path: '/auth/login/passkey/start',
  summary: 'Options to sign in with a passkey, without a name.',
  access: 'anonymous',
  answer: options,
  errors: ['auth.passkeyUnavailable'],
});

export const signInWithPasskey = defineCall({
  id: 'signInWithPasskey',
  method: 'POST',
  path: '/auth/login/passkey',
  summary: 'Signs in with a passkey alone: it holds both factors.',
  access: 'anonymous',
  body: z.strictObject({
    response: usedPasskey,
    deviceName: z.optional(text(100)),
    /** `mobile` gets the refresh token in the body, `web` (default) in the cookie. */
    clientType: z.optional(z.enum(['web', 'mobile'])),
  }),
  answer: tokenResponse,
  usesRefreshCookie: true,
  errors: [...failures, 'auth.userInactive', 'auth.foreignOrigin'],
});

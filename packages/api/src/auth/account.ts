import { languages } from '@depotwerk/domain/white-label/languages';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { code, newPassword, password, userName } from '../credential-fields.ts';
import { id, instant, pathId, text } from '../fields.ts';

const defineCall = callsOf('auth');

export const listSessions = defineCall({
  id: 'listSessions',
  opensWhileViewing: false,
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
  method: 'DELETE',
  path: '/auth/sessions/:id',
  summary: 'Ends one session of the user.',
  access: 'signedIn',
  params: pathId,
  errors: ['common.notFound'],
});

export const endOtherSessions = defineCall({
  id: 'endOtherSessions',
  method: 'DELETE',
  path: '/auth/sessions',
  summary: 'Ends every session of the user but this one.',
  access: 'signedIn',
});

export const changePassword = defineCall({
  id: 'changePassword',
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
  method: 'POST',
  path: '/auth/forgot-password',
  summary: 'Sends a reset link; the answer is the same for unknown names.',
  access: 'anonymous',
  body: z.strictObject({ userName }),
  status: 202,
  errors: ['auth.tooManyAttempts'],
});

export const getPasswordHelp = defineCall({
  id: 'getPasswordHelp',
  method: 'GET',
  path: '/auth/forgot-password',
  summary:
    'Whether a reset link can come by mail, and codes by SMS: the house of the asked host has a mail server, an SMS interface.',
  access: 'anonymous',
  // No member of the configuration of the host: a browser application of the release before refuses one it does not know.
  answer: z.strictObject({ isMailed: z.boolean(), isTexted: z.optional(z.boolean()) }),
});

export const resetActivationToken = defineCall({
  id: 'resetActivationToken',
  method: 'POST',
  path: '/auth/activation/reset-token',
  summary:
    'Sends a new activation code by SMS to whoever holds the guid of an invitation; a name alone sends nothing.',
  access: 'anonymous',
  body: z.strictObject({ userName: z.optional(userName), guid: z.optional(id) }),
  status: 202,
  errors: ['auth.tooManyAttempts'],
});

export const getActivationState = defineCall({
  id: 'getActivationState',
  method: 'POST',
  path: '/auth/activation/state',
  summary:
    'Whether the link of an invitation or a reset can still be used, before somebody fills in its form; the body carries what no log of addresses may hold.',
  access: 'anonymous',
  body: z.strictObject({ guid: id, userName }),
  answer: z.strictObject({ isOpen: z.boolean() }),
  errors: ['auth.tooManyAttempts'],
});

export const activateCredentials = defineCall({
  id: 'activateCredentials',
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
    /** Of the terms of the house that were agreed to; absent where nobody was asked. */
    termsVersion: z.optional(text(50, 1)),
  }),
  status: 201,
  errors: [
    'auth.activationInvalid',
    'auth.passwordTooWeak',
    'auth.phoneNumberNotAllowed',
    'auth.secondFactorRequired',
    'auth.termsOutdated',
    'contracts.mailIsTaken',
    'secondFactor.invalidToken',
    'secondFactor.expired',
    'auth.tooManyAttempts',
  ],
});

export const displaySettings = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  /** Absent = never chosen: the browser's choice holds, or the house's first one. */
  language: z.optional(z.enum(languages)),
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
  method: 'GET',
  path: '/settings/display',
  summary: 'Theme, density, language and start page of the user.',
  access: 'signedIn',
  answer: displaySettings,
  isOpenBeforeNewPassword: true,
});

export const putDisplaySettings = defineCall({
  id: 'putDisplaySettings',
  method: 'PUT',
  path: '/settings/display',
  summary: 'Stores theme, density, language and start page of the user.',
  access: 'signedIn',
  body: displaySettings,
  answer: displaySettings,
});

export const closeTour = defineCall({
  id: 'closeTour',
  method: 'PUT',
  path: '/settings/tour',
  summary: 'The tour of the first day never starts by itself again for this user.',
  access: 'signedIn',
});

/** Demo mode only, 404 elsewhere. */
export const listDemoOutbox = defineCall({
  id: 'listDemoOutbox',
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

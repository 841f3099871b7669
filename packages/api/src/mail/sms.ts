import { outboxStates } from '@depotwerk/domain/outbox-states';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { instant, integerId, paging, pathIntegerId, text } from '../fields.ts';
import { deliveryFields } from './delivery-fields.ts';

/**
 * How the house sends SMS, and what became of them. What is wrong with settings is said by `@depotwerk/domain/sms`.
 * Codes that open accounts go through this interface, so it asks for the right to manage people.
 */

const defineCall = callsOf('mail');
const settingsCall = { path: '/admin/sms-settings', access: 'userManagement.editUsers' } as const;

const members = {
  /** Address of the HTTP interface. */
  url: text(500),
  /** Whom messages show as their sender; null = as the interface has it. */
  sender: z.nullable(text(50)),
};
export const smsSettings = z.strictObject({
  /** How codes go out now: by the interface below, by the operator's, only onto the screen of the demo, or not at all. */
  way: z.enum(['own', 'operator', 'demo', 'none']),
  ...members,
  hasSecret: z.boolean(),
  /** True where no key opens it: it has to be entered again. Not said otherwise, nor by servers of the release before. */
  isSecretClosed: z.optional(z.boolean()),
  testedAt: z.nullable(instant),
  rowVersion: z.int(),
});
export type SmsSettings = z.infer<typeof smsSettings>;

export const getSmsSettings = defineCall({
  ...settingsCall,
  id: 'getSmsSettings',
  method: 'GET',
  summary: 'SMS interface of the tenant, never its secret; ETag is the version, 0 before the first.',
  answer: smsSettings,
});

export const putSmsSettings = defineCall({
  ...settingsCall,
  id: 'putSmsSettings',
  method: 'PUT',
  summary: 'Sets the SMS interface; a secret left out (null) stays as long as the address stays.',
  needsFreshFactor: true,
  needsIfMatch: true,
  body: z.strictObject({ ...members, secret: z.nullable(text(500)) }),
  answer: smsSettings,
  errors: ['common.validationFailed'],
});

export const removeSmsSettings = defineCall({
  ...settingsCall,
  id: 'removeSmsSettings',
  method: 'DELETE',
  summary: 'Takes the SMS interface of the tenant away; codes go out as the operator has it, or not at all.',
  needsFreshFactor: true,
  needsIfMatch: true,
  errors: ['sms.notSetUp'],
});

export const testSmsSettings = defineCall({
  ...settingsCall,
  id: 'testSmsSettings',
  method: 'POST',
  path: '/admin/sms-settings/test',
  summary: 'Sends a message to a number now and says what the interface answered.',
  needsIdempotencyKey: true,
  body: z.strictObject({ phoneNumber: text(50) }),
  answer: z.strictObject({
    outcome: z.enum(['sent', 'later', 'refused']),
    /** E.164. */
    phoneNumber: z.string(),
    /** What went wrong, with the code of the interface; null when it went. */
    reason: z.nullable(z.string()),
  }),
  errors: ['sms.notSetUp', 'auth.phoneNumberNotAllowed', 'auth.tooManyAttempts'],
});

export const smsState = z.enum(outboxStates);
export const outboxSms = z.strictObject({
  id: integerId,
  /** Enough of the number to recognise it. */
  phoneNumber: z.string(),
  /** Whose code it is; null for somebody who is gone. */
  userName: z.nullable(z.string()),
  state: smsState,
  ...deliveryFields,
  /** False when it went, or its code is over. */
  isResendable: z.boolean(),
});
export type OutboxSms = z.infer<typeof outboxSms>;

export const listSms = defineCall({
  id: 'listSms',
  method: 'GET',
  path: '/admin/sms',
  summary: 'SMS of the tenant, newest first, with what became of them; never their codes.',
  access: 'userManagement.editUsers',
  query: z.strictObject({
    ...paging,
    state: z.optional(smsState),
  }),
  answer: z.array(outboxSms),
});

export const resendSms = defineCall({
  id: 'resendSms',
  method: 'POST',
  path: '/admin/sms/:id/resend',
  summary: 'Hands a refused message over once more while its code is good, because a person decided so.',
  access: 'userManagement.editUsers',
  needsIdempotencyKey: true,
  params: pathIntegerId,
  errors: ['common.notFound', 'sms.notResendable'],
});

import { mailSecurities } from '@depotwerk/domain/mail/check-mail-settings';
import { mailStates } from '@depotwerk/domain/outbox-states';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { instant, integerId, paging, pathIntegerId, text } from '../fields.ts';
import { deliveryFields } from './delivery-fields.ts';

/**
 * How the house sends mail, and what became of it. What is wrong with settings is said by `@depotwerk/domain/mail`.
 * Reset links go through this server: whoever sets it can become anybody, so it asks for the right to manage people.
 */

const defineCall = callsOf('mail');
const settingsCall = { path: '/admin/mail-settings', access: 'userManagement.editUsers' } as const;

const security = z.enum(mailSecurities);
const members = {
  host: text(300),
  port: z.nullable(z.number()),
  security,
  userName: z.nullable(text(300)),
  senderAddress: text(300),
  senderName: text(300),
};
export const mailSettings = z.strictObject({
  /** False as long as nothing was entered: links are then handed over by hand. */
  isSetUp: z.boolean(),
  ...members,
  hasPassword: z.boolean(),
  /** True where no key opens it: it has to be entered again. Not said otherwise, nor by servers of the release before. */
  isSecretClosed: z.optional(z.boolean()),
  testedAt: z.nullable(instant),
  rowVersion: z.int(),
});
export type MailSettings = z.infer<typeof mailSettings>;

export const getMailSettings = defineCall({
  ...settingsCall,
  id: 'getMailSettings',
  method: 'GET',
  summary:
    'Mail server and sender of the tenant, never the password; ETag is the version, 0 before the first.',
  answer: mailSettings,
});

export const putMailSettings = defineCall({
  ...settingsCall,
  id: 'putMailSettings',
  method: 'PUT',
  summary: 'Sets mail server and sender; a password left out (null) stays as it is.',
  needsFreshFactor: true,
  needsIfMatch: true,
  body: z.strictObject({ ...members, password: z.nullable(text(500)) }),
  answer: mailSettings,
  errors: ['common.validationFailed'],
});

export const removeMailSettings = defineCall({
  ...settingsCall,
  id: 'removeMailSettings',
  method: 'DELETE',
  summary:
    'Takes the mail server of the tenant away; mails wait for a day for another, and links are handed over by hand.',
  needsFreshFactor: true,
  needsIfMatch: true,
  errors: ['mail.notSetUp'],
});

export const mailOutcome = z.enum(['sent', 'later', 'refused', 'unclear']);
export const testMailSettings = defineCall({
  ...settingsCall,
  id: 'testMailSettings',
  method: 'POST',
  path: '/admin/mail-settings/test',
  summary: 'Sends a mail to the caller now and says what the mail server answered.',
  needsIdempotencyKey: true,
  answer: z.strictObject({
    outcome: mailOutcome,
    recipient: z.string(),
    /** What went wrong, with the code of the mail server; null when it went. */
    reason: z.nullable(z.string()),
  }),
  errors: ['mail.notSetUp'],
});

export const mailState = z.enum(mailStates);
export const outboxMail = z.strictObject({
  id: integerId,
  recipient: z.string(),
  subject: z.string(),
  state: mailState,
  ...deliveryFields,
  /** False when its text is gone. */
  isResendable: z.boolean(),
});
export type OutboxMail = z.infer<typeof outboxMail>;

export const listMails = defineCall({
  id: 'listMails',
  method: 'GET',
  path: '/admin/mails',
  summary: 'Mails of the tenant, newest first, with what became of them.',
  access: 'userManagement.editUsers',
  query: z.strictObject({
    ...paging,
    state: z.optional(mailState),
  }),
  answer: z.array(outboxMail),
});

export const resendMail = defineCall({
  id: 'resendMail',
  method: 'POST',
  path: '/admin/mails/:id/resend',
  summary: 'Sends a refused or unclear mail once more, because a person decided so.',
  access: 'userManagement.editUsers',
  needsIdempotencyKey: true,
  params: pathIntegerId,
  errors: ['common.notFound', 'mail.notResendable'],
});

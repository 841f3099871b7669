import { notInvitedReasons } from '@depotwerk/domain/depot-analysis/invitation-reasons';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { newPassword } from '../credential-fields.ts';
import { customerSelection } from '../customers/customer-bulk.ts';
import { day, id, instant, text } from '../fields.ts';
import { job } from '../jobs/jobs.ts';

const defineCall = callsOf('prospects');

export const preregistrationStatus = z.enum(['open', 'started', 'submitted', 'expired', 'revoked']);

/** An invitation as the house sees it. */
export const invitation = z.strictObject({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  status: preregistrationStatus,
  /** It ended because the date of birth was wrong three times, not because somebody took it back. */
  isEndedByTries: z.boolean(),
  /** Open or begun, but its customer was deactivated or blocked since: the link opens nothing while that is so. */
  isPaused: z.optional(z.boolean()),
  createdAt: instant,
  expiresAt: instant,
  invitedByName: z.string(),
  /** Whom it is for, or who came of it. */
  customerId: z.nullable(id),
});
export type Invitation = z.infer<typeof invitation>;

export const createPreregistration = defineCall({
  id: 'createPreregistration',
  method: 'POST',
  path: '/preregistrations',
  summary:
    'Invites a person by mail; identity is checked by the date of birth of the customer, or the one given here.',
  access: 'customers.create',
  body: z.strictObject({
    customerId: z.nullable(id),
    firstName: text(200, 1),
    lastName: text(200, 1),
    dateOfBirth: z.nullable(day),
    email: text(200, 3),
    phoneNumber: text(50),
    groupId: z.nullable(id),
    message: text(2000),
    /** Last day on which it can be opened, at most 90 days ahead. */
    expiresAt: day,
  }),
  answer: z.strictObject({
    id,
    /** Null when it was mailed: then nobody but its recipient knows it. */
    guid: z.nullable(id),
    /** To be handed over where no mail can go out; null when it was mailed. */
    link: z.nullable(z.string()),
    expiresAt: instant,
  }),
  needsIdempotencyKey: true,
  errors: [
    'common.notFound',
    'common.validationFailed',
    'common.quotaExceeded',
    'preregistration.closed',
    'customers.blocked',
    'customers.inactive',
  ],
});

/** Customers to be invited, with the words and the last day of all of them. */
export const inviteCustomersRequest = z.strictObject({
  selection: customerSelection,
  message: text(2000),
  expiresAt: day,
});

export const previewInvitations = defineCall({
  id: 'previewInvitations',
  feature: 'bulk',
  method: 'POST',
  path: '/preregistrations/bulk-preview',
  summary:
    'How many of a selection of customers would be invited now, and who not and why. Needs customers.create besides, as inviting them does.',
  access: 'contracts.bulk',
  body: z.strictObject({ selection: customerSelection }),
  answer: z.strictObject({
    invited: z.int(),
    /** By reason, each with the first 20 of those it holds for. */
    leftOut: z.array(
      z.strictObject({
        reason: z.enum(notInvitedReasons),
        count: z.int(),
        customers: z.array(z.strictObject({ id, name: z.string() })),
      }),
    ),
  }),
  errors: ['preregistration.closed', 'preregistration.noMailServer'],
});

export const inviteCustomers = defineCall({
  id: 'inviteCustomers',
  feature: 'bulk',
  method: 'POST',
  path: '/preregistrations/bulk-job',
  summary:
    'Invites any number of customers by mail, as a job (GET jobs/{id}/customer-changes tells what became of each): those with a mail address and a date of birth who have no valid risk profile, no access and no open invitation. Needs customers.create besides.',
  access: 'contracts.bulk',
  body: inviteCustomersRequest,
  answer: job,
  status: 202,
  needsIdempotencyKey: true,
  errors: [
    'common.validationFailed',
    'common.quotaExceeded',
    'preregistration.closed',
    'preregistration.noMailServer',
  ],
});

export const listPreregistrations = defineCall({
  id: 'listPreregistrations',
  method: 'GET',
  path: '/preregistrations',
  summary:
    'Invitations of the groups whose customers the caller may edit, and his own, newest first, at most 200.',
  access: 'customers.create',
  answer: z.array(invitation),
});

export const revokePreregistration = defineCall({
  id: 'revokePreregistration',
  method: 'POST',
  path: '/prospects/invitations/:id/revoke',
  summary: 'Takes an invitation back; its link opens nothing any more, and what was answered is erased.',
  access: 'customers.create',
  params: z.strictObject({ id }),
  needsIdempotencyKey: true,
  errors: ['common.notFound', 'preregistration.alreadyCompleted'],
});

const guidPath = z.strictObject({ guid: id });
const opening = [
  'auth.registrationClosed',
  'common.notFound',
  'common.tooManyRequests',
  'preregistration.expired',
  'preregistration.revoked',
  'preregistration.alreadyCompleted',
] as const;

export const getPreregistration = defineCall({
  id: 'getPreregistration',
  method: 'GET',
  path: '/preregistrations/:guid',
  summary: 'Where an invitation stands and who invites.',
  access: 'anonymous',
  params: guidPath,
  answer: z.strictObject({
    status: preregistrationStatus,
    adviserName: z.string(),
    whiteLabelId: z.nullable(id),
    firstName: z.string(),
    message: z.string(),
    /** Wrong days of birth until it ends; a server of the release before does not say. */
    attemptsLeft: z.optional(z.int()),
    /** Her representatives answer: they are spoken to. Left out when not, and by a server of the release before. */
    isUnderage: z.optional(z.boolean()),
  }),
  errors: ['auth.registrationClosed', 'common.notFound', 'common.tooManyRequests'],
});

export const confirmPreregistrationIdentity = defineCall({
  id: 'confirmPreregistrationIdentity',
  method: 'POST',
  path: '/preregistrations/:guid/confirm-identity',
  summary:
    'Opens the analysis of the invited person, who says when she was born; after three wrong days the invitation ends.',
  access: 'anonymous',
  params: guidPath,
  body: z.strictObject({ dateOfBirth: day, consentVersion: text(50, 1) }),
  /** The guid of the analysis; the one handed out before opens nothing any more. */
  answer: z.strictObject({ guid: id, expiresAt: instant }),
  errors: [
    ...opening,
    'preregistration.identityMismatch',
    'depotanalysis.consentOutdated',
    'depotanalysis.notReady',
  ],
});

export const completePreregistration = defineCall({
  id: 'completePreregistration',
  method: 'POST',
  path: '/preregistrations/:guid/complete',
  summary:
    'Makes the invited person a customer of the group that invites, and with credentials a user of role Kunde.',
  access: 'anonymous',
  params: guidPath,
  body: z.strictObject({
    /** The analysis that was opened by the date of birth: proof of identity. */
    analysisGuid: id,
    /** Asked for where the house has terms online. */
    termsAccepted: z.boolean(),
    /** The version that was shown to her, null where none was. Absent: the link of a house that tells of no version, as servers of the release before do. */
    termsVersion: z.optional(z.nullable(text(50, 1))),
    /** With them she gets a user named by the address she was invited at. */
    credentials: z.optional(z.strictObject({ password: newPassword })),
  }),
  answer: z.strictObject({ isUserCreated: z.boolean() }),
  errors: [
    ...opening,
    'common.validationFailed',
    'common.versionConflict',
    'auth.passwordTooWeak',
    'auth.termsOutdated',
    'contracts.mailIsTaken',
    'registration.underage',
  ],
});

import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { day, id, instant, text } from '../fields.ts';

const defineCall = callsOf('prospects');

export const register = defineCall({
  id: 'register',
  method: 'POST',
  path: '/auth/registration',
  summary:
    'Asks for an access in registration modes 1 and 3: sends a link that confirms the address. The answer is the same for addresses that have one.',
  access: 'anonymous',
  body: z.strictObject({
    firstName: text(200, 1),
    lastName: text(200, 1),
    email: text(100, 3),
    dateOfBirth: z.nullable(day),
    /** null where the house has no terms online. */
    termsVersion: z.nullable(text(50, 1)),
    /** The analysis she comes from, whose answers begin the profile of her access; absent = none, or an older page. */
    analysisGuid: z.optional(id),
  }),
  status: 202,
  errors: [
    'auth.registrationClosed',
    'auth.tooManyAttempts',
    'auth.termsOutdated',
    'common.validationFailed',
  ],
});

export const confirmRegistration = defineCall({
  id: 'confirmRegistration',
  method: 'POST',
  path: '/auth/registration/confirm',
  summary:
    'Confirms the address by the guid of the link. In mode 1 the guid that sets the password is answered, in mode 3 an adviser decides first.',
  access: 'anonymous',
  body: z.strictObject({ guid: id }),
  answer: z.strictObject({
    state: z.enum(['activated', 'waiting']),
    /** For `auth/activation/credentials`; null while waiting. */
    guid: z.nullable(id),
    userName: z.string(),
  }),
  errors: [
    'auth.activationInvalid',
    'auth.registrationClosed',
    'auth.tooManyAttempts',
    'contracts.mailIsTaken',
    'registration.underage',
  ],
});

export const waitingRegistration = z.strictObject({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  dateOfBirth: z.nullable(day),
  confirmedAt: instant,
  expiresAt: instant,
});
export type WaitingRegistration = z.infer<typeof waitingRegistration>;

export const listRegistrations = defineCall({
  id: 'listRegistrations',
  method: 'GET',
  path: '/prospects/registrations',
  summary: 'Registrations with a confirmed address that wait for an adviser, oldest first, at most 200.',
  access: 'customers.create',
  answer: z.array(waitingRegistration),
});

export const decideRegistration = defineCall({
  id: 'decideRegistration',
  method: 'POST',
  path: '/prospects/registrations/:id/decide',
  summary:
    'Approves a registration, which makes a customer and a user of role Kunde, or refuses and erases it.',
  access: 'customers.create',
  params: z.strictObject({ id }),
  body: z.strictObject({
    isApproved: z.boolean(),
    /** Group of the new customer. */
    groupId: z.nullable(id),
    /** The customer she already is; null = a new one. */
    customerId: z.nullable(id),
  }),
  answer: z.strictObject({
    /** That sets the password, where no mail can go out; else null. */
    link: z.nullable(z.string()),
  }),
  needsIdempotencyKey: true,
  errors: [
    'common.notFound',
    'common.validationFailed',
    'contracts.mailIsTaken',
    'customers.blocked',
    'customers.inactive',
    'registration.hasUser',
    'registration.otherPerson',
    'registration.underage',
  ],
});

import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { id, text } from '../fields.ts';

/** What the product shows a person about herself, and lets her change. Wrong fields are said by `@depotwerk/domain/users`. */

const defineCall = callsOf('auth');

export const profile = z.strictObject({
  id,
  fullName: z.string(),
  company: z.string(),
  phoneNumber: z.nullable(z.string()),
  /** Codes go to it: another one is confirmed with password and factor, not written down here. */
  isPhoneConfirmed: z.boolean(),
  /** Mail address, role and groups are the administration's to change. */
  userName: z.string(),
  roleName: z.string(),
  groupNames: z.array(z.string()),
  rowVersion: z.int(),
});
export type Profile = z.infer<typeof profile>;

export const getProfile = defineCall({
  id: 'getProfile',
  opensWhileViewing: false,
  method: 'GET',
  path: '/settings/profile',
  summary: 'The signed-in person as others see her; ETag is the version.',
  access: 'signedIn',
  answer: profile,
});

export const putProfile = defineCall({
  id: 'putProfile',
  method: 'PUT',
  path: '/settings/profile',
  summary: 'Changes own name, company and a phone number no codes go to.',
  access: 'signedIn',
  needsIfMatch: true,
  body: z.strictObject({
    fullName: text(400),
    company: text(400),
    phoneNumber: z.nullable(text(100)),
  }),
  answer: profile,
  errors: ['common.validationFailed', 'common.notFound', 'users.ownSignIn'],
});

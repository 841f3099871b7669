import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { id, instant, pathId } from '../fields.ts';

/** Looking at the product as somebody else: reading only, with no more than one's own rights, for minutes. */

const defineCall = callsOf('users');

export const viewing = z.strictObject({ userId: id, fullName: z.string(), endsAt: instant });

export const startViewing = defineCall({
  id: 'startViewing',
  method: 'POST',
  path: '/users/:id/viewing',
  summary: 'Looks at the product as this person, within this session and for 15 minutes; stands in the log.',
  access: 'userManagement.viewAs',
  needsFreshFactor: true,
  params: pathId,
  answer: viewing,
  errors: ['common.notFound', 'users.ownSignIn', 'users.notViewable'],
});

export const endViewing = defineCall({
  id: 'endViewing',
  method: 'DELETE',
  path: '/auth/viewing',
  summary: 'Ends looking at the product as somebody else; 204 also when it had ended.',
  access: 'signedIn',
  opensWhileViewing: true,
});

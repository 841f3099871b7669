import { guidText } from '@depotwerk/domain/guid';
import { listedKeys } from '@depotwerk/domain/master-data/field-table';
import { userFields } from '@depotwerk/domain/users/user-fields';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { answeredMembers, takenMembers } from '../field-shapes.ts';
import { id, idList, instant, listQuery, pathId, queryBoolean } from '../fields.ts';
import { agreedTerms } from '../white-label/agreed-terms.ts';

/** The people of a tenant. What is missing or wrong is said by `@depotwerk/domain/users`. */

const defineCall = callsOf('users');

/** How far somebody is with his account. */
export const signInState = z.enum(['active', 'invited', 'invitationExpired', 'notInvited', 'inactive']);
export type SignInState = z.infer<typeof signInState>;

const userMembers = takenMembers(userFields, 2);
export const user = z.strictObject({
  id,
  ...answeredMembers(userFields),
  roleName: z.string(),
  isRoleInactive: z.boolean(),
  /** The access of a customer: it keeps a role of customers. A server of the release before says it not. */
  isOfCustomer: z.optional(z.boolean()),
  signInState,
  /** False for somebody who signs in through the provider alone. A server of the release before says it not. */
  hasPassword: z.optional(z.boolean()),
  hasSecondFactor: z.boolean(),
  lastLogin: z.nullable(instant),
  ...agreedTerms,
  groupCount: z.int(),
  rowVersion: z.int(),
});
export type User = z.infer<typeof user>;
export const userSortKeys = [
  ...listedKeys(userFields),
  'roleName',
  'lastLogin',
  'groupCount',
  'isInactive',
] as const;

/** Ids in an address, separated by commas; at most 100. */
const queryIds = z
  .string()
  .check(z.maxLength(3700), z.regex(new RegExp(`^${guidText}(,${guidText}){0,99}$`, 'i')));

export const listUsers = defineCall({
  id: 'listUsers',
  method: 'GET',
  path: '/users',
  summary: 'People page by page; search by part of a name, mail address or company.',
  access: 'userManagement.view',
  query: z.strictObject({
    ...listQuery,
    excludedIds: z.optional(queryIds),
    /** Those who could join this group: who is in it already is left out. */
    forGroup: z.optional(id),
    roleId: z.optional(id),
    groupId: z.optional(id),
    isInactive: z.optional(queryBoolean),
  }),
  answer: z.array(user),
  isExportable: true,
});

export const listUsersByIds = defineCall({
  id: 'listUsersByIds',
  opensWhileViewing: true,
  method: 'POST',
  path: '/users/UserList',
  summary: 'People by id; unknown ones are left out.',
  access: 'userManagement.view',
  body: idList,
  answer: z.array(user),
});

export const getUser = defineCall({
  id: 'getUser',
  method: 'GET',
  path: '/users/:id',
  summary: 'A person; ETag is the version.',
  access: 'userManagement.view',
  params: pathId,
  answer: user,
  errors: ['common.notFound'],
});

export const createUser = defineCall({
  id: 'createUser',
  method: 'POST',
  path: '/users',
  summary: 'Adds a person, who cannot sign in before an invitation was used.',
  needsFreshFactor: true,
  access: 'userManagement.editUsers',
  needsIdempotencyKey: true,
  status: 201,
  body: z.strictObject(userMembers),
  answer: user,
  errors: ['common.validationFailed', 'users.mailIsTaken', 'users.aboveOwnRights'],
});

export const putUser = defineCall({
  id: 'putUser',
  method: 'PUT',
  path: '/users/:id',
  summary: 'Changes a person; an inactive one is signed out at once.',
  needsFreshFactor: true,
  access: 'userManagement.editUsers',
  needsIfMatch: true,
  params: pathId,
  body: z.strictObject(userMembers),
  answer: user,
  errors: [
    'common.validationFailed',
    'common.notFound',
    'users.mailIsTaken',
    'users.aboveOwnRights',
    'users.ownSignIn',
    'roles.lastAdministrator',
    'groups.customersUnseen',
  ],
});

export const resetUserSecondFactor = defineCall({
  id: 'resetUserSecondFactor',
  method: 'POST',
  path: '/users/:id/reset-second-factor',
  summary:
    'Removes app, confirmed number and recovery codes of a person who lost them, and ends the sessions.',
  needsFreshFactor: true,
  access: 'userManagement.editUsers',
  params: pathId,
  errors: ['common.notFound', 'users.aboveOwnRights', 'users.ownSignIn'],
});

export const unlockUser = defineCall({
  id: 'unlockUser',
  method: 'POST',
  path: '/users/:id/unlock',
  summary: 'Forgets the failed sign-ins of a person, so that the next one is possible at once.',
  needsFreshFactor: true,
  access: 'userManagement.editUsers',
  params: pathId,
  errors: ['common.notFound', 'users.aboveOwnRights', 'users.ownSignIn'],
});

export const invitation = z.strictObject({
  /** The link, when no mail can go out: it is shown this once and stored nowhere. null = it went by mail. */
  link: z.nullable(z.string()),
  sentTo: z.string(),
  expiresAt: instant,
});

export const inviteUser = defineCall({
  id: 'inviteUser',
  method: 'POST',
  path: '/users/:id/invite',
  summary: 'Invites a person to set a password; links sent before stop working.',
  needsFreshFactor: true,
  access: 'userManagement.editUsers',
  needsIdempotencyKey: true,
  params: pathId,
  answer: invitation,
  errors: ['common.notFound', 'users.aboveOwnRights', 'users.alreadyActive', 'users.inactive'],
});

export const resetUserPassword = defineCall({
  id: 'resetUserPassword',
  method: 'POST',
  path: '/users/:id/reset-password',
  summary:
    'Gives a person who has forgotten the password a link for a new one; links sent before stop working, the second factor stays.',
  needsFreshFactor: true,
  access: 'userManagement.editUsers',
  needsIdempotencyKey: true,
  params: pathId,
  answer: invitation,
  errors: [
    'common.notFound',
    'users.aboveOwnRights',
    'users.ownSignIn',
    'users.noPassword',
    'users.inactive',
  ],
});

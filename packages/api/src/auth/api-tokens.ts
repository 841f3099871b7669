import { apiScopes } from '@depotwerk/domain/permissions';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { code, password } from '../credential-fields.ts';
import { id, instant, pathId, text } from '../fields.ts';
import { permissionCategory } from '../users/roles.ts';

/** Access for other systems: a token does what its owner may do at the moment of the call, and no more than its scopes say. */

const defineCall = callsOf('apiTokens');

const tokenMembers = {
  id,
  name: z.string(),
  scopes: z.array(z.string()),
  /** What the scopes are called, in the order of a role's page; a server of the release before says it not. */
  scopeNames: z.optional(z.array(z.string())),
  createdAt: instant,
  expiresAt: instant,
  lastUsedAt: z.nullable(instant),
};
export const apiToken = z.strictObject(tokenMembers);
export type ApiToken = z.infer<typeof apiToken>;

/** How long a token may live at most, in days. */
export const longestTokenDays = 365;

export const listOwnApiTokens = defineCall({
  id: 'listOwnApiTokens',
  opensWhileViewing: false,
  method: 'GET',
  path: '/settings/api-tokens',
  summary: 'Own tokens that were not revoked, newest first, and the scopes a new one can have.',
  access: 'apiTokens.manage',
  answer: z.strictObject({ tokens: z.array(apiToken), categories: z.array(permissionCategory) }),
});

export const createApiToken = defineCall({
  id: 'createApiToken',
  method: 'POST',
  path: '/settings/api-tokens',
  summary: 'Makes a token, shown this once; needs the password and an existing second factor.',
  access: 'apiTokens.manage',
  status: 201,
  body: z.strictObject({
    name: text(200, 1),
    scopes: z.array(z.enum(apiScopes)).check(z.minLength(1), z.maxLength(100)),
    validDays: z.int().check(z.minimum(1), z.maximum(longestTokenDays)),
    password,
    token: z.optional(code),
  }),
  answer: z.strictObject({ apiToken, secret: z.string() }),
  errors: [
    'common.quotaExceeded',
    'users.aboveOwnRights',
    'auth.oldPasswordWrong',
    'auth.secondFactorRequired',
    'secondFactor.invalidToken',
    'auth.tooManyAttempts',
  ],
});

export const revokeOwnApiToken = defineCall({
  id: 'revokeOwnApiToken',
  method: 'DELETE',
  path: '/settings/api-tokens/:id',
  summary: 'Ends an own token at once.',
  access: 'apiTokens.manage',
  params: pathId,
  errors: ['common.notFound'],
});

export const listApiTokens = defineCall({
  id: 'listApiTokens',
  method: 'GET',
  path: '/admin/api-tokens',
  summary: 'Tokens of everybody that were not revoked, by owner; needs admin.access as well.',
  access: 'apiTokens.manage',
  answer: z.array(
    z.strictObject({
      ...tokenMembers,
      userId: id,
      fullName: z.string(),
      userName: z.string(),
      /** The owner cannot sign in any more, so the token opens nothing. */
      isOwnerInactive: z.boolean(),
    }),
  ),
});

export const revokeApiToken = defineCall({
  id: 'revokeApiToken',
  method: 'DELETE',
  path: '/admin/api-tokens/:id',
  summary: 'Ends the token of anybody at once; needs admin.access as well.',
  access: 'apiTokens.manage',
  params: pathId,
  errors: ['common.notFound'],
});

import { groupRights, permissionCodes } from '@depotwerk/domain/permissions';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { id, pathId, text } from '../fields.ts';

/** Roles and what they permit. */

const area = 'users';
const defineCall = callsOf(area);
const call = { area, path: '/roles' } as const;

export const role = z.strictObject({
  id,
  roleName: z.string(),
  isInactive: z.boolean(),
  /** Its users see their own customer only. */
  isClientRole: z.boolean(),
  userCount: z.int(),
  permissionCount: z.int(),
  rowVersion: z.int(),
});
export type Role = z.infer<typeof role>;

const permissionId = z.enum(permissionCodes);

export const listRoles = defineCall({
  ...call,
  id: 'listRoles',
  method: 'GET',
  summary: 'All roles by name.',
  access: 'userManagement.view',
  answer: z.array(role),
});

export const getRole = defineCall({
  ...call,
  id: 'getRole',
  method: 'GET',
  path: '/roles/:id',
  summary: 'A role; ETag is its version.',
  access: 'userManagement.view',
  params: pathId,
  answer: role,
  errors: ['common.notFound'],
});

export const createRole = defineCall({
  ...call,
  id: 'createRole',
  method: 'POST',
  summary: 'Adds a role without permissions, or with those of another one.',
  needsFreshFactor: true,
  access: 'userManagement.editRoles',
  needsIdempotencyKey: true,
  status: 201,
  body: z.strictObject({
    roleName: text(200),
    isInactive: z.boolean(),
    copiedRoleId: z.optional(z.nullable(id)),
  }),
  answer: role,
  errors: ['common.validationFailed', 'masterData.nameExists', 'users.aboveOwnRights'],
});

export const putRole = defineCall({
  ...call,
  id: 'putRole',
  method: 'PUT',
  path: '/roles/:id',
  summary: 'Renames a role or makes it inactive; the users of an inactive role cannot sign in.',
  needsFreshFactor: true,
  access: 'userManagement.editRoles',
  needsIfMatch: true,
  params: pathId,
  body: z.strictObject({ roleName: text(200), isInactive: z.boolean() }),
  answer: role,
  errors: [
    'common.validationFailed',
    'common.notFound',
    'masterData.nameExists',
    'users.aboveOwnRights',
    'users.ownSignIn',
    'roles.lastAdministrator',
    'groups.customersUnseen',
  ],
});

export const deleteRole = defineCall({
  ...call,
  id: 'deleteRole',
  method: 'DELETE',
  path: '/roles/:id',
  summary: 'Deletes a role nobody has.',
  needsFreshFactor: true,
  access: 'userManagement.editRoles',
  needsIfMatch: true,
  params: pathId,
  errors: ['common.notFound', 'roles.inUse', 'users.aboveOwnRights'],
});

export const getRolePermissions = defineCall({
  ...call,
  id: 'getRolePermissions',
  method: 'GET',
  path: '/roles/:id/permissions',
  summary: 'Permissions of a role; ETag is the version of the role.',
  access: 'userManagement.view',
  params: pathId,
  answer: z.array(permissionId),
  errors: ['common.notFound'],
});

export const putRolePermissions = defineCall({
  ...call,
  id: 'putRolePermissions',
  method: 'PUT',
  path: '/roles/:id/permissions',
  summary: 'Sets the permissions of a role; they hold on running sessions within a second.',
  needsFreshFactor: true,
  access: 'userManagement.editRoles',
  needsIfMatch: true,
  params: pathId,
  body: z.strictObject({ permissionIds: z.array(permissionId).check(z.maxLength(500)) }),
  answer: role,
  errors: ['common.notFound', 'users.aboveOwnRights', 'roles.lastAdministrator', 'groups.customersUnseen'],
});

export const permissionCategory = z.strictObject({
  category: z.string(),
  categoryName: z.string(),
  permissions: z.array(z.strictObject({ id: z.string(), name: z.string() })),
});
export type PermissionCategory = z.infer<typeof permissionCategory>;

export const listPermissions = defineCall({
  id: 'listPermissions',
  method: 'GET',
  path: '/permissions',
  summary: 'Every permission a role can carry, by category.',
  access: 'userManagement.view',
  answer: z.array(permissionCategory),
});

export const listGroupPermissions = defineCall({
  id: 'listGroupPermissions',
  method: 'GET',
  path: '/permissions/group-permissions',
  summary: 'The rights somebody can hold in a group.',
  access: 'userManagement.view',
  answer: z.array(
    z.strictObject({
      category: z.string(),
      categoryName: z.string(),
      permissions: z.array(z.strictObject({ id: z.enum(groupRights), name: z.string() })),
    }),
  ),
});

import { groupRights } from '@depotwerk/domain/permissions';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { customer } from '../customers/customers.ts';
import { id, idList, listQuery, paging, pathId, queryBoolean, text } from '../fields.ts';

/** Groups of customers and the people who may see them. */

const area = 'users';
const call = { area, path: '/groups' } as const;
const groupPath = z.strictObject({ groupId: id });

const groupMembers = {
  groupName: text(200),
  groupDescription: text(4000),
  isInactive: z.boolean(),
  parentGroupId: z.nullable(id),
};
export const group = z.strictObject({
  id,
  groupName: z.string(),
  groupDescription: z.string(),
  isInactive: z.boolean(),
  parentGroupId: z.nullable(id),
  /** Said of one group alone. */
  parentGroupName: z.optional(z.nullable(z.string())),
  /** Customers directly in the group, also those the caller does not see. */
  customerCount: z.int(),
  userCount: z.int(),
  rowVersion: z.int(),
});
export type Group = z.infer<typeof group>;
/** A group at its place; level 0 is the top. */
export const treeGroup = z.strictObject({ ...group.shape, level: z.int() });
export type TreeGroup = z.infer<typeof treeGroup>;

export const listGroups = defineCall({
  ...call,
  id: 'listGroups',
  method: 'GET',
  summary: 'All groups by name.',
  access: 'userManagement.view',
  query: z.strictObject({ includeInactive: z.optional(queryBoolean) }),
  answer: z.array(group),
});

/** A group another may hang below, with the names of what stands above it, the topmost first. */
export const placedGroup = z.strictObject({ ...treeGroup.shape, namesAbove: z.array(z.string()) });
export type PlacedGroup = z.infer<typeof placedGroup>;

export const getGroupTree = defineCall({
  ...call,
  id: 'getGroupTree',
  method: 'GET',
  path: '/groups/tree',
  summary:
    'Groups as a flat list in the order of the tree, page by page, each with its level; of a search and a state the hits with what stands above them. X-Total-Count says how many there are, Link leads on.',
  access: 'userManagement.view',
  query: z.strictObject({
    ...paging,
    search: listQuery.search,
    isInactive: z.optional(queryBoolean),
  }),
  answer: z.array(treeGroup),
});

export const listPossibleParents = defineCall({
  ...call,
  id: 'listPossibleParents',
  method: 'GET',
  path: '/groups/possible-parents',
  summary:
    'Active groups a group may hang below, in the order of the tree, page by page; neither itself nor what hangs below it.',
  access: 'userManagement.view',
  query: z.strictObject({
    ...paging,
    search: listQuery.search,
    /** The group that is to hang below one of them; left out for a new one. */
    groupId: z.optional(id),
  }),
  answer: z.array(placedGroup),
});

export const getGroup = defineCall({
  ...call,
  id: 'getGroup',
  method: 'GET',
  path: '/groups/:id',
  summary: 'A group; ETag is its version.',
  access: 'userManagement.view',
  params: pathId,
  answer: group,
  errors: ['common.notFound'],
});

const editErrors = ['common.validationFailed', 'masterData.nameExists', 'groups.cycle'] as const;

export const createGroup = defineCall({
  ...call,
  id: 'createGroup',
  method: 'POST',
  summary: 'Adds a group.',
  access: 'userManagement.editGroups',
  needsIdempotencyKey: true,
  status: 201,
  body: z.strictObject(groupMembers),
  answer: group,
  errors: [...editErrors],
});

export const putGroup = defineCall({
  ...call,
  id: 'putGroup',
  method: 'PUT',
  path: '/groups/:id',
  summary: 'Changes a group or moves it in the tree; rights move with it.',
  needsFreshFactor: true,
  access: 'userManagement.editGroups',
  needsIfMatch: true,
  params: pathId,
  body: z.strictObject(groupMembers),
  answer: group,
  errors: [...editErrors, 'common.notFound', 'users.aboveOwnRights', 'groups.customersUnseen'],
});

export const deleteGroup = defineCall({
  ...call,
  id: 'deleteGroup',
  method: 'DELETE',
  path: '/groups/:id',
  summary: 'Deletes a group without groups below it and without customers.',
  access: 'userManagement.editGroups',
  needsIfMatch: true,
  params: pathId,
  errors: ['common.notFound', 'groups.hasChildren', 'groups.hasCustomers', 'masterData.inUse'],
});

const memberPage = z.strictObject({
  ...paging,
  search: listQuery.search,
});

export const listGroupCustomers = defineCall({
  ...call,
  id: 'listGroupCustomers',
  method: 'GET',
  path: '/groups/:groupId/customers',
  summary: 'Customers of a group the caller sees, page by page; ETag is the version of the group.',
  access: 'userManagement.view',
  params: groupPath,
  query: memberPage,
  answer: z.array(customer),
  errors: ['common.notFound'],
});

export const putGroupCustomers = defineCall({
  ...call,
  id: 'putGroupCustomers',
  method: 'PUT',
  path: '/groups/:groupId/customers',
  summary:
    'Puts customers into a group and takes others out: by what changes, or as the full list of those seen.',
  access: 'userManagement.editGroups',
  needsIfMatch: true,
  params: groupPath,
  body: z.union([z.strictObject({ add: idList, remove: idList }), z.strictObject({ customerIds: idList })]),
  answer: group,
  errors: ['common.validationFailed', 'common.notFound', 'customers.blocked', 'groups.noRightToCustomers'],
});

const rights = z.array(z.enum(groupRights)).check(z.maxLength(groupRights.length));
const membership = z.strictObject({ userId: id, groupRights: rights });

export const groupUser = z.strictObject({
  userId: id,
  userName: z.string(),
  fullName: z.string(),
  roleName: z.string(),
  isInactive: z.boolean(),
  groupRights: rights,
});
export type GroupUser = z.infer<typeof groupUser>;

export const listGroupUsers = defineCall({
  ...call,
  id: 'listGroupUsers',
  method: 'GET',
  path: '/groups/:groupId/users',
  summary: 'People with rights in a group, page by page; ETag is the version of the group.',
  access: 'userManagement.view',
  params: groupPath,
  query: memberPage,
  answer: z.array(groupUser),
  errors: ['common.notFound'],
});

export const putGroupUsers = defineCall({
  ...call,
  id: 'putGroupUsers',
  method: 'PUT',
  path: '/groups/:groupId/users',
  summary: 'Sets the rights of people in a group: by what changes, or as the full list.',
  needsFreshFactor: true,
  access: 'userManagement.editGroups',
  needsIfMatch: true,
  params: groupPath,
  body: z.union([
    z.array(membership).check(z.maxLength(500)),
    z.strictObject({ set: z.array(membership).check(z.maxLength(500)), remove: idList }),
  ]),
  answer: group,
  errors: ['common.validationFailed', 'common.notFound', 'users.aboveOwnRights', 'groups.customersUnseen'],
});

import { groupRights } from '@depotwerk/domain/permissions';
import { customerActions, missingGrounds, rightGrounds } from '@depotwerk/domain/users/explain-rights';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { id, listQuery, paging, pathId } from '../fields.ts';

/** Why somebody sees a customer, and who sees one. */

const defineCall = callsOf('users');

const pathGroup = z.strictObject({ id, groupName: z.string(), isInactive: z.boolean() });
const right = z.enum(groupRights);
const path = z.array(pathGroup);

/** What holds; a path leads from the group in which the right was given down to the customer's group. */
export const rightSource = z.union([
  z.strictObject({ kind: z.enum(rightGrounds) }),
  z.strictObject({ kind: z.literal('group'), right, path }),
]);
export type RightSource = z.infer<typeof rightSource>;

/** What would have to change. `path` is the way from the top to the customer's group: the right in any of them is enough. */
export const missingRight = z.union([
  z.strictObject({ kind: z.enum(missingGrounds) }),
  z.strictObject({ kind: z.literal('group'), right, path, inactive: path }),
]);
export type MissingRight = z.infer<typeof missingRight>;

export const effectiveRights = z.strictObject({
  user: z.strictObject({
    id,
    fullName: z.string(),
    roleId: id,
    roleName: z.string(),
    /** False before the invitation was used: what is allowed holds from then on. A server of the release before says it not. */
    canSignIn: z.optional(z.boolean()),
  }),
  customer: z.strictObject({ id, firstName: z.string(), lastName: z.string() }),
  contract: z.nullable(z.strictObject({ id, externalKey: z.string() })),
  /** From the top group down to the customer's; empty = without group. */
  groupPath: path,
  actions: z.array(
    z.strictObject({
      action: z.enum(customerActions.map(({ key }) => key)),
      permissionId: z.string(),
      isAllowed: z.boolean(),
      sources: z.array(rightSource),
      missing: z.array(missingRight),
    }),
  ),
});
export type EffectiveRights = z.infer<typeof effectiveRights>;

export const getEffectiveRights = defineCall({
  id: 'getEffectiveRights',
  method: 'GET',
  path: '/users/:id/effective-rights',
  summary:
    'What a person may do with a customer or contract, where it comes from, and what is missing; exactly one of both.',
  access: 'userManagement.view',
  params: pathId,
  query: z.strictObject({ customerId: z.optional(id), contractId: z.optional(id) }).check(
    z.refine(({ customerId, contractId }) => (customerId === undefined) !== (contractId === undefined), {
      error: 'required',
      path: ['customerId'],
    }),
  ),
  answer: effectiveRights,
  errors: ['common.notFound', 'common.validationFailed'],
});

export const customerViewer = z.strictObject({
  id,
  fullName: z.string(),
  userName: z.string(),
  roleId: id,
  roleName: z.string(),
  /** Why: every way on which the customer is visible. */
  sources: z.array(rightSource),
});
export type CustomerViewer = z.infer<typeof customerViewer>;

export const listCustomerViewers = defineCall({
  id: 'listCustomerViewers',
  method: 'GET',
  path: '/customers/:id/viewers',
  summary: 'Who can see a customer, and why, page by page; not who has an open invitation.',
  access: 'userManagement.view',
  params: pathId,
  query: z.strictObject({ ...paging, search: listQuery.search }),
  answer: z.array(customerViewer),
  errors: ['common.notFound'],
});

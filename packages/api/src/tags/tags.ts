import { listedKeys } from '@depotwerk/domain/master-data/field-table';
import { tagFields } from '@depotwerk/domain/tags/tag-fields';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { answeredMembers, takenMembers } from '../field-shapes.ts';
import { integerId, listQuery, pathId, pathIntegerId, queryBoolean } from '../fields.ts';
import { masterDataCalls } from '../master-data-calls.ts';

/** Tags of a house, and which of them customers and contracts carry. Rules: `@depotwerk/domain/tags`. */

/** A tag as it stands beside what carries it. */
export const tag = z.strictObject({ id: integerId, tagName: z.string(), colour: z.string() });

const members = takenMembers(tagFields, 2);
export const managedTag = z.strictObject({
  id: integerId,
  ...answeredMembers(tagFields),
  /** Customers and contracts that carry it, without deleted ones. */
  customerCount: z.int(),
  contractCount: z.int(),
  rowVersion: z.int(),
});
export type ManagedTag = z.infer<typeof managedTag>;
export const tagSortKeys = [
  ...listedKeys(tagFields),
  'customerCount',
  'contractCount',
  'isInactive',
] as const;

const tagCall = { area: 'tags', path: '/admin/tags', access: 'tags.edit' } as const;
export const {
  list: listManagedTags,
  get: getTag,
  create: createTag,
  put: putTag,
  remove: deleteTag,
} = masterDataCalls({
  area: 'tags',
  path: '/admin/tags',
  one: 'Tag',
  listId: 'listManagedTags',
  view: 'tags.edit',
  edit: 'tags.edit',
  query: z.strictObject({ ...listQuery, isInactive: z.optional(queryBoolean) }),
  body: z.strictObject(members),
  row: managedTag,
  summaries: {
    list: 'Tags page by page; search by name.',
    get: 'A tag; ETag is its version.',
    create: 'Adds a tag.',
    put: 'Renames a tag, gives it another colour, or takes it out of the choices.',
    remove: 'Deletes a tag that nothing carries.',
  },
  refusals: ['masterData.nameExists'],
});
export const mergeTag = defineCall({
  ...tagCall,
  id: 'mergeTag',
  method: 'POST',
  path: '/admin/tags/:id/merge',
  summary: 'Gives whatever carries this tag another one instead and deletes it; answers the other one.',
  needsIdempotencyKey: true,
  params: pathIntegerId,
  body: z.strictObject({ intoId: integerId }),
  answer: managedTag,
  errors: ['common.validationFailed', 'common.notFound'],
});

export const listTags = defineCall({
  id: 'listTags',
  area: 'tags',
  method: 'GET',
  path: '/tags',
  summary: 'Tags of the house by name, those no longer given too; none for clients.',
  access: 'signedIn',
  answer: z.array(z.strictObject({ ...tag.shape, isInactive: z.boolean() })),
});

const change = z.strictObject({
  addedIds: z.array(integerId).check(z.maxLength(100)),
  removedIds: z.array(integerId).check(z.maxLength(100)),
});
const changeErrors = ['common.validationFailed', 'common.notFound', 'customers.blocked'] as const;

export const changeCustomerTags = defineCall({
  id: 'changeCustomerTags',
  area: 'tags',
  method: 'POST',
  path: '/customers/:id/tags',
  summary: 'Gives a customer tags and takes others away; answers those he has now.',
  access: 'customers.edit',
  params: pathId,
  body: change,
  answer: z.array(tag),
  needsIdempotencyKey: true,
  errors: changeErrors,
});
export const changeContractTags = defineCall({
  id: 'changeContractTags',
  area: 'tags',
  method: 'POST',
  path: '/contracts/:id/tags',
  summary: 'Gives a contract tags and takes others away; answers those it has now.',
  access: 'contracts.edit',
  params: pathId,
  body: change,
  answer: z.array(tag),
  needsIdempotencyKey: true,
  errors: changeErrors,
});

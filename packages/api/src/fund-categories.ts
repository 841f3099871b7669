import { listedKeys } from '@depotwerk/domain/master-data/field-table';
import { fundCategoryFields } from '@depotwerk/domain/master-data/fund-category-fields';
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { answeredMembers, takenMembers } from './field-shapes.ts';
import { integerId, listQuery, pathIntegerId } from './fields.ts';

/** Fund categories (asset classes), under which peer groups stand. Rules: `@depotwerk/domain/master-data`. */

const members = takenMembers(fundCategoryFields, 2);
export const fundCategory = z.strictObject({
  id: integerId,
  ...answeredMembers(fundCategoryFields),
  peergroupCount: z.int(),
  /** Funds that have it of their own or by their peer group. */
  fundCount: z.int(),
  rowVersion: z.int(),
});
export type FundCategory = z.infer<typeof fundCategory>;
export const fundCategorySortKeys = [
  ...listedKeys(fundCategoryFields),
  'peergroupCount',
  'fundCount',
] as const;

const categoryCall = { area: 'peergroups', path: '/admin/fund-categories' } as const;
export const listFundCategories = defineCall({
  ...categoryCall,
  id: 'listFundCategories',
  method: 'GET',
  summary: 'Fund categories page by page; search by name.',
  access: 'funds.view',
  query: z.strictObject(listQuery),
  answer: z.array(fundCategory),
  isExportable: true,
});
export const getFundCategory = defineCall({
  ...categoryCall,
  id: 'getFundCategory',
  method: 'GET',
  path: '/admin/fund-categories/:id',
  summary: 'A fund category; ETag is its version.',
  access: 'funds.view',
  params: pathIntegerId,
  answer: fundCategory,
  errors: ['common.notFound'],
});
export const createFundCategory = defineCall({
  ...categoryCall,
  id: 'createFundCategory',
  method: 'POST',
  summary: 'Adds a fund category.',
  access: 'peergroups.edit',
  needsIdempotencyKey: true,
  status: 201,
  body: z.strictObject(members),
  answer: fundCategory,
  errors: ['common.validationFailed', 'masterData.nameExists'],
});
export const putFundCategory = defineCall({
  ...categoryCall,
  id: 'putFundCategory',
  method: 'PUT',
  path: '/admin/fund-categories/:id',
  summary: 'Changes a fund category.',
  access: 'peergroups.edit',
  needsIfMatch: true,
  params: pathIntegerId,
  body: z.strictObject(members),
  answer: fundCategory,
  errors: ['common.validationFailed', 'common.notFound', 'masterData.nameExists'],
});
export const deleteFundCategory = defineCall({
  ...categoryCall,
  id: 'deleteFundCategory',
  method: 'DELETE',
  path: '/admin/fund-categories/:id',
  summary: 'Deletes a fund category that no peer group and no fund names.',
  access: 'peergroups.edit',
  needsIfMatch: true,
  params: pathIntegerId,
  errors: ['common.notFound', 'masterData.inUse'],
});

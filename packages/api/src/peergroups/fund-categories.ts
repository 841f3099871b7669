import { listedKeys } from '@depotwerk/domain/master-data/field-table';
import { fundCategoryFields } from '@depotwerk/domain/master-data/fund-category-fields';
import * as z from 'zod/mini';
import { answeredMembers, takenMembers } from '../field-shapes.ts';
import { integerId, listQuery } from '../fields.ts';
import { masterDataCalls } from '../master-data-calls.ts';

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

export const {
  list: listFundCategories,
  get: getFundCategory,
  create: createFundCategory,
  put: putFundCategory,
  remove: deleteFundCategory,
} = masterDataCalls({
  area: 'peergroups',
  path: '/admin/fund-categories',
  one: 'FundCategory',
  listId: 'listFundCategories',
  view: 'funds.view',
  edit: 'peergroups.edit',
  query: z.strictObject(listQuery),
  body: z.strictObject(members),
  row: fundCategory,
  summaries: {
    list: 'Fund categories page by page; search by name.',
    get: 'A fund category; ETag is its version.',
    create: 'Adds a fund category.',
    put: 'Changes a fund category.',
    remove: 'Deletes a fund category that no peer group and no fund names.',
  },
  refusals: ['masterData.nameExists'],
});

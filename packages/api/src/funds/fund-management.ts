import { listedKeys } from '@depotwerk/domain/master-data/field-table';
import { fundIdentityFields, keptFundFields } from '@depotwerk/domain/master-data/fund-fields';
import { fundStatuses } from '@depotwerk/domain/master-data/fund-status';
import { peergroupFields } from '@depotwerk/domain/master-data/peergroup-fields';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { answeredMembers, takenMembers } from '../field-shapes.ts';
import {
  day,
  fraction,
  id,
  integerId,
  integerIdList,
  listQuery,
  pathIntegerId,
  queryBoolean,
  queryInteger,
  queryNumber,
} from '../fields.ts';
import { masterDataCalls } from '../master-data-calls.ts';
import { fund } from './funds.ts';

/**
 * Funds and peer groups as administrators keep them. Prices, costs, risk, ratings and sustainability
 * figures belong to the data import and can only be read. Rules: `@depotwerk/domain/master-data`.
 */

const smallId = queryInteger(1, 2_147_483_647);
const fundStatus = z.enum(fundStatuses);

export const getFundLookups = defineCall({
  id: 'getFundLookups',
  area: 'funds',
  method: 'GET',
  path: '/funds/lookups',
  summary: 'Categories, peer groups and rating types to choose from.',
  access: 'funds.view',
  answer: z.strictObject({
    categories: z.array(
      z.strictObject({ id: integerId, categoryName: z.string(), categoryColor: z.string() }),
    ),
    peergroups: z.array(
      z.strictObject({
        id: integerId,
        peergroupName: z.string(),
        colour: z.string(),
        categoryId: integerId,
        isInactive: z.boolean(),
      }),
    ),
    ratingTypes: z.array(z.strictObject({ id: z.int(), ratingTypeName: z.string() })),
  }),
});

export const managedFund = z.strictObject({ ...fund.shape, fundStatus });
export type ManagedFund = z.infer<typeof managedFund>;

export const listManagedFunds = defineCall({
  id: 'listManagedFunds',
  mayLag: true,
  area: 'funds',
  method: 'GET',
  path: '/admin/funds',
  summary: 'Funds page by page; search by ISIN, WKN, name or company.',
  access: 'funds.view',
  query: z.strictObject({
    ...listQuery,
    categoryId: z.optional(smallId),
    peergroupId: z.optional(smallId),
    withoutPeergroup: z.optional(queryBoolean),
    riskIndicator: z.optional(queryInteger(1, 7)),
    sfdrArticle: z.optional(queryInteger(6, 9)),
    /** Highest ongoing costs as a fraction. */
    feeTo: z.optional(queryNumber(0, 1)),
    ratingFrom: z.optional(queryInteger(1, 5)),
    fundStatus: z.optional(fundStatus),
    isETF: z.optional(queryBoolean),
    isSavingsPlanCapable: z.optional(queryBoolean),
    isGuaranteeFund: z.optional(queryBoolean),
    isInactive: z.optional(queryBoolean),
  }),
  answer: z.array(managedFund),
  isExportable: true,
});

/** Members people keep. */
const fundMembers = takenMembers(keptFundFields, 2);
export const fundDetail = z.strictObject({
  fund: managedFund,
  /** The fund's own category; null = that of its peer group. */
  ownCategoryId: z.nullable(integerId),
  successor: z.nullable(z.strictObject({ id: integerId, name: z.string(), isin: z.string() })),
  minimumOrder: z.nullable(z.number()),
  minimumSavingsAmount: z.nullable(z.number()),
  domicile: z.nullable(z.string()),
  distributionPolicy: z.nullable(z.enum(['ACC', 'DIST'])),
  launchDate: z.nullable(day),
  kiidDate: z.nullable(day),
  managementFee: z.nullable(fraction),
  transactionCosts: z.nullable(z.number()),
  entryFee: z.nullable(fraction),
  exitFee: z.nullable(fraction),
  performanceFee: z.nullable(z.number()),
  distributionFee: z.nullable(fraction),
  equityQuota: z.nullable(fraction),
  /** Annual, as a fraction, from the fund's key figures. */
  volatility: z.nullable(z.number()),
  /** From which prices risk and ranks were computed; null where none could be. */
  figures: z.nullable(
    z.strictObject({
      calculatedFor: day,
      dataFrom: day,
      dataTo: day,
      /** Own weekly returns. */
      observations: z.int(),
      /** The index of the peer group stands in for missing weeks. */
      isProxy: z.boolean(),
    }),
  ),
  /** Share of environmentally sustainable and of sustainable investments (Art. 2 no. 7 DelVO 2017/565). */
  minimumShareTaxonomy: z.nullable(fraction),
  minimumShareSustainable: z.nullable(fraction),
  considersPai: z.nullable(z.boolean()),
  dataSource: z.nullable(z.string()),
  dataDate: z.nullable(day),
  rowVersion: z.int(),
});
export type FundDetail = z.infer<typeof fundDetail>;

export const getManagedFund = defineCall({
  id: 'getManagedFund',
  area: 'funds',
  method: 'GET',
  path: '/admin/funds/:id',
  summary: 'Everything known of a fund; ETag is its version, which prices do not move.',
  access: 'funds.view',
  params: pathIntegerId,
  answer: fundDetail,
  errors: ['common.notFound'],
});
export const getFundUsage = defineCall({
  id: 'getFundUsage',
  area: 'funds',
  method: 'GET',
  path: '/admin/funds/:id/usage',
  summary: 'Where a fund is used: tariffs, and for those who may edit funds the number of contracts.',
  access: 'tariffs.view',
  params: pathIntegerId,
  answer: z.strictObject({
    tariffs: z.array(
      z.strictObject({
        id,
        name: z.string(),
        isInactive: z.boolean(),
        uses: z.array(z.enum(['universe', 'selection', 'fundMatrix', 'guarantee'])),
      }),
    ),
    /** Contracts holding it and savings plans buying it, of the whole tenant; null without funds.edit. */
    contractCount: z.nullable(z.int()),
    savingsPlanCount: z.nullable(z.int()),
    /** Counting stops here: the figures then mean "at least". */
    countLimit: z.int(),
  }),
  errors: ['common.notFound'],
});
export const createFund = defineCall({
  id: 'createFund',
  area: 'funds',
  method: 'POST',
  path: '/admin/funds',
  summary: 'Adds a fund by hand; its figures come with the next import.',
  access: 'funds.edit',
  needsIdempotencyKey: true,
  status: 201,
  body: z.strictObject({ ...fundMembers, ...takenMembers(fundIdentityFields, 2) }),
  answer: fundDetail,
  errors: ['common.validationFailed', 'masterData.keyExists'],
});
export const putFund = defineCall({
  id: 'putFund',
  area: 'funds',
  method: 'PUT',
  path: '/admin/funds/:id',
  summary: 'Changes what people keep of a fund; its ISIN stays as it is.',
  access: 'funds.edit',
  needsIfMatch: true,
  params: pathIntegerId,
  body: z.strictObject({
    ...fundMembers,
    /** Absent from the release before: it stays as it is. */
    currency: z.optional(takenMembers(fundIdentityFields, 2).currency),
  }),
  answer: fundDetail,
  errors: ['common.validationFailed', 'common.notFound'],
});

const peergroupMembers = {
  ...takenMembers(peergroupFields, 2),
  /** Changes of its members: whoever else moved a fund meanwhile is not undone. */
  addedFundIds: integerIdList,
  removedFundIds: integerIdList,
};
export const peergroup = z.strictObject({
  id: integerId,
  ...answeredMembers(peergroupFields),
  categoryName: z.string(),
  fundCount: z.int(),
  /** Allocation components it is part of. */
  componentCount: z.int(),
  /** Annual, as a fraction; null until an import brought it. */
  volatility: z.nullable(z.number()),
  rowVersion: z.int(),
});
export type Peergroup = z.infer<typeof peergroup>;
export const peergroupSortKeys = [
  ...listedKeys(peergroupFields),
  'categoryName',
  'fundCount',
  'volatility',
  'isInactive',
] as const;

export const {
  list: listPeergroups,
  get: getPeergroup,
  create: createPeergroup,
  put: putPeergroup,
  remove: deletePeergroup,
} = masterDataCalls({
  area: 'peergroups',
  path: '/admin/peergroups',
  one: 'Peergroup',
  listId: 'listPeergroups',
  view: 'funds.view',
  edit: 'peergroups.edit',
  query: z.strictObject({
    ...listQuery,
    categoryId: z.optional(smallId),
    isInactive: z.optional(queryBoolean),
  }),
  body: z.strictObject(peergroupMembers),
  row: peergroup,
  summaries: {
    list: 'Peer groups page by page; search by name or key.',
    get: 'A peer group; ETag is its version. Its members are a filter of the fund list.',
    create: 'Adds a peer group.',
    put: 'Changes a peer group and its members.',
    remove: 'Deletes a peer group without members that no component names.',
  },
  refusals: ['masterData.nameExists', 'masterData.keyExists'],
});

import { costModelFields } from '@depotwerk/domain/master-data/cost-model-fields';
import { listedKeys } from '@depotwerk/domain/master-data/field-table';
import { insurerFields } from '@depotwerk/domain/master-data/insurer-fields';
import { issuerFields } from '@depotwerk/domain/master-data/issuer-fields';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { answeredMembers, takenMembers } from '../field-shapes.ts';
import { id, integerId, listQuery, queryBoolean, queryInteger } from '../fields.ts';
import { masterDataCalls } from '../master-data-calls.ts';

/**
 * Insurers, issuers and cost models. Shapes and outer limits only: what is missing or wrong is said
 * by `@depotwerk/domain/master-data`, in the browser while typing and again on the server.
 */

const list = { ...listQuery, isInactive: z.optional(queryBoolean) };
const smallId = queryInteger(1, 2_147_483_647);
/** Contracts of the whole tenant, for those who may edit; null for everybody else. */
const contractCount = z.nullable(z.int());

const insurerMembers = takenMembers(insurerFields, 2);
export const insurer = z.strictObject({
  id: integerId,
  ...answeredMembers(insurerFields),
  tariffCount: z.int(),
  issuerCount: z.int(),
  contractCount,
  rowVersion: z.int(),
});
export type Insurer = z.infer<typeof insurer>;
export const insurerSortKeys = [...listedKeys(insurerFields), 'tariffCount', 'isInactive'] as const;

export const {
  list: listManagedInsurers,
  get: getInsurer,
  create: createInsurer,
  put: putInsurer,
  remove: deleteInsurer,
} = masterDataCalls({
  area: 'insurers',
  path: '/admin/insurers',
  one: 'Insurer',
  listId: 'listManagedInsurers',
  view: 'insurers.view',
  edit: 'insurers.edit',
  query: z.strictObject(list),
  body: z.strictObject(insurerMembers),
  row: insurer,
  summaries: {
    list: 'Insurers page by page; search by name, short name or BaFin number.',
    get: 'An insurer and how often it is used; ETag is its version.',
    create: 'Adds an insurer.',
    put: 'Changes an insurer.',
    remove: 'Deletes an insurer nothing refers to.',
  },
  refusals: ['masterData.nameExists'],
});

const issuerMembers = takenMembers(issuerFields, 2);
const { traderKind } = issuerMembers;
export const issuer = z.strictObject({
  id: integerId,
  ...answeredMembers(issuerFields),
  insurerName: z.nullable(z.string()),
  tariffCount: z.int(),
  contractCount,
  rowVersion: z.int(),
});
export type Issuer = z.infer<typeof issuer>;
export const issuerSortKeys = [
  ...listedKeys(issuerFields),
  'insurerName',
  'traderKind',
  'tariffCount',
  'isInactive',
] as const;

export const {
  list: listIssuers,
  get: getIssuer,
  create: createIssuer,
  put: putIssuer,
  remove: deleteIssuer,
} = masterDataCalls({
  area: 'issuers',
  path: '/admin/issuers',
  one: 'Issuer',
  listId: 'listIssuers',
  view: 'insurers.view',
  edit: 'insurers.edit',
  needsFreshFactor: true,
  query: z.strictObject({
    ...list,
    insurerId: z.optional(smallId),
    hasTrader: z.optional(queryBoolean),
    traderKind: z.optional(traderKind),
  }),
  body: z.strictObject(issuerMembers),
  row: issuer,
  summaries: {
    list: 'Issuers and depot banks page by page; search by name, bank name, bank code or BIC.',
    get: 'An issuer and how often it is used; ETag is its version.',
    create: 'Adds an issuer.',
    put: 'Changes an issuer; its bank stays as long as passwords, linked depots or open orders belong to it.',
    remove: 'Deletes an issuer nothing refers to.',
  },
  refusals: ['masterData.nameExists'],
  changeRefusals: ['issuers.bankInUse'],
});

const costModelMembers = takenMembers(costModelFields, 2);
export const costModelState = z.enum(['current', 'future', 'past']);
export const costModel = z.strictObject({
  id: integerId,
  ...answeredMembers(costModelFields),
  insurerName: z.nullable(z.string()),
  tariffName: z.nullable(z.string()),
  /** Where the caller's day lies. */
  state: costModelState,
  contractCount,
  rowVersion: z.int(),
});
export type CostModel = z.infer<typeof costModel>;
export const costModelSortKeys = [...listedKeys(costModelFields), 'insurerName', 'tariffName'] as const;

const costModelCall = { area: 'costModels', path: '/cost-models' } as const;
export const {
  list: listCostModels,
  get: getCostModel,
  create: createCostModel,
  put: putCostModel,
  remove: deleteCostModel,
} = masterDataCalls({
  area: 'costModels',
  path: '/cost-models',
  one: 'CostModel',
  listId: 'listCostModels',
  view: 'costModels.view',
  edit: 'costModels.edit',
  query: z.strictObject({
    ...listQuery,
    insurerId: z.optional(smallId),
    tariffId: z.optional(id),
    state: z.optional(costModelState),
  }),
  body: z.strictObject(costModelMembers),
  row: costModel,
  summaries: {
    list: 'Cost models page by page; search by name, tariff or insurer.',
    get: 'A cost model and how many contracts follow it; ETag is its version.',
    create: 'Adds a cost model; of one tariff only one is in force on any day.',
    put: 'Changes a cost model.',
    remove: 'Deletes a cost model no contract follows.',
  },
  refusals: ['costModels.overlap'],
});
export const listCostModelTariffs = defineCall({
  ...costModelCall,
  id: 'listCostModelTariffs',
  method: 'GET',
  path: '/cost-models/tariffs',
  summary: 'Tariffs a cost model can belong to.',
  access: 'costModels.edit',
  answer: z.array(
    z.strictObject({ id, name: z.string(), insurerId: z.nullable(integerId), isInactive: z.boolean() }),
  ),
});

import { costModelFields } from '@depotwerk/domain/master-data/cost-model-fields';
import { listedKeys } from '@depotwerk/domain/master-data/field-table';
import { insurerFields } from '@depotwerk/domain/master-data/insurer-fields';
import { issuerFields } from '@depotwerk/domain/master-data/issuer-fields';
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { answeredMembers, takenMembers } from './field-shapes.ts';
import { id, integerId, listQuery, pathIntegerId, queryBoolean, queryInteger } from './fields.ts';

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

const insurerCall = { area: 'insurers', path: '/admin/insurers' } as const;
export const listManagedInsurers = defineCall({
  ...insurerCall,
  id: 'listManagedInsurers',
  method: 'GET',
  summary: 'Insurers page by page; search by name, short name or BaFin number.',
  access: 'insurers.view',
  query: z.strictObject(list),
  answer: z.array(insurer),
  isExportable: true,
});
export const getInsurer = defineCall({
  ...insurerCall,
  id: 'getInsurer',
  method: 'GET',
  path: '/admin/insurers/:id',
  summary: 'An insurer and how often it is used; ETag is its version.',
  access: 'insurers.view',
  params: pathIntegerId,
  answer: insurer,
  errors: ['common.notFound'],
});
export const createInsurer = defineCall({
  ...insurerCall,
  id: 'createInsurer',
  method: 'POST',
  summary: 'Adds an insurer.',
  access: 'insurers.edit',
  needsIdempotencyKey: true,
  status: 201,
  body: z.strictObject(insurerMembers),
  answer: insurer,
  errors: ['common.validationFailed', 'masterData.nameExists'],
});
export const putInsurer = defineCall({
  ...insurerCall,
  id: 'putInsurer',
  method: 'PUT',
  path: '/admin/insurers/:id',
  summary: 'Changes an insurer.',
  access: 'insurers.edit',
  needsIfMatch: true,
  params: pathIntegerId,
  body: z.strictObject(insurerMembers),
  answer: insurer,
  errors: ['common.validationFailed', 'common.notFound', 'masterData.nameExists'],
});
export const deleteInsurer = defineCall({
  ...insurerCall,
  id: 'deleteInsurer',
  method: 'DELETE',
  path: '/admin/insurers/:id',
  summary: 'Deletes an insurer nothing refers to.',
  access: 'insurers.edit',
  needsIfMatch: true,
  params: pathIntegerId,
  errors: ['common.notFound', 'masterData.inUse'],
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

const issuerCall = { area: 'issuers', path: '/admin/issuers' } as const;
export const listIssuers = defineCall({
  ...issuerCall,
  id: 'listIssuers',
  method: 'GET',
  summary: 'Issuers and depot banks page by page; search by name, bank name, bank code or BIC.',
  access: 'insurers.view',
  query: z.strictObject({
    ...list,
    insurerId: z.optional(smallId),
    hasTrader: z.optional(queryBoolean),
    traderKind: z.optional(traderKind),
  }),
  answer: z.array(issuer),
  isExportable: true,
});
export const getIssuer = defineCall({
  ...issuerCall,
  id: 'getIssuer',
  method: 'GET',
  path: '/admin/issuers/:id',
  summary: 'An issuer and how often it is used; ETag is its version.',
  access: 'insurers.view',
  params: pathIntegerId,
  answer: issuer,
  errors: ['common.notFound'],
});
export const createIssuer = defineCall({
  ...issuerCall,
  id: 'createIssuer',
  method: 'POST',
  summary: 'Adds an issuer.',
  needsFreshFactor: true,
  access: 'insurers.edit',
  needsIdempotencyKey: true,
  status: 201,
  body: z.strictObject(issuerMembers),
  answer: issuer,
  errors: ['common.validationFailed', 'masterData.nameExists'],
});
export const putIssuer = defineCall({
  ...issuerCall,
  id: 'putIssuer',
  method: 'PUT',
  path: '/admin/issuers/:id',
  summary:
    'Changes an issuer; its bank stays as long as passwords, linked depots or open orders belong to it.',
  needsFreshFactor: true,
  access: 'insurers.edit',
  needsIfMatch: true,
  params: pathIntegerId,
  body: z.strictObject(issuerMembers),
  answer: issuer,
  errors: ['common.validationFailed', 'common.notFound', 'masterData.nameExists', 'issuers.bankInUse'],
});
export const deleteIssuer = defineCall({
  ...issuerCall,
  id: 'deleteIssuer',
  method: 'DELETE',
  path: '/admin/issuers/:id',
  summary: 'Deletes an issuer nothing refers to.',
  needsFreshFactor: true,
  access: 'insurers.edit',
  needsIfMatch: true,
  params: pathIntegerId,
  errors: ['common.notFound', 'masterData.inUse'],
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
export const listCostModels = defineCall({
  ...costModelCall,
  id: 'listCostModels',
  method: 'GET',
  summary: 'Cost models page by page; search by name, tariff or insurer.',
  access: 'costModels.view',
  query: z.strictObject({
    ...listQuery,
    insurerId: z.optional(smallId),
    tariffId: z.optional(id),
    state: z.optional(costModelState),
  }),
  answer: z.array(costModel),
  isExportable: true,
});
export const getCostModel = defineCall({
  ...costModelCall,
  id: 'getCostModel',
  method: 'GET',
  path: '/cost-models/:id',
  summary: 'A cost model and how many contracts follow it; ETag is its version.',
  access: 'costModels.view',
  params: pathIntegerId,
  answer: costModel,
  errors: ['common.notFound'],
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
export const createCostModel = defineCall({
  ...costModelCall,
  id: 'createCostModel',
  method: 'POST',
  summary: 'Adds a cost model; of one tariff only one is in force on any day.',
  access: 'costModels.edit',
  needsIdempotencyKey: true,
  status: 201,
  body: z.strictObject(costModelMembers),
  answer: costModel,
  errors: ['common.validationFailed', 'costModels.overlap'],
});
export const putCostModel = defineCall({
  ...costModelCall,
  id: 'putCostModel',
  method: 'PUT',
  path: '/cost-models/:id',
  summary: 'Changes a cost model.',
  access: 'costModels.edit',
  needsIfMatch: true,
  params: pathIntegerId,
  body: z.strictObject(costModelMembers),
  answer: costModel,
  errors: ['common.validationFailed', 'common.notFound', 'costModels.overlap'],
});
export const deleteCostModel = defineCall({
  ...costModelCall,
  id: 'deleteCostModel',
  method: 'DELETE',
  path: '/cost-models/:id',
  summary: 'Deletes a cost model no contract follows.',
  access: 'costModels.edit',
  needsIfMatch: true,
  params: pathIntegerId,
  errors: ['common.notFound', 'masterData.inUse'],
});

import { mostFunds } from '@depotwerk/domain/limits';
import { componentKinds } from '@depotwerk/domain/tariff/tariff-drafts';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { id, instant, integerId, listQuery, pathId, queryBoolean, text } from '../fields.ts';
import {
  allocationComponentBody,
  matrixBodyLimit,
  riskComponentBody,
  selectionComponentBody,
  universeComponentBody,
} from '../tariffs/tariff-fields.ts';

const area = 'components';
const defineCall = callsOf(area);

export const componentKind = z.enum(componentKinds);
const kindPath = z.strictObject({ kind: componentKind });
const kindAndId = z.strictObject({ kind: componentKind, id });

export const componentItem = z.strictObject({
  id,
  kind: componentKind,
  name: z.string(),
  key: z.string(),
  isInactive: z.boolean(),
  versionNumber: z.int(),
  /** What it is made of in a few words: "5 Klassen, Volatilität", "120 Fonds", … */
  summary: z.string(),
  /** Tariffs and components that use it. */
  usedByCount: z.int(),
  updatedAt: instant,
  rowVersion: z.int(),
});
export type ComponentItem = z.infer<typeof componentItem>;

export const listComponents = defineCall({
  id: 'listComponents',
  method: 'GET',
  path: '/tariff-components/:kind',
  summary: 'Components of a kind; sort: name, key, usedByCount, updatedAt.',
  access: 'tariffComponents.view',
  params: kindPath,
  query: z.strictObject({ ...listQuery, isInactive: z.optional(queryBoolean) }),
  answer: z.array(componentItem),
  isExportable: true,
});

const frame = {
  id,
  versionNumber: z.int(),
  rowVersion: z.int(),
  updatedAt: instant,
  /** Tariffs and components that use it, for the warning of the wizard. */
  usedByCount: z.int(),
};

/** A fund of a list as the wizards show it. */
export const listedFund = z.strictObject({
  id: integerId,
  isin: z.string(),
  name: z.string(),
  peergroupId: z.nullable(integerId),
  peergroupName: z.nullable(z.string()),
  categoryColor: z.nullable(z.string()),
  isETF: z.boolean(),
  isInactive: z.boolean(),
  ongoingFee: z.nullable(z.number()),
  riskIndicator: z.nullable(z.int()),
  sfdrArticle: z.nullable(z.int()),
  /** Whom its manufacturer excludes from buying it: retail clients, or only those of the lowest risk tolerance. */
  excludes: z.nullable(z.enum(['retail', 'lowestClass'])),
  /** 1 to 5 by the ranking type asked for. */
  rank: z.nullable(z.int()),
});
export type ListedFund = z.infer<typeof listedFund>;

export const riskComponent = z.strictObject({ ...frame, component: riskComponentBody });
export const allocationComponent = z.strictObject({ ...frame, component: allocationComponentBody });
export const selectionComponent = z.strictObject({
  ...frame,
  component: selectionComponentBody,
  funds: z.array(listedFund),
});
export const universeComponent = z.strictObject({
  ...frame,
  component: universeComponentBody,
  /** Manual: its items. Automatic: empty; fundCount says how many the type holds today. */
  funds: z.array(listedFund),
  fundCount: z.int(),
});

const read = <Answer extends z.ZodMiniType>(kind: string, answer: Answer) => ({
  area,
  method: 'GET' as const,
  path: `/tariff-components/${kind}/:id`,
  summary: `A ${kind} component; ETag is its version.`,
  access: 'tariffComponents.view' as const,
  params: pathId,
  answer,
  errors: ['common.notFound'] as const,
});
const create = <Body extends z.ZodMiniType, Answer extends z.ZodMiniType>(
  kind: string,
  body: Body,
  answer: Answer,
) => ({
  area,
  method: 'POST' as const,
  path: `/tariff-components/${kind}`,
  summary: `Creates a ${kind} component; every rule of its wizard is checked again.`,
  access: 'tariffComponents.edit' as const,
  body,
  answer,
  status: 201,
  needsIdempotencyKey: true,
  errors: ['common.validationFailed', 'tariffComponents.keyExists', 'tariffComponents.unknown'] as const,
});
const put = <Body extends z.ZodMiniType, Answer extends z.ZodMiniType>(
  kind: string,
  body: Body,
  answer: Answer,
) => ({
  area,
  method: 'PUT' as const,
  path: `/tariff-components/${kind}/:id`,
  summary: `Saves a ${kind} component. Versions already submitted keep what they took; 412: what is stored stands in \`current\`.`,
  access: 'tariffComponents.edit' as const,
  params: pathId,
  body,
  answer,
  needsIfMatch: true,
  errors: [
    'common.notFound',
    'common.validationFailed',
    'common.versionConflict',
    'tariffComponents.keyExists',
    'tariffComponents.unknown',
  ] as const,
});

export const getRiskComponent = defineCall({ id: 'getRiskComponent', ...read('risk', riskComponent) });
export const createRiskComponent = defineCall({
  id: 'createRiskComponent',
  ...create('risk', riskComponentBody, riskComponent),
});
export const putRiskComponent = defineCall({
  id: 'putRiskComponent',
  ...put('risk', riskComponentBody, riskComponent),
});

export const getSelectionComponent = defineCall({
  id: 'getSelectionComponent',
  ...read('selection', selectionComponent),
});
export const createSelectionComponent = defineCall({
  id: 'createSelectionComponent',
  ...create('selection', selectionComponentBody, selectionComponent),
});
export const putSelectionComponent = defineCall({
  id: 'putSelectionComponent',
  ...put('selection', selectionComponentBody, selectionComponent),
});

export const getAllocationComponent = defineCall({
  id: 'getAllocationComponent',
  ...read('allocation', allocationComponent),
});
export const createAllocationComponent = defineCall({
  id: 'createAllocationComponent',
  ...create('allocation', allocationComponentBody, allocationComponent),
  bodyLimit: matrixBodyLimit,
});
export const putAllocationComponent = defineCall({
  id: 'putAllocationComponent',
  ...put('allocation', allocationComponentBody, allocationComponent),
  bodyLimit: matrixBodyLimit,
});

export const getUniverseComponent = defineCall({
  id: 'getUniverseComponent',
  ...read('universe', universeComponent),
});
export const createUniverseComponent = defineCall({
  id: 'createUniverseComponent',
  ...create('universe', universeComponentBody, universeComponent),
});
export const putUniverseComponent = defineCall({
  id: 'putUniverseComponent',
  ...put('universe', universeComponentBody, universeComponent),
});

export const deleteComponent = defineCall({
  id: 'deleteComponent',
  method: 'DELETE',
  path: '/tariff-components/:kind/:id',
  summary: 'Deletes a component nothing uses; 409 names what does.',
  access: 'tariffComponents.edit',
  params: kindAndId,
  needsIfMatch: true,
  errors: ['common.notFound', 'common.versionConflict', 'tariffComponents.inUse'],
});

export const copyComponent = defineCall({
  id: 'copyComponent',
  method: 'POST',
  path: '/tariff-components/:kind/:id/copy',
  summary: 'A new component with the same content.',
  access: 'tariffComponents.edit',
  params: kindAndId,
  body: z.strictObject({ name: text(200, 1), key: text(50, 1) }),
  answer: componentItem,
  status: 201,
  needsIdempotencyKey: true,
  errors: ['common.notFound', 'common.validationFailed', 'tariffComponents.keyExists'],
});

export const listComponentUses = defineCall({
  id: 'listComponentUses',
  method: 'GET',
  path: '/tariff-components/:kind/:id/uses',
  summary: 'Where a component is used: tariffs (with their contracts) and other components.',
  access: 'tariffComponents.view',
  params: kindAndId,
  answer: z.array(
    z.strictObject({
      type: z.enum(['tariff', 'selection', 'allocation']),
      id,
      name: z.string(),
      key: z.string(),
      isInactive: z.boolean(),
      contractCount: z.nullable(z.int()),
    }),
  ),
  errors: ['common.notFound'],
});

/** Funds of a selection in automatic mode: what universe, ranking and size give today. */
export const previewAutomaticSelection = defineCall({
  id: 'previewAutomaticSelection',
  method: 'POST',
  path: '/tariff-components/selection/automatic-selection',
  summary: 'The funds an automatic selection holds today, best first by peer group.',
  access: 'tariffComponents.view',
  body: z.strictObject({
    tariffUniverseComponent: id,
    tariffRankingType: z.int().check(z.minimum(0), z.maximum(1000)),
    tariffFundShortlistSize: z.int().check(z.minimum(1), z.maximum(1000)),
    minimumRank: z.nullable(z.int().check(z.minimum(1), z.maximum(5))),
    allowsUnrated: z.boolean(),
  }),
  answer: z.array(listedFund),
  errors: ['tariffComponents.unknown'],
});

/** Listed funds for ids, e.g. of a draft resumed on another machine; unknown ids are left out. */
export const listFundsForWizard = defineCall({
  id: 'listFundsForWizard',
  opensWhileViewing: true,
  method: 'POST',
  path: '/tariff-components/funds',
  summary: 'Funds by id as the wizards show them, in the order asked for.',
  access: 'tariffComponents.view',
  body: z.strictObject({
    ids: z.array(integerId).check(z.maxLength(mostFunds)),
    rankingTypeId: z.optional(z.int().check(z.minimum(0), z.maximum(1000))),
  }),
  answer: z.array(listedFund),
});

const importAnswer = z.strictObject({
  tariffSelectedFunds: z.array(listedFund),
  /** With the rows they stand in (1 = header). */
  unknownIsins: z.array(z.strictObject({ row: z.int(), isin: z.string() })),
  duplicates: z.array(z.strictObject({ row: z.int(), isin: z.string() })),
  rowErrors: z.array(z.strictObject({ row: z.int(), text: z.string(), message: z.string() })),
});
export type FundImport = z.infer<typeof importAnswer>;

/** The file's name decides nothing: its content does. Base64 inside JSON keeps every limit and log rule of a body. */
const importCall = (kind: 'selection' | 'universe') => ({
  area,
  method: 'POST' as const,
  path: `/tariff-components/${kind}/import`,
  summary: 'Reads funds from an XLSX or CSV file by ISIN; nothing is stored.',
  access: 'tariffComponents.edit' as const,
  body: z.strictObject({
    fileName: text(200, 1),
    content: z.string().check(z.maxLength(7_000_000), z.regex(/^[A-Za-z0-9+/]*={0,2}$/)),
  }),
  answer: importAnswer,
  bodyLimit: 7_100_000,
  takesFile: true,
  errors: ['import.wrongFormat', 'common.payloadTooLarge'] as const,
});
export const importSelection = defineCall({ id: 'importSelection', ...importCall('selection') });
export const importUniverse = defineCall({ id: 'importUniverse', ...importCall('universe') });

const exportCall = (kind: 'selection' | 'universe') => ({
  area,
  method: 'POST' as const,
  path: `/tariff-components/${kind}/export`,
  summary: 'Funds as file `{key}_{yyyyMMdd}.xlsx` or `.csv`, in their order.',
  access: 'tariffComponents.view' as const,
  answerKind: 'file' as const,
  body: z.strictObject({
    key: text(50),
    ids: z.optional(z.array(integerId).check(z.maxLength(mostFunds))),
    tariffUniverseType: z.optional(z.int().check(z.minimum(0), z.maximum(1000))),
    maximumRiskIndicator: z.optional(z.int().check(z.minimum(0), z.maximum(1000))),
    format: z.enum(['xlsx', 'csv']),
  }),
  errors: ['common.badRequest'] as const,
});
export const exportSelection = defineCall({ id: 'exportSelection', ...exportCall('selection') });
export const exportUniverse = defineCall({ id: 'exportUniverse', ...exportCall('universe') });

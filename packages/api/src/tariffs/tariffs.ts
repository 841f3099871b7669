import { tariffVersionStates } from '@depotwerk/domain/tariff/version-states';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import {
  day,
  id,
  instant,
  integerId,
  listQuery,
  pathId,
  queryBoolean,
  queryInteger,
  text,
} from '../fields.ts';
import { combinationMessage, tariffBody, tariffContent } from './tariff-fields.ts';

const area = 'tariffs';
const defineCall = callsOf(area);

const versionOrdinal = z.int().check(z.minimum(1), z.maximum(1_000_000));

export const tariffVersionState = z.enum(tariffVersionStates);

export const tariffVersion = z.strictObject({
  id,
  versionNumber: z.int(),
  state: tariffVersionState,
  /** First and last day contracts follow it; an approved version with a day in the future is published on it. */
  validFrom: z.nullable(day),
  validTo: z.nullable(day),
  comment: z.string(),
  lastEditedBy: z.nullable(z.string()),
  submittedBy: z.nullable(z.string()),
  submittedAt: z.nullable(instant),
  approvedBy: z.nullable(z.string()),
  approvedAt: z.nullable(instant),
  publishedAt: z.nullable(instant),
  /** Whether the caller may approve it: permission, and not its last editor (four eyes). */
  mayApprove: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
});
export type TariffVersion = z.infer<typeof tariffVersion>;

const named = z.nullable(z.strictObject({ id: integerId, name: z.string() }));
const openVersion = z.nullable(
  z.strictObject({ versionNumber: z.int(), state: tariffVersionState, validFrom: z.nullable(day) }),
);

export const tariffItem = z.strictObject({
  id,
  name: z.string(),
  key: z.string(),
  tariffTypeId: z.int(),
  tariffTypeName: z.string(),
  isHybridTariffType: z.boolean(),
  issuer: named,
  insurer: named,
  isInactive: z.boolean(),
  isDefault: z.boolean(),
  publishedVersionNumber: z.nullable(z.int()),
  publishedFrom: z.nullable(day),
  /** The version being worked on; null when there is none beside the published one. */
  openVersion,
  contractCount: z.int(),
  updatedAt: instant,
});
export type TariffItem = z.infer<typeof tariffItem>;

export const listTariffs = defineCall({
  id: 'listTariffs',
  mayLag: true,
  method: 'GET',
  path: '/tariffs',
  summary:
    'Tariffs of the tenant; sort: name, key, tariffTypeName, issuerName, insurerName, contractCount, updatedAt.',
  access: 'tariffs.view',
  query: z.strictObject({
    ...listQuery,
    insurerId: z.optional(queryInteger(1, 2_147_483_647)),
    issuerId: z.optional(queryInteger(1, 2_147_483_647)),
    tariffTypeId: z.optional(queryInteger(1, 100)),
    /** State of any version that is not superseded. */
    state: z.optional(tariffVersionState),
    isInactive: z.optional(queryBoolean),
    /** Where-used of a component. */
    componentId: z.optional(id),
  }),
  answer: z.array(tariffItem),
  isExportable: true,
});

export const tariff = z.strictObject({
  id,
  /** The version shown: the open one, else the published one. */
  version: tariffVersion,
  publishedVersionNumber: z.nullable(z.int()),
  /** Open (draft, rejected) or none yet: a save is taken. Submitted and approved ones are withdrawn first. */
  isEditable: z.boolean(),
  contractCount: z.int(),
  tariff: tariffBody,
  /** Names for the ids above, so that a summary needs no further calls. */
  names: z.strictObject({
    issuer: z.nullable(z.string()),
    insurer: z.nullable(z.string()),
    guaranteeSecurity: z.nullable(z.string()),
    components: z.record(z.string(), z.string()),
  }),
  rowVersion: z.int(),
});
export type Tariff = z.infer<typeof tariff>;

export const getTariff = defineCall({
  id: 'getTariff',
  method: 'GET',
  path: '/tariffs/:id',
  summary: 'A tariff as it is being worked on; ETag is its version.',
  access: 'tariffs.view',
  params: pathId,
  answer: tariff,
  errors: ['common.notFound'],
});

export const createTariff = defineCall({
  id: 'createTariff',
  method: 'POST',
  path: '/tariffs',
  summary: 'Creates a tariff with its first version as draft. Every rule of the wizard is checked again.',
  access: 'tariffs.edit',
  body: tariffBody,
  answer: tariff,
  status: 201,
  needsIdempotencyKey: true,
  errors: ['common.validationFailed', 'tariffs.keyExists', 'tariffs.defaultExists'],
});

export const putTariff = defineCall({
  id: 'putTariff',
  method: 'PUT',
  path: '/tariffs/:id',
  summary:
    'Saves the open version, or opens the next one when only a published one exists. 412: what is stored stands in `current`.',
  access: 'tariffs.edit',
  params: pathId,
  body: tariffBody,
  answer: tariff,
  needsIfMatch: true,
  errors: [
    'common.notFound',
    'common.validationFailed',
    'common.versionConflict',
    'tariffs.keyExists',
    'tariffs.defaultExists',
    'tariffs.notEditable',
  ],
});

export const deleteTariff = defineCall({
  id: 'deleteTariff',
  method: 'DELETE',
  path: '/tariffs/:id',
  summary: 'Deletes a tariff no contract follows; 409 names how many do.',
  access: 'tariffs.edit',
  params: pathId,
  needsIfMatch: true,
  errors: ['common.notFound', 'common.versionConflict', 'tariffs.inUse'],
});

export const copyTariff = defineCall({
  id: 'copyTariff',
  method: 'POST',
  path: '/tariffs/:id/copy',
  summary: 'A new tariff with the same content as draft.',
  access: 'tariffs.edit',
  params: pathId,
  body: z.strictObject({ name: text(200, 1), key: text(50, 1) }),
  answer: tariff,
  status: 201,
  needsIdempotencyKey: true,
  errors: ['common.notFound', 'common.validationFailed', 'tariffs.keyExists'],
});

export const listTariffVersions = defineCall({
  id: 'listTariffVersions',
  method: 'GET',
  path: '/tariffs/:id/versions',
  summary: 'All versions, newest first.',
  access: 'tariffs.view',
  params: pathId,
  answer: z.array(tariffVersion),
  errors: ['common.notFound'],
});

const versionPath = z.strictObject({ id, versionNumber: queryInteger(1, 1_000_000) });

export const getTariffVersion = defineCall({
  id: 'getTariffVersion',
  method: 'GET',
  path: '/tariffs/:id/versions/:versionNumber',
  summary: 'Content of one version; of an open one as it would be submitted now.',
  access: 'tariffs.view',
  params: versionPath,
  answer: z.strictObject({
    version: tariffVersion,
    content: tariffContent,
    messages: z.array(combinationMessage),
  }),
  errors: ['common.notFound'],
});

const step = <Id extends string>(
  name: Id,
  access: 'tariffs.submit' | 'tariffs.approve' | 'tariffs.publish' | 'tariffs.edit',
  summary: string,
  errors: readonly (
    | 'tariffs.wrongState'
    | 'tariffs.nothingNew'
    | 'tariffs.notPlausible'
    | 'tariffs.fourEyes'
    | 'tariffs.submittedAnew'
    | 'tariffs.validFromTaken'
    | 'tariffs.incomplete'
    | 'tariffs.keyExists'
    | 'tariffs.defaultExists'
    | 'common.validationFailed'
  )[],
) => ({
  id: `${name}Tariff` as const,
  area,
  method: 'POST' as const,
  path: `/tariffs/:id/${name}`,
  summary,
  access,
  params: pathId,
  answer: tariffVersion,
  needsIdempotencyKey: true,
  errors: ['common.notFound', ...errors] as const,
});

const comment = text(5000);

export const submitTariff = defineCall({
  ...step(
    'submit',
    'tariffs.submit',
    'Submits the draft for approval: its components are taken into the version as they stand. Messages of severity 2 block.',
    ['tariffs.wrongState', 'tariffs.notPlausible', 'tariffs.incomplete'],
  ),
  body: z.strictObject({ versionNumber: versionOrdinal, comment }),
});

export const withdrawTariff = defineCall({
  ...step('withdraw', 'tariffs.submit', 'Takes a submitted or approved version back to draft.', [
    'tariffs.wrongState',
  ]),
  body: z.strictObject({ versionNumber: versionOrdinal, comment }),
});

/** The submission the caller has looked at: one that was taken back, changed and submitted anew is another. */
const seenSubmission = z.optional(instant);

export const approveTariff = defineCall({
  ...step(
    'approve',
    'tariffs.approve',
    'Approves a submitted version; never by its last editor (four eyes).',
    ['tariffs.wrongState', 'tariffs.fourEyes', 'tariffs.submittedAnew', 'tariffs.notPlausible'],
  ),
  body: z.strictObject({ versionNumber: versionOrdinal, comment, submittedAt: seenSubmission }),
});

export const rejectTariff = defineCall({
  ...step('reject', 'tariffs.approve', 'Sends a submitted version back with a reason.', [
    'tariffs.wrongState',
  ]),
  body: z.strictObject({ versionNumber: versionOrdinal, comment: text(5000, 1) }),
});

export const publishTariff = defineCall({
  ...step(
    'publish',
    'tariffs.publish',
    'Publishes an approved version from a day on: today at once, later by itself on that day.',
    [
      'tariffs.wrongState',
      'tariffs.submittedAnew',
      'tariffs.notPlausible',
      'tariffs.validFromTaken',
      'tariffs.keyExists',
      'tariffs.defaultExists',
      'common.validationFailed',
    ],
  ),
  body: z.strictObject({
    versionNumber: versionOrdinal,
    validFrom: day,
    comment: z.optional(comment),
    submittedAt: seenSubmission,
  }),
});

export const rollbackTariff = defineCall({
  ...step(
    'rollback',
    'tariffs.edit',
    'Opens a new version with the content of an older one; it goes through approval like any other.',
    ['tariffs.wrongState'],
  ),
  body: z.strictObject({ versionNumber: versionOrdinal, comment }),
});

export const renewTariff = defineCall({
  ...step(
    'renew',
    'tariffs.edit',
    'Opens a new version with the content of the published one and its components as they stand: an automatic selection chooses its funds anew. It goes through approval like any other.',
    ['tariffs.wrongState', 'tariffs.incomplete', 'tariffs.nothingNew'],
  ),
  body: z.strictObject({ versionNumber: versionOrdinal, comment }),
});

export const discardTariff = defineCall({
  ...step(
    'discard',
    'tariffs.edit',
    'Puts a draft or rejected version away beside the published one; it stays readable as archived.',
    ['tariffs.wrongState'],
  ),
  body: z.strictObject({ versionNumber: versionOrdinal, comment }),
});

/** Versions that wait for somebody's decision, oldest first. */
export const listTariffApprovals = defineCall({
  id: 'listTariffApprovals',
  method: 'GET',
  path: '/tariffs/approvals',
  summary: 'Submitted versions that wait for approval and approved ones that wait for publishing.',
  access: 'tariffs.view',
  answer: z.array(
    z.strictObject({ tariffId: id, tariffName: z.string(), tariffKey: z.string(), version: tariffVersion }),
  ),
});

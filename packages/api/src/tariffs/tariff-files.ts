import { mostFunds } from '@depotwerk/domain/limits';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { componentKind } from '../components/tariff-components.ts';
import { base64File } from '../documents/documents.ts';
import { id, instant, integerId, queryInteger, text } from '../fields.ts';
import { matrixDifference, tariffDifference } from './tariff-comparison.ts';
import { tariffContent } from './tariff-fields.ts';
import { tariffVersionState } from './tariffs.ts';

const defineCall = callsOf('tariffs');

/** SHA-256 of a public key in hex: by it people know who signed. */
export const keyFingerprint = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Bytes of the largest tariff file. Texts call it 3 MB. */
export const largestTariffFileBytes = 3 * 1024 * 1024;

const named = { id: integerId, name: text(200, 1) };

/**
 * What a tariff file says: a version with its components as they stood, and by which marks the receiving house finds what
 * it names. Ids inside are those of the house that wrote it.
 */
export const tariffFilePayload = z.strictObject({
  format: z.literal('depotwerk-tariff'),
  formatVersion: z.literal(1),
  houseName: text(200, 1),
  signedAt: instant,
  versionNumber: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  state: tariffVersionState,
  content: tariffContent,
  /** Highest risk indicator of each class; null = no limit. */
  sriLimits: z.array(z.nullable(z.int().check(z.minimum(1), z.maximum(7)))).check(z.maxLength(7)),
  references: z.strictObject({
    funds: z
      .array(z.strictObject({ ...named, isin: z.string().check(z.regex(/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/)) }))
      .check(z.maxLength(2 * mostFunds + 1000)),
    peergroups: z
      .array(z.strictObject({ ...named, key: z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,50}$/)) }))
      .check(z.maxLength(1000)),
    issuers: z.array(z.strictObject(named)).check(z.maxLength(1)),
    insurers: z.array(z.strictObject(named)).check(z.maxLength(1)),
    /** Names of cost models that stand with the tariff; they do not travel with it. */
    costModels: z.array(text(200, 1)).check(z.maxLength(500)),
  }),
});
export type TariffFilePayload = z.infer<typeof tariffFilePayload>;

/** A tariff file: what it says, who signed it, and the signature over its canonical JSON. */
export const tariffFile = z.strictObject({
  payload: tariffFilePayload,
  signature: z.strictObject({
    algorithm: z.literal('Ed25519'),
    /** 32 bytes in base64. */
    publicKey: z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/)),
    /** 64 bytes in base64. */
    value: z.string().check(z.regex(/^[A-Za-z0-9+/]{86}==$/)),
  }),
});

export const exportTariffFile = defineCall({
  id: 'exportTariffFile',
  method: 'POST',
  path: '/tariffs/:id/versions/:versionNumber/file',
  summary:
    'A version with its components as one signed JSON file for another installation; an open one as it would be submitted now.',
  access: 'tariffs.view',
  params: z.strictObject({ id, versionNumber: queryInteger(1, 1_000_000) }),
  answerKind: 'file',
  errors: ['common.notFound', 'tariffs.incomplete', 'tariffFiles.notPortable'],
});

const filePart = { contentBase64: base64File };
const fileCall = {
  method: 'POST' as const,
  access: 'tariffs.edit' as const,
  // A third more than the file, in base64.
  bodyLimit: 5 * 1024 * 1024,
  takesFile: true,
};

/** What the file names and the house does not have, with where it is used. */
export const missingReference = z.strictObject({
  kind: z.enum(['fund', 'peergroup', 'issuer', 'insurer', 'costModel']),
  /** ISIN, key of the peer group, else the name. */
  mark: z.string(),
  name: z.string(),
  /** Nothing is imported as long as it is missing or inactive; else it is only said. */
  isNeeded: z.boolean(),
  /** It is there, but inactive. */
  isInactive: z.boolean(),
});
export type MissingReference = z.infer<typeof missingReference>;

export const previewTariffFile = defineCall({
  id: 'previewTariffFile',
  ...fileCall,
  path: '/tariffs/import-preview',
  summary:
    'What importing a tariff file would do: who signed it, what differs from what is here, what is missing. Stores nothing.',
  body: z.strictObject(filePart),
  answer: z.strictObject({
    signature: z.strictObject({
      fingerprint: keyFingerprint,
      /** Name under which the house trusts the key; null = not trusted. */
      trustedAs: z.nullable(z.string()),
      /** The key is this house's own. */
      isOwn: z.boolean(),
      houseName: z.string(),
      signedAt: instant,
    }),
    tariff: z.strictObject({
      name: z.string(),
      key: z.string(),
      versionNumber: z.int(),
      state: tariffVersionState,
    }),
    /** `new` tariff, `newVersion` beside the published one, `replaceDraft`, `unchanged`, or `waiting`: it cannot be changed now. */
    effect: z.enum(['new', 'newVersion', 'replaceDraft', 'unchanged', 'waiting']),
    /** The tariff with this key; null when there is none. */
    tariffId: z.nullable(id),
    /** The version the differences are against. */
    comparedVersion: z.nullable(z.int()),
    components: z.array(
      z.strictObject({
        kind: componentKind,
        name: z.string(),
        /** The key it has or gets here. */
        key: z.string(),
        isReused: z.boolean(),
      }),
    ),
    missing: z.array(missingReference),
    differences: z.array(tariffDifference),
    matrices: z.array(matrixDifference),
    /** What was shown, for the import that follows. */
    previewMark: keyFingerprint,
  }),
  errors: ['tariffFiles.refused', 'common.payloadTooLarge'],
});
export type TariffFilePreview = z.infer<(typeof previewTariffFile)['answer']>;

export const importTariffFile = defineCall({
  id: 'importTariffFile',
  ...fileCall,
  path: '/tariffs/import',
  summary:
    'Imports a signed tariff file as a draft that goes through approval as any other. Refused when a preview would say something else by now.',
  body: z.strictObject({ ...filePart, previewMark: keyFingerprint }),
  answer: z.strictObject({ tariffId: id, versionNumber: z.int(), isUnchanged: z.boolean() }),
  status: 201,
  needsIdempotencyKey: true,
  errors: [
    'tariffFiles.refused',
    'tariffFiles.untrusted',
    'tariffFiles.missing',
    'tariffFiles.previewOutdated',
    'tariffs.notEditable',
    'tariffs.keyExists',
    'common.validationFailed',
    'common.payloadTooLarge',
    'tariffComponents.keyExists',
  ],
});

const trustedKey = z.strictObject({
  fingerprint: keyFingerprint,
  keyName: z.string(),
  addedBy: z.string(),
  createdAt: instant,
});

export const listTariffKeys = defineCall({
  id: 'listTariffKeys',
  method: 'GET',
  path: '/tariff-keys',
  summary: 'The key this house signs tariff files with, and the keys of others it trusts.',
  access: 'tariffs.view',
  answer: z.strictObject({ own: keyFingerprint, trusted: z.array(trustedKey) }),
});
export type TariffKeys = z.infer<(typeof listTariffKeys)['answer']>;

export const trustTariffKey = defineCall({
  id: 'trustTariffKey',
  method: 'POST',
  path: '/tariff-keys',
  summary: 'Trusts the files of another house by the fingerprint of its key.',
  access: 'userManagement.editRoles',
  needsFreshFactor: true,
  needsIdempotencyKey: true,
  body: z.strictObject({ fingerprint: keyFingerprint, keyName: text(200, 1) }),
  errors: ['tariffFiles.keyKnown', 'common.quotaExceeded'],
});

export const distrustTariffKey = defineCall({
  id: 'distrustTariffKey',
  method: 'DELETE',
  path: '/tariff-keys/:fingerprint',
  summary: 'Trusts a key no more; what was imported stays.',
  access: 'userManagement.editRoles',
  params: z.strictObject({ fingerprint: keyFingerprint }),
  errors: ['common.notFound'],
});

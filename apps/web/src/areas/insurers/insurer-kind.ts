import type { Insurer } from '@depotwerk/api/insurers/master-data';
import {
  createInsurer,
  deleteInsurer,
  getInsurer,
  insurer,
  putInsurer,
} from '@depotwerk/api/insurers/master-data';
import { checkInsurer } from '@depotwerk/domain/master-data/check-insurer';
import { draftOf, emptyDraft } from '@depotwerk/domain/master-data/field-table';
import { type InsurerDraft, insurerFields } from '@depotwerk/domain/master-data/insurer-fields';
import { draftFields } from '../../forms/draft-fields.ts';
import type { EntityKind } from '../../forms/entity-kind.ts';
import { callApi } from '../../platform/api-client.ts';
import { parseKnown } from '../../platform/without-unknown.ts';
import { t } from '../../texts/texts.ts';

/** Insurers in the side panel. */
export const insurerKind = (): EntityKind<Insurer, InsurerDraft> => ({
  key: 'insurers',
  editPermission: 'insurers.edit',
  readId: Number,
  load: (id, signal) => callApi(getInsurer, { params: { id } }, { signal }),
  create: (draft, idempotencyKey) => callApi(createInsurer, { body: draft }, { idempotencyKey }),
  update: (id, draft, ifMatch) => callApi(putInsurer, { params: { id }, body: draft }, { ifMatch }),
  keptAs: 'insurer',
  remove: (id, ifMatch) => callApi(deleteInsurer, { params: { id } }, { ifMatch }),
  parse: (value) => parseKnown(insurer, value).data,
  idOf: ({ id }) => id,
  nameOf: ({ insurerName }) => insurerName,
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => emptyDraft(insurerFields),
  draftOf: (stored) => draftOf(insurerFields, stored),
  check: checkInsurer,
  fields: () => draftFields(insurerFields),
  words: {
    create: t('masterData.insurers.create'),
    loadFailed: t('masterData.insurers.oneLoadFailed'),
    removeQuestion: (name) => t('masterData.insurers.removeQuestion', { name }),
  },
  // Names of insurers stand in the filters of contracts and in the choices of tariffs.
  affected: [['contracts', 'filter-choices'], ['tariff-lookups']],
});

import type { Insurer } from '@depotwerk/api/master-data';
import { createInsurer, deleteInsurer, getInsurer, insurer, putInsurer } from '@depotwerk/api/master-data';
import type { InsurerDraft } from '@depotwerk/domain/master-data/check-insurer';
import { checkInsurer } from '@depotwerk/domain/master-data/check-insurer';
import { callApi } from '../../platform/api-client.ts';
import { t } from '../../texts/texts.ts';
import type { EntityKind } from '../master-data/entity-kind.ts';
import { stateText, textOrNone } from '../master-data/value-texts.ts';

/** Insurers in the side panel. */
export const insurerKind = (): EntityKind<Insurer, InsurerDraft> => ({
  key: 'insurers',
  editPermission: 'insurers.edit',
  readId: Number,
  load: (id, signal) => callApi(getInsurer, { params: { id } }, { signal }),
  create: (draft, idempotencyKey) => callApi(createInsurer, { body: draft }, { idempotencyKey }),
  update: (id, draft, ifMatch) => callApi(putInsurer, { params: { id }, body: draft }, { ifMatch }),
  remove: (id, ifMatch) => callApi(deleteInsurer, { params: { id } }, { ifMatch }),
  parse: (value) => insurer.safeParse(value).data,
  idOf: ({ id }) => id,
  nameOf: ({ insurerName }) => insurerName,
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => ({ insurerName: '', shortName: null, bafinNumber: null, isInactive: false }),
  draftOf: ({ insurerName, shortName, bafinNumber, isInactive }) => ({
    insurerName,
    shortName,
    bafinNumber,
    isInactive,
  }),
  check: checkInsurer,
  fields: () => [
    { path: 'insurerName', label: t('masterData.insurers.insurerName'), text: (draft) => draft.insurerName },
    {
      path: 'shortName',
      label: t('masterData.insurers.shortName'),
      text: (draft) => textOrNone(draft.shortName),
    },
    {
      path: 'bafinNumber',
      label: t('masterData.insurers.bafinNumber'),
      text: (draft) => textOrNone(draft.bafinNumber),
    },
    { path: 'isInactive', label: t('masterData.state'), text: (draft) => stateText(draft.isInactive) },
  ],
  words: {
    create: t('masterData.insurers.create'),
    loadFailed: t('masterData.insurers.oneLoadFailed'),
    removeQuestion: (name) => t('masterData.insurers.removeQuestion', { name }),
  },
  // Names of insurers stand in the filters of contracts and in the choices of tariffs.
  affected: [['contracts', 'filter-choices'], ['tariff-lookups']],
});

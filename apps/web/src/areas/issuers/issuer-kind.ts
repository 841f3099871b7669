import type { Issuer } from '@depotwerk/api/master-data';
import { createIssuer, deleteIssuer, getIssuer, issuer, putIssuer } from '@depotwerk/api/master-data';
import type { IssuerDraft } from '@depotwerk/domain/master-data/check-issuer';
import { checkIssuer } from '@depotwerk/domain/master-data/check-issuer';
import { callApi } from '../../platform/api-client.ts';
import { t } from '../../texts/texts.ts';
import type { EntityKind } from '../master-data/entity-kind.ts';
import { stateText, textOrNone, yesNoText } from '../master-data/value-texts.ts';

/** Issuers in the side panel; `insurerName` names an insurer by its id. */
export const issuerKind = (insurerName: (id: number) => string): EntityKind<Issuer, IssuerDraft> => ({
  key: 'issuers',
  editPermission: 'insurers.edit',
  readId: Number,
  load: (id, signal) => callApi(getIssuer, { params: { id } }, { signal }),
  create: (draft, idempotencyKey) => callApi(createIssuer, { body: draft }, { idempotencyKey }),
  update: (id, draft, ifMatch) => callApi(putIssuer, { params: { id }, body: draft }, { ifMatch }),
  remove: (id, ifMatch) => callApi(deleteIssuer, { params: { id } }, { ifMatch }),
  parse: (value) => issuer.safeParse(value).data,
  idOf: ({ id }) => id,
  nameOf: (entity) => entity.issuerName,
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => ({
    issuerName: '',
    bankId: null,
    bankName: null,
    bic: null,
    insurerId: null,
    hasTrader: false,
    traderKind: 'none',
    isSessionOnly: false,
    isInactive: false,
  }),
  draftOf: (entity) => ({
    issuerName: entity.issuerName,
    bankId: entity.bankId,
    bankName: entity.bankName,
    bic: entity.bic,
    insurerId: entity.insurerId,
    hasTrader: entity.hasTrader,
    traderKind: entity.traderKind,
    isSessionOnly: entity.isSessionOnly,
    isInactive: entity.isInactive,
  }),
  check: checkIssuer,
  fields: () => [
    { path: 'issuerName', label: t('masterData.issuers.issuerName'), text: (draft) => draft.issuerName },
    {
      path: 'insurerId',
      label: t('masterData.issuers.insurer'),
      text: ({ insurerId }) => (insurerId === null ? t('common.none') : insurerName(insurerId)),
    },
    { path: 'bankId', label: t('masterData.issuers.bankId'), text: (draft) => textOrNone(draft.bankId) },
    {
      path: 'bankName',
      label: t('masterData.issuers.bankName'),
      text: (draft) => textOrNone(draft.bankName),
    },
    { path: 'bic', label: t('masterData.issuers.bic'), text: (draft) => textOrNone(draft.bic) },
    {
      path: 'hasTrader',
      label: t('masterData.issuers.hasTrader'),
      text: (draft) => yesNoText(draft.hasTrader),
    },
    {
      path: 'traderKind',
      label: t('masterData.issuers.traderKind'),
      text: (draft) => t(`masterData.issuers.kinds.${draft.traderKind}`),
    },
    {
      path: 'isSessionOnly',
      label: t('masterData.issuers.isSessionOnly'),
      text: (draft) => yesNoText(draft.isSessionOnly),
    },
    { path: 'isInactive', label: t('masterData.state'), text: (draft) => stateText(draft.isInactive) },
  ],
  words: {
    create: t('masterData.issuers.create'),
    loadFailed: t('masterData.issuers.oneLoadFailed'),
    removeQuestion: (name) => t('masterData.issuers.removeQuestion', { name }),
  },
  affected: [['tariff-lookups']],
});

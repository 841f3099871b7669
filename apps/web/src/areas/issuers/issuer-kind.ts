import type { Issuer } from '@depotwerk/api/insurers/master-data';
import {
  createIssuer,
  deleteIssuer,
  getIssuer,
  issuer,
  putIssuer,
} from '@depotwerk/api/insurers/master-data';
import { checkIssuer } from '@depotwerk/domain/master-data/check-issuer';
import { draftOf, emptyDraft } from '@depotwerk/domain/master-data/field-table';
import { type IssuerDraft, issuerFields, traderKindTexts } from '@depotwerk/domain/master-data/issuer-fields';
import { draftFields } from '../../forms/draft-fields.ts';
import type { EntityKind } from '../../forms/entity-kind.ts';
import { callApi } from '../../platform/api-client.ts';
import { parseKnown } from '../../platform/without-unknown.ts';
import { said, t } from '../../texts/texts.ts';

/** Issuers in the side panel; `insurerName` names an insurer by its id. */
export const issuerKind = (insurerName: (id: number) => string): EntityKind<Issuer, IssuerDraft> => ({
  key: 'issuers',
  editPermission: 'insurers.edit',
  readId: Number,
  load: (id, signal) => callApi(getIssuer, { params: { id } }, { signal }),
  create: (draft, idempotencyKey) => callApi(createIssuer, { body: draft }, { idempotencyKey }),
  update: (id, draft, ifMatch) => callApi(putIssuer, { params: { id }, body: draft }, { ifMatch }),
  keptAs: 'issuer',
  remove: (id, ifMatch) => callApi(deleteIssuer, { params: { id } }, { ifMatch }),
  parse: (value) => parseKnown(issuer, value).data,
  idOf: ({ id }) => id,
  nameOf: (entity) => entity.issuerName,
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => emptyDraft(issuerFields),
  draftOf: (stored) => draftOf(issuerFields, stored),
  check: checkIssuer,
  fields: () =>
    draftFields<(typeof issuerFields)[number], IssuerDraft>(issuerFields, {
      insurerId: ({ insurerId }) => (insurerId === null ? t('common.none') : insurerName(insurerId)),
      traderKind: ({ traderKind }) => said(traderKindTexts[traderKind]),
    }),
  words: {
    create: t('masterData.issuers.create'),
    loadFailed: t('masterData.issuers.oneLoadFailed'),
    removeQuestion: (name) => t('masterData.issuers.removeQuestion', { name }),
  },
  affected: [['tariff-lookups']],
});

import type { Peergroup } from '@depotwerk/api/funds/fund-management';
import {
  createPeergroup,
  deletePeergroup,
  getPeergroup,
  peergroup,
  putPeergroup,
} from '@depotwerk/api/funds/fund-management';
import { checkPeergroup } from '@depotwerk/domain/master-data/check-peergroup';
import { draftOf, emptyDraft } from '@depotwerk/domain/master-data/field-table';
import { type PeergroupDraft, peergroupFields } from '@depotwerk/domain/master-data/peergroup-fields';
import { regionTexts, sectorTexts } from '@depotwerk/domain/master-data/regions-and-sectors';
import { formatNumber } from '@depotwerk/domain/number-text';
import { draftFields } from '../../forms/draft-fields.ts';
import type { EntityKind } from '../../forms/entity-kind.ts';
import { callApi } from '../../platform/api-client.ts';
import { parseKnown } from '../../platform/without-unknown.ts';
import { said, t } from '../../texts/texts.ts';

/** A peer group with what is to happen to its members. */
export interface PeergroupForm extends PeergroupDraft {
  readonly addedFundIds: readonly number[];
  readonly removedFundIds: readonly number[];
}

type PeergroupRow = (typeof peergroupFields)[number];
const noMembers = { addedFundIds: [], removedFundIds: [] };

/** The body of a call; lists of a draft are read-only, those of a body are not. */
const bodyOf = (draft: PeergroupForm) => ({
  ...draft,
  addedFundIds: [...draft.addedFundIds],
  removedFundIds: [...draft.removedFundIds],
});

/** Peer groups in the side panel; `categoryName` names a category by its id. */
export const peergroupKind = (
  categoryName: (id: number) => string,
): EntityKind<Peergroup, PeergroupForm> => ({
  key: 'peergroups',
  editPermission: 'peergroups.edit',
  readId: Number,
  load: (id, signal) => callApi(getPeergroup, { params: { id } }, { signal }),
  create: (draft, idempotencyKey) => callApi(createPeergroup, { body: bodyOf(draft) }, { idempotencyKey }),
  update: (id, draft, ifMatch) => callApi(putPeergroup, { params: { id }, body: bodyOf(draft) }, { ifMatch }),
  keptAs: 'peergroup',
  remove: (id, ifMatch) => callApi(deletePeergroup, { params: { id } }, { ifMatch }),
  parse: (value) => parseKnown(peergroup, value).data,
  idOf: ({ id }) => id,
  nameOf: (entity) => entity.peergroupName,
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => ({ ...emptyDraft(peergroupFields), ...noMembers }),
  draftOf: (entity) => ({ ...draftOf(peergroupFields, entity), ...noMembers }),
  check: checkPeergroup,
  fields: () => [
    ...draftFields<PeergroupRow, PeergroupForm>(peergroupFields, {
      categoryId: ({ categoryId }) => (categoryId === null ? t('common.none') : categoryName(categoryId)),
      region: ({ region }) => (region === '' ? t('common.none') : said(regionTexts[region])),
      sector: ({ sector }) => (sector === '' ? t('common.none') : said(sectorTexts[sector])),
    }),
    {
      path: 'addedFundIds',
      label: t('masterData.peergroups.memberChanges'),
      text: (draft) =>
        t('masterData.peergroups.memberChangesText', {
          added: formatNumber(draft.addedFundIds.length),
          removed: formatNumber(draft.removedFundIds.length),
        }),
    },
  ],
  words: {
    create: t('masterData.peergroups.create'),
    loadFailed: t('masterData.peergroups.oneLoadFailed'),
    removeQuestion: (name) => t('masterData.peergroups.removeQuestion', { name }),
  },
  affected: [['tariff-lookups'], ['fund'], ['funds']],
});

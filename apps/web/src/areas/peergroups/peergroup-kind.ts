import type { Peergroup } from '@depotwerk/api/fund-management';
import {
  createPeergroup,
  deletePeergroup,
  getPeergroup,
  peergroup,
  putPeergroup,
} from '@depotwerk/api/fund-management';
import type { PeergroupDraft } from '@depotwerk/domain/master-data/check-peergroup';
import { checkPeergroup } from '@depotwerk/domain/master-data/check-peergroup';
import { formatNumberDe } from '@depotwerk/domain/number-de';
import { formatPercent } from '@depotwerk/domain/percent';
import { callApi } from '../../platform/api-client.ts';
import { t } from '../../texts/texts.ts';
import type { EntityKind } from '../master-data/entity-kind.ts';
import { stateText, yesNoText } from '../master-data/value-texts.ts';

/** A peer group with what is to happen to its members. */
export interface PeergroupForm extends PeergroupDraft {
  readonly addedFundIds: readonly number[];
  readonly removedFundIds: readonly number[];
}

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
  remove: (id, ifMatch) => callApi(deletePeergroup, { params: { id } }, { ifMatch }),
  parse: (value) => peergroup.safeParse(value).data,
  idOf: ({ id }) => id,
  nameOf: (entity) => entity.peergroupName,
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => ({
    peergroupKey: '',
    peergroupName: '',
    categoryId: null,
    colour: '#0f5566',
    equityQuota: null,
    isAppraisalSmoothed: false,
    isMoneyMarket: false,
    isInactive: false,
    addedFundIds: [],
    removedFundIds: [],
  }),
  draftOf: (entity) => ({
    peergroupKey: entity.peergroupKey,
    peergroupName: entity.peergroupName,
    categoryId: entity.categoryId,
    colour: entity.colour,
    equityQuota: entity.equityQuota,
    isAppraisalSmoothed: entity.isAppraisalSmoothed,
    isMoneyMarket: entity.isMoneyMarket,
    isInactive: entity.isInactive,
    addedFundIds: [],
    removedFundIds: [],
  }),
  check: checkPeergroup,
  fields: () => [
    {
      path: 'peergroupName',
      label: t('masterData.peergroups.peergroupName'),
      text: (draft) => draft.peergroupName,
    },
    {
      path: 'peergroupKey',
      label: t('masterData.peergroups.peergroupKey'),
      text: (draft) => draft.peergroupKey,
    },
    {
      path: 'categoryId',
      label: t('masterData.peergroups.category'),
      text: ({ categoryId }) => (categoryId === null ? t('common.none') : categoryName(categoryId)),
    },
    { path: 'colour', label: t('masterData.colour.label'), text: (draft) => draft.colour },
    {
      path: 'equityQuota',
      label: t('masterData.peergroups.equityQuota'),
      text: ({ equityQuota }) => (equityQuota === null ? t('common.none') : formatPercent(equityQuota, 0, 4)),
    },
    {
      path: 'isAppraisalSmoothed',
      label: t('masterData.peergroups.isAppraisalSmoothed'),
      text: (draft) => yesNoText(draft.isAppraisalSmoothed),
    },
    {
      path: 'isMoneyMarket',
      label: t('masterData.peergroups.isMoneyMarket'),
      text: (draft) => yesNoText(draft.isMoneyMarket),
    },
    { path: 'isInactive', label: t('masterData.state'), text: (draft) => stateText(draft.isInactive) },
    {
      path: 'addedFundIds',
      label: t('masterData.peergroups.memberChanges'),
      text: (draft) =>
        t('masterData.peergroups.memberChangesText', {
          added: formatNumberDe(draft.addedFundIds.length),
          removed: formatNumberDe(draft.removedFundIds.length),
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

import type { FundDetail } from '@depotwerk/api/fund-management';
import { createFund, fundDetail, getManagedFund, putFund } from '@depotwerk/api/fund-management';
import type { FundDraft } from '@depotwerk/domain/master-data/check-fund';
import { checkFund } from '@depotwerk/domain/master-data/check-fund';
import { formatNumberDe } from '@depotwerk/domain/number-de';
import { callApi } from '../../platform/api-client.ts';
import { t } from '../../texts/texts.ts';
import type { DraftField, EntityKind } from '../master-data/entity-kind.ts';
import { stateText, textOrNone, yesNoText } from '../master-data/value-texts.ts';

/** Names of what a fund refers to, by id. */
export interface FundNames {
  readonly peergroup: (id: number) => string;
  readonly category: (id: number) => string;
}

function fundFields(names: FundNames): DraftField<FundDraft>[] {
  const text = (path: 'wkn' | 'companyName' | 'kiid' | 'factsheet'): DraftField<FundDraft> => ({
    path,
    label: t(`masterData.funds.${path}`),
    text: (draft) => textOrNone(draft[path]),
  });
  const flag = (path: 'isETF' | 'isSavingsPlanCapable' | 'isGuaranteeFund'): DraftField<FundDraft> => ({
    path,
    label: t(`masterData.funds.${path}`),
    text: (draft) => yesNoText(draft[path]),
  });
  const amount = (
    path: 'minimumInvestment' | 'minimumOrder' | 'minimumSavingsAmount',
  ): DraftField<FundDraft> => ({
    path,
    label: t(`masterData.funds.${path}`),
    text: (draft) => {
      const value = draft[path];
      return value === null ? t('common.none') : formatNumberDe(value, 2, 2);
    },
  });
  return [
    { path: 'isin', label: t('masterData.funds.isin'), text: (draft) => draft.isin },
    text('wkn'),
    { path: 'name', label: t('masterData.funds.name'), text: (draft) => draft.name },
    text('companyName'),
    { path: 'currency', label: t('masterData.funds.currency'), text: (draft) => draft.currency },
    {
      path: 'peergroupId',
      label: t('masterData.funds.peergroup'),
      text: ({ peergroupId: id }) =>
        id === null ? t('masterData.funds.withoutPeergroup') : names.peergroup(id),
    },
    {
      path: 'categoryId',
      label: t('masterData.funds.category'),
      text: ({ categoryId: id }) => (id === null ? t('masterData.funds.ofPeergroup') : names.category(id)),
    },
    {
      path: 'fundStatus',
      label: t('masterData.funds.fundStatus'),
      text: (draft) => t(`masterData.funds.statuses.${draft.fundStatus}`),
    },
    {
      path: 'successorFundId',
      label: t('masterData.funds.successor'),
      text: ({ successorFundId: id }) => (id === null ? t('common.none') : String(id)),
    },
    flag('isETF'),
    flag('isSavingsPlanCapable'),
    flag('isGuaranteeFund'),
    amount('minimumInvestment'),
    amount('minimumOrder'),
    amount('minimumSavingsAmount'),
    text('kiid'),
    text('factsheet'),
    { path: 'isInactive', label: t('masterData.state'), text: (draft) => stateText(draft.isInactive) },
  ];
}

/** Funds in the side panel; they are never deleted, contracts and prices refer to them. */
export const managedFundKind = (names: FundNames): EntityKind<FundDetail, FundDraft> => ({
  key: 'funds',
  editPermission: 'funds.edit',
  readId: Number,
  load: (id, signal) => callApi(getManagedFund, { params: { id } }, { signal }),
  create: (draft, idempotencyKey) => callApi(createFund, { body: draft }, { idempotencyKey }),
  update: (id, { isin: _isin, currency: _currency, ...body }, ifMatch) =>
    callApi(putFund, { params: { id }, body }, { ifMatch }),
  remove: null,
  parse: (value) => fundDetail.safeParse(value).data,
  idOf: (entity) => entity.fund.id,
  nameOf: (entity) => entity.fund.name,
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => ({
    isin: '',
    wkn: null,
    name: '',
    companyName: null,
    currency: 'EUR',
    peergroupId: null,
    categoryId: null,
    fundStatus: 'open',
    successorFundId: null,
    isETF: false,
    isSavingsPlanCapable: false,
    isGuaranteeFund: false,
    minimumInvestment: null,
    minimumOrder: null,
    minimumSavingsAmount: null,
    kiid: null,
    factsheet: null,
    isInactive: false,
  }),
  draftOf: ({ fund, ...detail }) => ({
    isin: fund.isin,
    wkn: fund.wkn,
    name: fund.name,
    companyName: fund.companyName,
    currency: fund.currency,
    peergroupId: fund.peergroupId,
    categoryId: detail.ownCategoryId,
    fundStatus: fund.fundStatus,
    successorFundId: detail.successor?.id ?? null,
    isETF: fund.isETF,
    isSavingsPlanCapable: fund.isSavingsPlanCapable,
    isGuaranteeFund: fund.isGuaranteeFund,
    minimumInvestment: fund.minimumInvestment,
    minimumOrder: detail.minimumOrder,
    minimumSavingsAmount: detail.minimumSavingsAmount,
    kiid: fund.kiid,
    factsheet: fund.factsheet,
    isInactive: fund.isInactive,
  }),
  check: checkFund,
  fields: () => fundFields(names),
  words: {
    create: t('masterData.funds.create'),
    loadFailed: t('masterData.funds.oneLoadFailed'),
    removeQuestion: (name) => name,
  },
  affected: [['fund'], ['funds'], ['tariff-lookups']],
});

import type { FundDetail } from '@depotwerk/api/funds/fund-management';
import { createFund, fundDetail, getManagedFund, putFund } from '@depotwerk/api/funds/fund-management';
import { checkFund } from '@depotwerk/domain/master-data/check-fund';
import { draftOf, emptyDraft } from '@depotwerk/domain/master-data/field-table';
import { type FundDraft, fundFields } from '@depotwerk/domain/master-data/fund-fields';
import { formatNumber } from '@depotwerk/domain/number-text';
import { draftFields } from '../../forms/draft-fields.ts';
import type { EntityKind } from '../../forms/entity-kind.ts';
import { callApi } from '../../platform/api-client.ts';
import { parseKnown } from '../../platform/without-unknown.ts';
import { t } from '../../texts/texts.ts';

/** Names of what a fund refers to, by id. */
export interface FundNames {
  readonly peergroup: (id: number) => string;
  readonly category: (id: number) => string;
}

/** In the fund's currency, which stands beside it. */
const amountText = (amount: number | null) =>
  amount === null ? t('common.none') : formatNumber(amount, 2, 2);

/** Funds in the side panel; they are never deleted, contracts and prices refer to them. */
export const managedFundKind = (names: FundNames): EntityKind<FundDetail, FundDraft> => ({
  key: 'funds',
  editPermission: 'funds.edit',
  readId: Number,
  load: (id, signal) => callApi(getManagedFund, { params: { id } }, { signal }),
  create: (draft, idempotencyKey) => callApi(createFund, { body: draft }, { idempotencyKey }),
  update: (id, { isin: _isin, ...body }, ifMatch) => callApi(putFund, { params: { id }, body }, { ifMatch }),
  remove: null,
  parse: (value) => parseKnown(fundDetail, value).data,
  idOf: (entity) => entity.fund.id,
  nameOf: (entity) => entity.fund.name,
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => emptyDraft(fundFields),
  draftOf: ({ fund, ownCategoryId, successor, ...own }) =>
    draftOf(fundFields, {
      ...fund,
      ...own,
      categoryId: ownCategoryId,
      successorFundId: successor?.id ?? null,
    }),
  check: checkFund,
  fields: () =>
    draftFields<(typeof fundFields)[number], FundDraft>(fundFields, {
      peergroupId: ({ peergroupId: id }) =>
        id === null ? t('masterData.funds.withoutPeergroup') : names.peergroup(id),
      categoryId: ({ categoryId: id }) =>
        id === null ? t('masterData.funds.ofPeergroup') : names.category(id),
      fundStatus: ({ fundStatus }) => t(`masterData.funds.statuses.${fundStatus}`),
      minimumInvestment: (draft) => amountText(draft.minimumInvestment),
      minimumOrder: (draft) => amountText(draft.minimumOrder),
      minimumSavingsAmount: (draft) => amountText(draft.minimumSavingsAmount),
    }),
  words: {
    create: t('masterData.funds.create'),
    loadFailed: t('funds.loadFailed'),
    removeQuestion: (name) => name,
  },
  affected: [['fund'], ['funds'], ['tariff-lookups']],
});

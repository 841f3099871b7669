import type { FundCategory } from '@depotwerk/api/fund-categories';
import {
  createFundCategory,
  deleteFundCategory,
  fundCategory,
  getFundCategory,
  putFundCategory,
} from '@depotwerk/api/fund-categories';
import type { FundCategoryDraft } from '@depotwerk/domain/master-data/check-fund-category';
import { checkFundCategory } from '@depotwerk/domain/master-data/check-fund-category';
import { formatNumberDe } from '@depotwerk/domain/number-de';
import { callApi } from '../../platform/api-client.ts';
import { t } from '../../texts/texts.ts';
import type { EntityKind } from '../master-data/entity-kind.ts';

/** Fund categories in the side panel. */
export const fundCategoryKind = (): EntityKind<FundCategory, FundCategoryDraft> => ({
  key: 'fundCategories',
  editPermission: 'peergroups.edit',
  readId: Number,
  load: (id, signal) => callApi(getFundCategory, { params: { id } }, { signal }),
  create: (draft, idempotencyKey) => callApi(createFundCategory, { body: draft }, { idempotencyKey }),
  update: (id, draft, ifMatch) => callApi(putFundCategory, { params: { id }, body: draft }, { ifMatch }),
  remove: (id, ifMatch) => callApi(deleteFundCategory, { params: { id } }, { ifMatch }),
  parse: (value) => fundCategory.safeParse(value).data,
  idOf: ({ id }) => id,
  nameOf: (entity) => entity.categoryName,
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => ({ categoryName: '', categoryColor: '#0f5566', sortOrder: 0 }),
  draftOf: ({ categoryName, categoryColor, sortOrder }) => ({ categoryName, categoryColor, sortOrder }),
  check: checkFundCategory,
  fields: () => [
    {
      path: 'categoryName',
      label: t('masterData.fundCategories.categoryName'),
      text: (draft) => draft.categoryName,
    },
    { path: 'categoryColor', label: t('masterData.colour.label'), text: (draft) => draft.categoryColor },
    {
      path: 'sortOrder',
      label: t('masterData.fundCategories.sortOrder'),
      text: ({ sortOrder }) => (sortOrder === null ? t('common.none') : formatNumberDe(sortOrder)),
    },
  ],
  words: {
    create: t('masterData.fundCategories.create'),
    loadFailed: t('masterData.fundCategories.oneLoadFailed'),
    removeQuestion: (name) => t('masterData.fundCategories.removeQuestion', { name }),
  },
  affected: [['tariff-lookups'], ['fund'], ['funds']],
});

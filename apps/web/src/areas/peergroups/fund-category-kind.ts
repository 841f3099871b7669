import type { FundCategory } from '@depotwerk/api/peergroups/fund-categories';
import {
  createFundCategory,
  deleteFundCategory,
  fundCategory,
  getFundCategory,
  putFundCategory,
} from '@depotwerk/api/peergroups/fund-categories';
import { checkFundCategory } from '@depotwerk/domain/master-data/check-fund-category';
import { draftOf, emptyDraft } from '@depotwerk/domain/master-data/field-table';
import {
  type FundCategoryDraft,
  fundCategoryFields,
} from '@depotwerk/domain/master-data/fund-category-fields';
import { draftFields } from '../../forms/draft-fields.ts';
import type { EntityKind } from '../../forms/entity-kind.ts';
import { callApi } from '../../platform/api-client.ts';
import { parseKnown } from '../../platform/without-unknown.ts';
import { t } from '../../texts/texts.ts';

/** Fund categories in the side panel. */
export const fundCategoryKind = (): EntityKind<FundCategory, FundCategoryDraft> => ({
  key: 'fundCategories',
  editPermission: 'peergroups.edit',
  readId: Number,
  load: (id, signal) => callApi(getFundCategory, { params: { id } }, { signal }),
  create: (draft, idempotencyKey) => callApi(createFundCategory, { body: draft }, { idempotencyKey }),
  update: (id, draft, ifMatch) => callApi(putFundCategory, { params: { id }, body: draft }, { ifMatch }),
  keptAs: 'fundCategory',
  remove: (id, ifMatch) => callApi(deleteFundCategory, { params: { id } }, { ifMatch }),
  parse: (value) => parseKnown(fundCategory, value).data,
  idOf: ({ id }) => id,
  nameOf: (entity) => entity.categoryName,
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => emptyDraft(fundCategoryFields),
  draftOf: (stored) => draftOf(fundCategoryFields, stored),
  check: checkFundCategory,
  fields: () => draftFields(fundCategoryFields),
  words: {
    create: t('masterData.fundCategories.create'),
    loadFailed: t('masterData.fundCategories.oneLoadFailed'),
    removeQuestion: (name) => t('masterData.fundCategories.removeQuestion', { name }),
  },
  affected: [['tariff-lookups'], ['fund'], ['funds']],
});

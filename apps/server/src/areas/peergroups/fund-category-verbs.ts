import type { FundCategory } from '@depotwerk/api/peergroups/fund-categories';
import { checkFundCategory } from '@depotwerk/domain/master-data/check-fund-category';
import { fundCategoryFields } from '@depotwerk/domain/master-data/fund-category-fields';
import { taken } from '../../platform/editing.ts';
import type { MasterDataKind } from '../../platform/master-data.ts';
import { masterDataVerbs } from '../../platform/master-data-verbs.ts';
import type { Services } from '../../platform/services.ts';
import { readFundCategory } from './fund-categories.view.ts';

const kind: MasterDataKind<FundCategory, (typeof fundCategoryFields)[number]> = {
  table: 'fund_categories',
  fields: fundCategoryFields,
  permission: 'peergroups.edit',
  area: 'fundCategories',
  objectType: 'fundCategory',
  refusals: { fund_categories_name: () => taken('masterData.nameExists', 'categoryName', 'nameExists') },
  read: readFundCategory,
};

/** Fund categories: read, added, changed, deleted. */
export const fundCategoryVerbs = (services: Services) =>
  masterDataVerbs(services, () => kind, { createCall: 'createFundCategory', check: checkFundCategory });

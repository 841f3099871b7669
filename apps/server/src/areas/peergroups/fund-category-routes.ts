import * as calls from '@depotwerk/api/peergroups/fund-categories';
import { fundCategoryFields } from '@depotwerk/domain/master-data/fund-category-fields';
import type { ExportColumn } from '../../platform/export/export-column.ts';
import { fieldColumns } from '../../platform/export/field-columns.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { answerList } from '../../platform/lists/answer-list.ts';
import type { Services } from '../../platform/services.ts';
import { listFundCategoryPage } from './fund-categories.view.ts';
import { fundCategoryVerbs } from './fund-category-verbs.ts';

const columns: readonly ExportColumn<calls.FundCategory>[] = [
  ...fieldColumns<calls.FundCategory>(fundCategoryFields, (row) => row),
  { key: 'peergroupCount', header: 'Peergroups', kind: 'integer' },
  { key: 'fundCount', header: 'Fonds', kind: 'integer' },
];

/** The calls with which administrators keep fund categories. */
export function fundCategoryRoutes(services: Services): Route[] {
  const verbs = fundCategoryVerbs(services);
  return [
    route(calls.listFundCategories, (context, { query }) =>
      answerList(services, context, {
        path: calls.listFundCategories.path,
        query,
        sortKeys: calls.fundCategorySortKeys,
        firstSort: ['sortOrder', 'categoryName'],
        columns,
        name: 'Fondskategorien',
        action: 'fundCategories.export',
        read: (sort, page) => listFundCategoryPage(services, context.scope, query, sort, page),
      }),
    ),
    route(calls.getFundCategory, verbs.get),
    route(calls.createFundCategory, verbs.create),
    route(calls.putFundCategory, verbs.put),
    route(calls.deleteFundCategory, verbs.remove),
  ];
}

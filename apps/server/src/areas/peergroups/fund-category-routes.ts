import * as calls from '@depotwerk/api/fund-categories';
import { fundCategoryFields } from '@depotwerk/domain/master-data/fund-category-fields';
import type { ExportColumn } from '../../platform/export/export-column.ts';
import { exportList } from '../../platform/export/export-list.ts';
import { fieldColumns } from '../../platform/export/field-columns.ts';
import { Reply, type Route, route } from '../../platform/http/route.ts';
import { pageHeaders, pageOf } from '../../platform/lists/paging.ts';
import { parseSort } from '../../platform/lists/sort-order.ts';
import type { Services } from '../../platform/services.ts';
import { listFundCategoryPage, readFundCategory } from './fund-categories.view.ts';
import { createFundCategory, deleteFundCategory, putFundCategory } from './save-fund-category.ts';

const columns: readonly ExportColumn<calls.FundCategory>[] = [
  ...fieldColumns<calls.FundCategory>(fundCategoryFields, (row) => row),
  { key: 'peergroupCount', header: 'Peergroups', kind: 'integer', value: (row) => row.peergroupCount },
  { key: 'fundCount', header: 'Fonds', kind: 'integer', value: (row) => row.fundCount },
];

const withVersion = (row: calls.FundCategory) => Reply.json(row, { etag: `"${row.rowVersion}"` });

/** The calls with which administrators keep fund categories. */
export function fundCategoryRoutes(services: Services): Route[] {
  return [
    route(calls.listFundCategories, async (context, { query }) => {
      const { scope } = context;
      const sort = parseSort(query.sort, calls.fundCategorySortKeys, [
        { key: 'sortOrder', isDescending: false },
        { key: 'categoryName', isDescending: false },
      ]);
      const read = (page: { size: number; offset: number }) =>
        listFundCategoryPage(services, scope, query, sort, page);
      if (query.format !== undefined) {
        return exportList(services, context, {
          query,
          columns,
          name: 'Fondskategorien',
          action: 'fundCategories.export',
          read: (size) => read({ size, offset: 0 }),
        });
      }
      const page = pageOf(query);
      const { rows, total } = await read(page);
      return Reply.json(rows, pageHeaders(calls.listFundCategories.path, query, page, total));
    }),
    route(calls.getFundCategory, async (context, { params }) =>
      withVersion(await readFundCategory(services, context.scope, params.id)),
    ),
    route(calls.createFundCategory, async (context, input) =>
      withVersion(await createFundCategory(services, context, input)),
    ),
    route(calls.putFundCategory, async (context, input) =>
      withVersion(await putFundCategory(services, context, input)),
    ),
    route(calls.deleteFundCategory, async (context, input) => {
      await deleteFundCategory(services, context, input);
      return {};
    }),
  ];
}

import * as calls from '@depotwerk/api/master-data';
import { costModelFields } from '@depotwerk/domain/master-data/cost-model-fields';
import type { ExportColumn } from '../../platform/export/export-column.ts';
import { exportList } from '../../platform/export/export-list.ts';
import { fieldColumns } from '../../platform/export/field-columns.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { Reply, type Route, route } from '../../platform/http/route.ts';
import { pageHeaders, pageOf } from '../../platform/lists/paging.ts';
import { parseSort } from '../../platform/lists/sort-order.ts';
import type { Services } from '../../platform/services.ts';
import { listCostModelPage, readCostModel, readCostModelTariffs } from './cost-models.view.ts';
import { deleteCostModel } from './delete-cost-model.ts';
import { createCostModel, putCostModel } from './save-cost-model.ts';

const [name, ...others] = fieldColumns<calls.CostModel>(costModelFields, (row) => row);
const columns: readonly ExportColumn<calls.CostModel>[] = [
  ...(name ? [name] : []),
  { key: 'insurerName', header: 'Versicherer', kind: 'text', value: (row) => row.insurerName },
  { key: 'tariffName', header: 'Tarif', kind: 'text', value: (row) => row.tariffName },
  ...others,
];

const withVersion = (row: calls.CostModel) => Reply.json(row, { etag: `"${row.rowVersion}"` });

/** The calls of the cost model area. */
export function costModelRoutes(services: Services): Route[] {
  const todayOf = (context: SignedInContext) => todayIn(context.zone, new Date(services.clock()));
  return [
    route(calls.listCostModels, async (context, { query }) => {
      const { scope } = context;
      const sort = parseSort(query.sort, calls.costModelSortKeys, [
        { key: 'costModelName', isDescending: false },
      ]);
      const filter = { ...query, today: todayOf(context) };
      const read = (page: { size: number; offset: number }) =>
        listCostModelPage(services, scope, filter, sort, page);
      if (query.format !== undefined) {
        return exportList(services, context, {
          query,
          columns,
          name: 'Kostenmodelle',
          action: 'costModels.export',
          read: (size) => read({ size, offset: 0 }),
        });
      }
      const page = pageOf(query);
      const { rows, total } = await read(page);
      return Reply.json(rows, pageHeaders(calls.listCostModels.path, query, page, total));
    }),
    route(calls.listCostModelTariffs, (context) => readCostModelTariffs(services, context.scope)),
    route(calls.getCostModel, async (context, { params }) =>
      withVersion(await readCostModel(services, context.scope, params.id, todayOf(context))),
    ),
    route(calls.createCostModel, async (context, input) =>
      withVersion(await createCostModel(services, context, input)),
    ),
    route(calls.putCostModel, async (context, input) =>
      withVersion(await putCostModel(services, context, input)),
    ),
    route(calls.deleteCostModel, async (context, input) => {
      await deleteCostModel(services, context, input);
      return {};
    }),
  ];
}

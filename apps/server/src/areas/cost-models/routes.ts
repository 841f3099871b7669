import * as calls from '@depotwerk/api/master-data';
import { costModelFields } from '@depotwerk/domain/master-data/cost-model-fields';
import type { ExportColumn } from '../../platform/export/export-column.ts';
import { fieldColumns } from '../../platform/export/field-columns.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { type Route, route, versioned } from '../../platform/http/route.ts';
import { answerList } from '../../platform/lists/answer-list.ts';
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

/** The calls of the cost model area. */
export function costModelRoutes(services: Services): Route[] {
  const todayOf = (context: SignedInContext) => todayIn(context.zone, new Date(services.clock()));
  return [
    route(calls.listCostModels, (context, { query }) =>
      answerList(services, context, {
        path: calls.listCostModels.path,
        query,
        sortKeys: calls.costModelSortKeys,
        firstSort: ['costModelName'],
        columns,
        name: 'Kostenmodelle',
        action: 'costModels.export',
        read: (sort, page) =>
          listCostModelPage(services, context.scope, { ...query, today: todayOf(context) }, sort, page),
      }),
    ),
    route(calls.listCostModelTariffs, (context) => readCostModelTariffs(services, context.scope)),
    route(calls.getCostModel, async (context, { params }) =>
      versioned(await readCostModel(services, context.scope, params.id, todayOf(context))),
    ),
    route(calls.createCostModel, async (context, input) =>
      versioned(await createCostModel(services, context, input)),
    ),
    route(calls.putCostModel, async (context, input) =>
      versioned(await putCostModel(services, context, input)),
    ),
    route(calls.deleteCostModel, async (context, input) => {
      await deleteCostModel(services, context, input);
      return {};
    }),
  ];
}

import * as calls from '@depotwerk/api/insurers/master-data';
import { costModelFields } from '@depotwerk/domain/master-data/cost-model-fields';
import type { ExportColumn } from '../../platform/export/export-column.ts';
import { fieldColumns } from '../../platform/export/field-columns.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { answerList } from '../../platform/lists/answer-list.ts';
import type { Services } from '../../platform/services.ts';
import { costModelVerbs, todayOf } from './cost-model-verbs.ts';
import { listCostModelPage, readCostModelTariffs } from './cost-models.view.ts';

const [name, ...others] = fieldColumns<calls.CostModel>(costModelFields, (row) => row);
const columns: readonly ExportColumn<calls.CostModel>[] = [
  ...(name ? [name] : []),
  { key: 'insurerName', header: 'Versicherer', kind: 'text' },
  { key: 'tariffName', header: 'Tarif', kind: 'text' },
  ...others,
];

/** The calls of the cost model area. */
export function costModelRoutes(services: Services): Route[] {
  const verbs = costModelVerbs(services);
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
          listCostModelPage(
            services,
            context.scope,
            { ...query, today: todayOf(services, context) },
            sort,
            page,
          ),
      }),
    ),
    route(calls.listCostModelTariffs, (context) => readCostModelTariffs(services, context.scope)),
    route(calls.getCostModel, verbs.get),
    route(calls.createCostModel, verbs.create),
    route(calls.putCostModel, verbs.put),
    route(calls.deleteCostModel, verbs.remove),
  ];
}

import * as calls from '@depotwerk/api/master-data';
import type { ExportColumn } from '../../platform/export/export-column.ts';
import { exportList } from '../../platform/export/export-list.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { Reply, type Route, route } from '../../platform/http/route.ts';
import { pageHeaders, pageOf } from '../../platform/lists/paging.ts';
import { parseSort } from '../../platform/lists/sort-order.ts';
import type { Services } from '../../platform/services.ts';
import { listCostModelPage, readCostModel, readCostModelTariffs } from './cost-models.view.ts';
import { deleteCostModel } from './delete-cost-model.ts';
import { createCostModel, putCostModel } from './save-cost-model.ts';

/** Shares as percent: 0.025 → 2.5. The point is moved in the text, so that no digit is made up. */
const percent = (fraction: number) => Number(`${fraction}e2`);

const columns: readonly ExportColumn<calls.CostModel>[] = [
  { key: 'costModelName', header: 'Kostenmodell', kind: 'text', value: (row) => row.costModelName },
  { key: 'insurerName', header: 'Versicherer', kind: 'text', value: (row) => row.insurerName },
  { key: 'tariffName', header: 'Tarif', kind: 'text', value: (row) => row.tariffName },
  {
    key: 'entryFee',
    header: 'Abschlusskosten in\u00a0%',
    kind: 'number',
    value: (row) => percent(row.entryFee),
  },
  {
    key: 'contractFeeMonthly',
    header: 'Verwaltung je Monat in €',
    kind: 'money',
    value: (row) => row.contractFeeMonthly,
  },
  {
    key: 'contractFeePercent',
    header: 'Verwaltung p. a. in\u00a0%',
    kind: 'number',
    value: (row) => percent(row.contractFeePercent),
  },
  { key: 'fundSwitchFee', header: 'Je Fondswechsel in €', kind: 'money', value: (row) => row.fundSwitchFee },
  {
    key: 'freeSwitchesPerYear',
    header: 'Freie Fondswechsel im Jahr',
    kind: 'integer',
    value: (row) => row.freeSwitchesPerYear,
  },
  {
    key: 'rebate',
    header: 'Rückvergütung p. a. in\u00a0%',
    kind: 'number',
    value: (row) => percent(row.rebate),
  },
  { key: 'validFrom', header: 'Gültig ab', kind: 'day', value: (row) => row.validFrom },
  { key: 'validTo', header: 'Gültig bis', kind: 'day', value: (row) => row.validTo },
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

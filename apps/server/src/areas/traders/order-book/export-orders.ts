import type { OrderBookRow } from '@depotwerk/api/orders';
import { traderOrderStateNames } from '@depotwerk/domain/contracts/trader-order-states';
import type { ExportColumn } from '../../../platform/export/export-column.ts';
import { exportList } from '../../../platform/export/export-list.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Reply } from '../../../platform/http/route.ts';
import { requirePermission } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';
import { listOrderBook, type OrderBookFilter } from './orders.view.ts';

const columns: readonly ExportColumn<OrderBookRow>[] = [
  { key: 'createdAt', header: 'Erteilt am (UTC)', kind: 'text', value: (row) => row.createdAt },
  { key: 'customerName', header: 'Kunde', kind: 'text', value: (row) => row.customerName },
  { key: 'contractNumber', header: 'Vertrag', kind: 'text', value: (row) => row.contractNumber },
  { key: 'issuerName', header: 'Institut', kind: 'text', value: (row) => row.issuerName },
  { key: 'orderCount', header: 'Aufträge', kind: 'integer', value: (row) => row.orderCount },
  { key: 'turnover', header: 'Umschichtung', kind: 'money', value: (row) => row.turnover },
  {
    key: 'executedTurnover',
    header: 'Ausgeführt',
    kind: 'money',
    value: (row) => row.executedTurnover ?? null,
  },
  { key: 'orderedBy', header: 'Erteilt von', kind: 'text', value: (row) => row.orderedBy },
  { key: 'approvedBy', header: 'Freigegeben von', kind: 'text', value: (row) => row.approvedBy },
  { key: 'state', header: 'Stand', kind: 'text', value: (row) => traderOrderStateNames[row.state] },
  { key: 'settledAt', header: 'Abgeschlossen am (UTC)', kind: 'text', value: (row) => row.settledAt },
  { key: 'traderMessage', header: 'Meldung der Bank', kind: 'text', value: (row) => row.traderMessage },
];

/** The order book as a file: the same filter and columns as on screen; the export itself becomes an entry of the log. */
export async function exportOrders(
  services: Services,
  context: SignedInContext,
  timeZone: string,
  filter: OrderBookFilter,
  query: { readonly format: 'csv' | 'xlsx'; readonly columns?: string | undefined },
): Promise<Reply<never>> {
  const { scope } = context;
  requirePermission(scope, 'contracts.export');
  return exportList(services, context, {
    query,
    columns,
    name: 'Auftragsbuch',
    action: 'traderOrders.export',
    objectType: 'house',
    read: (limit) => listOrderBook(services, scope, timeZone, filter, { size: limit + 1, offset: 0 }),
  });
}

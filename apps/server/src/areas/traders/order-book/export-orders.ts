import type { OrderBookRow } from '@depotwerk/api/traders/orders';
import { traderOrderStateNames } from '@depotwerk/domain/contracts/trader-order-states';
import type { ExportColumn } from '../../../platform/export/export-column.ts';
import { exportList } from '../../../platform/export/export-list.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Reply } from '../../../platform/http/route.ts';
import { requirePermission } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';
import { listOrderBook, type OrderBookFilter } from './orders.view.ts';

const columns: readonly ExportColumn<OrderBookRow>[] = [
  { key: 'createdAt', header: 'Erteilt am (UTC)', kind: 'text' },
  { key: 'customerName', header: 'Kunde', kind: 'text' },
  { key: 'contractNumber', header: 'Vertrag', kind: 'text' },
  { key: 'issuerName', header: 'Institut', kind: 'text' },
  { key: 'orderCount', header: 'Aufträge', kind: 'integer' },
  { key: 'turnover', header: 'Umschichtung', kind: 'money' },
  { key: 'executedTurnover', header: 'Ausgeführt', kind: 'money' },
  { key: 'orderedBy', header: 'Erteilt von', kind: 'text' },
  { key: 'approvedBy', header: 'Freigegeben von', kind: 'text' },
  { key: 'state', header: 'Stand', kind: 'text', value: (row) => traderOrderStateNames[row.state] },
  { key: 'settledAt', header: 'Abgeschlossen am (UTC)', kind: 'text' },
  { key: 'traderMessage', header: 'Meldung der Bank', kind: 'text' },
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

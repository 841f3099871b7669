import type { Bank } from '../bank.ts';
import type { DepotRow } from '../depots/read-depot.ts';
import { replacePlan } from '../depots/write-depot.ts';
import { bookOrders, type OrderResult } from './book-orders.ts';
import type { Execution } from './order-content.ts';
import type { Outcome } from './outcome.ts';

interface DueOrder {
  readonly partner_key: string;
  readonly client_order_id: string;
  readonly depot_id: number;
  readonly request: string;
  readonly outcome: string;
}

const batchSize = 100;

/**
 * Executes every accepted order of the bank whose time has come, each once: booking and new state are one transaction.
 * Called before anything of the bank is answered, so nobody sees an order that should have been executed.
 */
export function settleDueOrders(bank: Bank, bankId: string): void {
  for (;;) {
    const due = bank.store.all<DueOrder>(
      `select partner_key, client_order_id, depot_id, request, outcome from orders
        where bank_id = ? and state = 'accepted' and execute_at <= ? order by execute_at limit ?`,
      bankId,
      bank.now(),
      batchSize,
    );
    for (const order of due) bank.store.transaction(() => settle(bank, bankId, order));
    if (due.length < batchSize) return;
  }
}

function settle(bank: Bank, bankId: string, order: DueOrder): void {
  const depot = bank.store.get<DepotRow>('select * from depots where id = ?', order.depot_id);
  if (!depot) return;
  // Both were checked when the order was placed.
  const { orders, savingsPlan } = JSON.parse(order.request) as Execution;
  const outcome = JSON.parse(order.outcome) as Outcome;
  const refuses = outcome.kind === 'rejected' || depot.state !== 'open';
  const results = refuses
    ? orders.map(({ isin, action }) => refusal(isin, action, outcome))
    : bookOrders(bank, depot, order.client_order_id, orders, outcome.part);
  if (!refuses && savingsPlan !== null) replacePlan(bank, depot.id, savingsPlan);
  const state = refuses ? 'rejected' : overallState(results, savingsPlan !== null);
  const traderMessage = outcome.traderMessage ?? 'Die Bank hat den Auftrag abgelehnt.';
  const isRejected = state === 'rejected';
  bank.store.run(
    `update orders set state = ?, results = ?, trader_code = ?, trader_message = ?, settled_at = ?
      where bank_id = ? and partner_key = ? and client_order_id = ? and state = 'accepted'`,
    state,
    JSON.stringify(results),
    isRejected ? (outcome.traderCode ?? 'B100') : null,
    isRejected ? traderMessage : null,
    bank.now(),
    bankId,
    order.partner_key,
    order.client_order_id,
  );
}

const refusal = (isin: string, action: OrderResult['action'], outcome: Outcome): OrderResult => ({
  isin,
  action,
  state: 'rejected',
  executedQuantity: 0,
  executedAmount: 0,
  message: outcome.traderMessage ?? 'Die Bank hat den Auftrag abgelehnt.',
});

/** One state for all orders; a changed savings plan counts as an executed part. */
function overallState(results: readonly OrderResult[], hasPlan: boolean) {
  const states = new Set<string>(results.map(({ state }) => state));
  if (hasPlan) states.add('executed');
  if (states.size === 1 && states.has('executed')) return 'executed';
  if (states.size === 1 && states.has('rejected')) return 'rejected';
  return 'partlyExecuted';
}

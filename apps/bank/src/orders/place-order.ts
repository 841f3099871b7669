import type * as z from 'zod/mini';
import { type Bank, isoTime } from '../bank.ts';
import { BankError } from '../bank-error.ts';
import { requireDepot } from '../depots/read-depot.ts';
import { requireConfirmed } from '../depots/require-confirmed.ts';
import type { Login } from '../sign-in/login.ts';
import { requireSigned } from '../signings/signing.ts';
import { executionHash, type placementShape } from './order-content.ts';
import type { Outcome } from './outcome.ts';
import { settleDueOrders } from './settle-orders.ts';

export type OrderState = 'accepted' | 'executed' | 'partlyExecuted' | 'rejected';

export interface OrderRow {
  readonly bank_id: string;
  readonly partner_key: string;
  readonly client_order_id: string;
  readonly depot_id: number;
  readonly external_key: string;
  readonly content_hash: string;
  readonly request: string;
  readonly outcome: string;
  readonly state: OrderState;
  readonly results: string;
  readonly trader_code: string | null;
  readonly trader_message: string | null;
  readonly accepted_at: number;
  readonly known_from: number;
  readonly settled_at: number | null;
}

/** An order as callers see it. */
export function presentOrder(order: OrderRow) {
  return {
    clientOrderId: order.client_order_id,
    externalKey: order.external_key,
    state: order.state,
    traderCode: order.trader_code,
    traderMessage: order.trader_message,
    // Written by this program only.
    results: JSON.parse(order.results) as unknown[],
    acceptedAt: isoTime(order.accepted_at),
    settledAt: order.settled_at === null ? null : isoTime(order.settled_at),
  };
}

function selectOrder(bank: Bank, login: Login, clientOrderId: string): OrderRow | undefined {
  return bank.store.get<OrderRow>(
    `select o.*, d.external_key from orders o join depots d on d.id = o.depot_id
      where o.bank_id = ? and o.partner_key = ? and o.client_order_id = ?`,
    login.bank_id,
    login.partner_key,
    clientOrderId,
  );
}

/** What the bank knows of an order. Throws `order.unknown`. */
export function findOrder(bank: Bank, login: Login, clientOrderId: string): OrderRow {
  settleDueOrders(bank, login.bank_id);
  const order = selectOrder(bank, login, clientOrderId);
  if (!order || order.known_from > bank.now()) throw new BankError('order.unknown');
  return order;
}

/** Throws `order.exists` when the id has been used: a signing would be for nothing. */
export function requireNewOrder(bank: Bank, login: Login, clientOrderId: string): void {
  if (selectOrder(bank, login, clientOrderId)) throw new BankError('order.exists');
}

/**
 * Places the orders of a confirmed signing, once: the same id with the same content gives what there is, with other
 * content it throws `order.contentDiffers`. One transaction, on disk before anything is answered.
 */
export function placeOrder(
  bank: Bank,
  login: Login,
  given: z.output<typeof placementShape>,
  outcome: Outcome,
): { readonly order: OrderRow; readonly isReplayed: boolean } {
  const contentHash = executionHash(given);
  settleDueOrders(bank, login.bank_id);
  return bank.store.transaction(() => {
    const existing = selectOrder(bank, login, given.clientOrderId);
    if (existing) {
      if (existing.content_hash !== `${given.transactionHash}:${contentHash}`)
        throw new BankError('order.contentDiffers');
      return { order: existing, isReplayed: true };
    }
    const depot = requireDepot(bank, login.bank_id, login.partner_key, given.externalKey);
    requireSigned(bank, login, given.signingId, {
      purpose: 'orders',
      subject: given.externalKey,
      clientId: given.clientOrderId,
      transactionHash: given.transactionHash,
      contentHash,
    });
    requireConfirmed(depot);
    const now = bank.now();
    const knownFrom = now + outcome.unknownMs;
    bank.store.run(
      `insert into orders (bank_id, partner_key, client_order_id, depot_id, signing_id, content_hash, request, outcome,
         state, results, accepted_at, known_from, execute_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, 'accepted', ?, ?, ?, ?)`,
      login.bank_id,
      login.partner_key,
      given.clientOrderId,
      depot.id,
      given.signingId,
      `${given.transactionHash}:${contentHash}`,
      JSON.stringify({ orders: given.orders, savingsPlan: given.savingsPlan }),
      JSON.stringify(outcome),
      JSON.stringify(given.orders.map(acceptedResult)),
      knownFrom,
      knownFrom,
      knownFrom + (outcome.delayMs ?? usualDelay(bank, login.bank_id)),
    );
    bank.store.run('update signings set is_used = 1 where id = ?', given.signingId);
    settleDueOrders(bank, login.bank_id);
    const order = selectOrder(bank, login, given.clientOrderId);
    if (!order) throw new BankError('order.unknown');
    return { order, isReplayed: false };
  });
}

const acceptedResult = ({ isin, action }: z.output<typeof placementShape>['orders'][number]) => ({
  isin,
  action,
  state: 'accepted',
  executedQuantity: 0,
  executedAmount: 0,
  message: null,
});

function usualDelay(bank: Bank, bankId: string): number {
  const row = bank.store.get<{ execution_delay_ms: number }>(
    'select execution_delay_ms from banks where bank_id = ?',
    bankId,
  );
  return row?.execution_delay_ms ?? 0;
}

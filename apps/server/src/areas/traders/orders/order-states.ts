import { isOpenOrder, type TraderOrderState } from '@depotwerk/domain/contracts/trader-order-states';
import type { ExecutionState } from '../gateway/trader-gateway.ts';

/** States of one execution (trader_orders). */
export type OrderState = TraderOrderState;

/** What is known of an execution: our state and the last the bank told of it. */
export interface OrderKnowledge {
  readonly state: OrderState;
  /** null = the bank has never told anything. */
  readonly answer: ExecutionState['state'] | null;
}

export type OrderEvent =
  /** The order leaves us: stored before the first byte is sent. */
  | { readonly kind: 'sending' }
  /** The bank told its state, as an answer to sending or to asking. */
  | { readonly kind: 'told'; readonly bankState: ExecutionState['state'] }
  /** The bank refused the order that was sent, explicitly: nothing was done. */
  | { readonly kind: 'refused' }
  /** No answer, or none that can be read: work may have been done. */
  | { readonly kind: 'lost' };

const told: Record<ExecutionState['state'], OrderState> = {
  accepted: 'sent',
  executed: 'confirmed',
  partlyExecuted: 'partlyConfirmed',
  rejected: 'refused',
};

/**
 * The state machine of orders. What the bank tells of an order always counts, also after we believed it settled: its books
 * are the truth. A lost answer never settles anything, and nothing is refused without the bank's own word.
 */
export function nextOrder(known: OrderKnowledge, event: OrderEvent): OrderKnowledge {
  switch (event.kind) {
    case 'sending':
      return known.state === 'prepared' ? { ...known, state: 'sent' } : known;
    case 'told':
      return { state: told[event.bankState], answer: event.bankState };
    case 'refused':
      // An order the bank has acknowledged is not refused by what a repetition is told.
      return isOpenOrder(known.state) && known.answer === null ? { ...known, state: 'refused' } : known;
    case 'lost':
      // The bank said "accepted" before: that it is silent now takes nothing back.
      return known.state === 'sent' && known.answer === null ? { ...known, state: 'unknown' } : known;
  }
}

/** What to do when the bank says it never heard of an order: only an order it never acknowledged is sent (again). */
export function mayResend(known: OrderKnowledge): boolean {
  return isOpenOrder(known.state) && known.answer === null;
}

/** Seconds until the bank is asked again: soon at first, at most 20, so that 60 s after its return all is known. */
export function secondsUntilNextQuestion(attempts: number): number {
  return Math.min(20, 2 ** Math.min(attempts, 5));
}

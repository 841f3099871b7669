/** Books the orders of one execution in its depot: sells, then switches, then buys. Runs inside a transaction. */
import { fromCents, toCents } from '@depotwerk/domain/money';
import type { Bank } from '../bank.ts';
import type { DepotRow } from '../depots/read-depot.ts';
import { fromQuantity, quantityFor, toQuantity, valueInCents } from '../units.ts';
import type { GivenOrder } from './order-content.ts';

export interface OrderResult {
  readonly isin: string;
  readonly action: GivenOrder['action'];
  readonly state: 'accepted' | 'executed' | 'partlyExecuted' | 'rejected';
  readonly executedQuantity: number;
  readonly executedAmount: number;
  readonly message: string | null;
}

/** A sell of a few rounded decimals more than is held means all of it. */
const roundingUnits = 1_000;

const ranks: Record<GivenOrder['action'], number> = { sell: 0, switch: 1, buy: 2 };

interface Position {
  readonly quantity: number;
  readonly cost: number | null;
}

/** Working state of one booking. */
class Booking {
  cash: number;
  readonly #bank: Bank;
  readonly #depot: DepotRow;
  readonly #clientOrderId: string;

  constructor(bank: Bank, depot: DepotRow, clientOrderId: string) {
    this.cash = depot.cash;
    this.#bank = bank;
    this.#depot = depot;
    this.#clientOrderId = clientOrderId;
  }

  price(isin: string): number | null {
    const row = this.#bank.store.get<{ price: number }>('select price from prices where isin = ?', isin);
    return row && row.price > 0 ? row.price : null;
  }

  held(isin: string): Position {
    return (
      this.#bank.store.get<Position>(
        'select quantity, cost from positions where depot_id = ? and isin = ?',
        this.#depot.id,
        isin,
      ) ?? { quantity: 0, cost: null }
    );
  }

  /** Takes units out and their value into cash; gives the cents. */
  sell(isin: string, quantity: number, price: number): number {
    const before = this.held(isin);
    const rest = before.quantity - quantity;
    const cents = valueInCents(quantity, price);
    if (rest <= 0)
      this.#bank.store.run('delete from positions where depot_id = ? and isin = ?', this.#depot.id, isin);
    else {
      const cost = before.cost === null ? null : Math.round((before.cost * rest) / before.quantity);
      this.#bank.store.run(
        'update positions set quantity = ?, cost = ? where depot_id = ? and isin = ?',
        rest,
        cost,
        this.#depot.id,
        isin,
      );
    }
    this.cash += cents;
    this.#record(isin, 'sell', quantity, cents);
    return cents;
  }

  /** Takes units in and pays for them; gives the cents. */
  buy(isin: string, quantity: number, price: number): number {
    const cents = valueInCents(quantity, price);
    this.#bank.store.run(
      `insert into positions (depot_id, isin, quantity, cost) values (?, ?, ?, ?)
       on conflict (depot_id, isin) do update
         set quantity = quantity + excluded.quantity, cost = cost + excluded.cost`,
      this.#depot.id,
      isin,
      quantity,
      cents,
    );
    this.cash -= cents;
    this.#record(isin, 'buy', quantity, cents);
    return cents;
  }

  #record(isin: string, action: string, quantity: number, cents: number): void {
    this.#bank.store.run(
      `insert into executions (bank_id, partner_key, client_order_id, external_key, isin, action, quantity, amount,
         booked_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      this.#depot.bank_id,
      this.#depot.partner_key,
      this.#clientOrderId,
      this.#depot.external_key,
      isin,
      action,
      quantity,
      cents,
      this.#bank.now(),
    );
  }
}

const rejected = (order: GivenOrder, message: string): OrderResult => ({
  isin: order.isin,
  action: order.action,
  state: 'rejected',
  executedQuantity: 0,
  executedAmount: 0,
  message,
});

/** The part of an order that is filled, and what is said of it. */
function filled(order: GivenOrder, quantity: number, cents: number, part: number): OrderResult {
  return {
    isin: order.isin,
    action: order.action,
    state: part < 1 ? 'partlyExecuted' : 'executed',
    executedQuantity: fromQuantity(quantity),
    executedAmount: fromCents(cents),
    message: part < 1 ? 'Der Auftrag wurde nur zum Teil ausgeführt.' : null,
  };
}

function bookSell(booking: Booking, order: GivenOrder, part: number): OrderResult {
  const price = booking.price(order.isin);
  if (price === null) return rejected(order, 'Für diesen Fonds gibt es keinen Preis.');
  const held = booking.held(order.isin).quantity;
  const wanted = order.quantity > 0 ? toQuantity(order.quantity) : quantityFor(toCents(order.amount), price);
  if (wanted > held + roundingUnits) return rejected(order, 'Der Bestand reicht nicht aus.');
  const quantity = Math.floor(Math.min(wanted, held) * part);
  return filled(order, quantity, booking.sell(order.isin, quantity, price), part);
}

function bookBuy(booking: Booking, order: GivenOrder, part: number): OrderResult {
  const price = booking.price(order.isin);
  if (price === null) return rejected(order, 'Für diesen Fonds gibt es keinen Preis.');
  const wanted = order.quantity > 0 ? toQuantity(order.quantity) : quantityFor(toCents(order.amount), price);
  const quantity = Math.floor(wanted * part);
  if (quantity === 0) return rejected(order, 'Der Betrag ist zu klein.');
  return filled(order, quantity, booking.buy(order.isin, quantity, price), part);
}

function bookSwitch(booking: Booking, order: GivenOrder, part: number): OrderResult {
  const from = order.fromIsin ?? '';
  const fromPrice = booking.price(from);
  const price = booking.price(order.isin);
  if (price === null || fromPrice === null) return rejected(order, 'Für diesen Fonds gibt es keinen Preis.');
  const cents = order.amount > 0 ? toCents(order.amount) : valueInCents(toQuantity(order.quantity), price);
  const held = booking.held(from).quantity;
  const wanted = quantityFor(cents, fromPrice);
  if (wanted > held + roundingUnits) return rejected(order, 'Der Bestand reicht nicht aus.');
  const proceeds = booking.sell(from, Math.floor(Math.min(wanted, held) * part), fromPrice);
  const quantity = quantityFor(proceeds, price);
  if (quantity === 0) return filled(order, 0, 0, part);
  return filled(order, quantity, booking.buy(order.isin, quantity, price), part);
}

/**
 * Books all orders, each to this part (1 = whole). Results are in the order given. What the settlement account lacks
 * comes from the customer's reference account.
 */
export function bookOrders(
  bank: Bank,
  depot: DepotRow,
  clientOrderId: string,
  orders: readonly GivenOrder[],
  part: number,
): OrderResult[] {
  const booking = new Booking(bank, depot, clientOrderId);
  const results = new Map<GivenOrder, OrderResult>();
  for (const order of [...orders].sort((a, b) => ranks[a.action] - ranks[b.action])) {
    const book = { sell: bookSell, switch: bookSwitch, buy: bookBuy }[order.action];
    results.set(order, book(booking, order, part));
  }
  bank.store.run('update depots set cash = ? where id = ?', Math.max(0, booking.cash), depot.id);
  return orders.flatMap((order) => results.get(order) ?? []);
}

import type { ContractInput } from '../check/contract-input.ts';
import { toCents } from '../rounding/in-cents.ts';
import type { Holding } from './holdings.ts';
import type { Order } from './order-problem.ts';

/** The contract after its orders; new positions have the price of the order. */
export function applyOrders(
  contract: ContractInput,
  holdings: readonly Holding[],
  orders: readonly Order[],
  cashAfter: number,
): ContractInput {
  const ordered = new Map(orders.map((order) => [order.isin, order]));
  const held = Map.groupBy(contract.positions, ({ isin }) => isin);
  const positions = holdings.flatMap((holding) => {
    const order = ordered.get(holding.isin);
    const lots = held.get(holding.isin) ?? [];
    if (!order) return lots;
    const quantityHeld = lots.reduce((sum, { quantity }) => sum + quantity, 0);
    // Fractions that the fund's units do not allow cannot be sold: they stay.
    const rest = Math.max(0, quantityHeld - holding.ticks / 10 ** holding.decimals);
    const ticks = holding.ticks + (order.action === 'buy' ? order.ticks : -order.ticks);
    const quantity = quantityOf(
      ticks / 10 ** holding.decimals + (isLeftOver(rest, holding.price) ? rest : 0),
    );
    if (quantity <= 0) return [];
    return [
      {
        isin: holding.isin,
        quantity,
        price: holding.price,
        priceDay: lots[0]?.priceDay ?? contract.day,
        costValue: costAfter(lots, order, quantityHeld, quantity),
      },
    ];
  });
  return { ...contract, positions, cash: cashAfter / 100 };
}

/** Whether what is left of a holding is worth anything in cents, or else is gone with its sale. */
export const isLeftOver = (quantity: number, price: number): boolean => quantity * price >= 0.005;

/** Without the noise of binary fractions; finer than any fund is counted. */
const quantityOf = (quantity: number) => Math.round(quantity * 1e9) / 1e9;

/** What was paid for a position after an order: a sale takes its share along, a buy adds its amount. Null if unknown. */
function costAfter(
  lots: ContractInput['positions'],
  { action, amount }: Order,
  held: number,
  quantity: number,
): number | null {
  let cost = 0;
  for (const { costValue } of lots) {
    if (costValue === null) return null;
    cost += costValue;
  }
  return toCents(action === 'buy' ? cost + amount / 100 : (cost * quantity) / held) / 100;
}

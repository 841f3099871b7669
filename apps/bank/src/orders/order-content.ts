import { createHash } from 'node:crypto';
import { toCents } from '@depotwerk/domain/money';
import * as z from 'zod/mini';
import type { Bank } from '../bank.ts';
import { hash, isin, key, money, planEntries, units } from '../http/shapes.ts';
import { euroText, toFraction, toQuantity, valueInCents } from '../units.ts';

const orderShape = z
  .strictObject({
    action: z.enum(['buy', 'sell', 'switch']),
    isin,
    fromIsin: z.nullable(isin),
    quantity: units,
    amount: money,
  })
  .check(
    z.refine((order) => (order.action === 'switch') === (order.fromIsin !== null), 'fromIsin is for switch'),
    z.refine((order) => order.fromIsin !== order.isin, 'switch into itself'),
    z.refine((order) => order.quantity > 0 || order.amount > 0, 'neither quantity nor amount'),
  );

const executionFields = {
  clientOrderId: key,
  externalKey: key,
  transactionHash: hash,
  orders: z.array(orderShape).check(z.maxLength(200)),
  savingsPlan: z.nullable(z.strictObject({ contribution: money, entries: planEntries })),
};
const asksForSomething = z.refine<{ orders: readonly unknown[]; savingsPlan: unknown }>(
  ({ orders, savingsPlan }) => orders.length > 0 || savingsPlan !== null,
  'neither orders nor a savings plan',
);

/** What a signing of orders is started with. */
export const executionShape = z.strictObject(executionFields).check(asksForSomething);
/** The same with the confirmed signing. */
export const placementShape = z.strictObject({ ...executionFields, signingId: key }).check(asksForSomething);

export type GivenOrder = z.output<typeof orderShape>;
export type Execution = z.output<typeof executionShape>;

/** Equal for equal orders, whatever the spelling of their numbers. */
export function executionHash({ externalKey, orders, savingsPlan }: Execution): string {
  const content = [
    externalKey,
    orders.map((order) => [
      order.action,
      order.isin,
      order.fromIsin,
      toQuantity(order.quantity),
      toCents(order.amount),
    ]),
    savingsPlan && [
      toCents(savingsPlan.contribution),
      savingsPlan.entries.map((entry) => [entry.isin, toFraction(entry.fraction)]),
    ],
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** What the customer is asked to approve: number, depot and amount (dynamic linking). */
export function summarizeExecution(bank: Bank, { externalKey, orders, savingsPlan }: Execution): string {
  const cents = orders.reduce((sum, order) => sum + orderCents(bank, order), 0);
  const parts: string[] = [];
  if (orders.length > 0)
    parts.push(
      `${orders.length} ${orders.length === 1 ? 'Auftrag' : 'Aufträge'} im Depot ${externalKey} über ${euroText(cents)}`,
    );
  if (savingsPlan !== null)
    parts.push(`neuer Sparplan im Depot ${externalKey} mit ${euroText(toCents(savingsPlan.contribution))}`);
  return parts.join(' und ');
}

function orderCents(bank: Bank, order: GivenOrder): number {
  if (order.amount > 0) return toCents(order.amount);
  const row = bank.store.get<{ price: number }>('select price from prices where isin = ?', order.isin);
  return row ? valueInCents(toQuantity(order.quantity), row.price) : 0;
}

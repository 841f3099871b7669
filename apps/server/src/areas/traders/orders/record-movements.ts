import { tradedStates } from '@depotwerk/domain/contracts/trading-words';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import { claimKnown, executedRows, settledDay } from './claim-known.ts';
import { keepBooked, type Removed } from './keep-booked.ts';
import type { OrderAnswer, OrderRow } from './order-row.ts';

const traded: ReadonlySet<string> = new Set(tradedStates);

/**
 * Keeps what the bank executed of an order as purchases and sales of its contract, once: with corrected news the earlier ones are
 * replaced, and what was entered or came with a file before the order was settled is not added beside it. A bank's figures
 * never keep an order from being settled. Of a switch the bank tells what was bought; that the other fund has become less is seen with the next refresh.
 * The contract is locked by the caller, so that no file and no form is written meanwhile.
 */
export async function recordMovements(
  transaction: Transaction<Schema>,
  order: Pick<OrderRow, 'id' | 'contractId'>,
  answer: OrderAnswer | null,
): Promise<void> {
  if (await isByHand(transaction, order.id)) return;
  const executed = JSON.stringify(
    (answer?.results ?? [])
      .filter(({ state }) => traded.has(state))
      .map(({ isin, action, executedQuantity, executedAmount }, place) => ({
        place,
        isin,
        kind: action === 'sell' ? 'sale' : 'purchase',
        quantity: executedQuantity,
        amount: executedAmount,
      })),
  );
  const removed = await removeEarlier(transaction, order.id);
  const known = await claimKnown(transaction, order.id, executed);
  const added =
    await sql`insert into fund_movements (tenant_id, contract_id, fund_id, movement_kind, movement_day, quantity, amount,
      movement_source, trader_order_id)
    select o.tenant_id, o.contract_id, e.fund_id, e.kind, ${sql.raw(settledDay)}, e.quantity, e.amount, 'order', o.id
      from trader_orders o cross join (${executedRows(executed)}) e
     where o.tenant_id = app_tenant_id() and o.id = ${order.id} and e.place <> all (${known}::int[])`.execute(
      transaction,
    );
  await keepBooked(transaction, order.id, removed);
  if (BigInt(removed.length + known.length) + (added.numAffectedRows ?? 0n) === 0n) return;
  // Whoever has the form of these movements open is told.
  await sql`update contracts set row_version = row_version + 1
    where tenant_id = app_tenant_id() and id = ${order.contractId}`.execute(transaction);
}

/**
 * What somebody has corrected or removed in the form stays as it is. A correction is known by its movement as well: the release
 * before makes no mark at the order.
 */
async function isByHand(transaction: Transaction<Schema>, orderId: string): Promise<boolean> {
  const { rows } =
    await sql`select from trader_orders o where o.tenant_id = app_tenant_id() and o.id = ${orderId}
    and (o.are_movements_by_hand or exists (select from fund_movements m where m.tenant_id = o.tenant_id
      and m.trader_order_id = o.id and m.movement_source = 'hand'))`.execute(transaction);
  return rows.length > 0;
}

/** Takes back what earlier news of the order said; what was there without it is only given free. */
async function removeEarlier(transaction: Transaction<Schema>, orderId: string): Promise<readonly Removed[]> {
  await sql`update fund_movements set claimed_by_order_id = null
    where tenant_id = app_tenant_id() and claimed_by_order_id = ${orderId}`.execute(transaction);
  const { rows } = await sql<Removed>`delete from fund_movements
    where tenant_id = app_tenant_id() and trader_order_id = ${orderId} and movement_source = 'order'
    returning fund_id as "fundId", movement_kind as kind, quantity::float, booked_day::text as "bookedDay",
      booked_kind as "bookedKind", booked_quantity::text as "bookedQuantity", booked_amount::text as "bookedAmount",
      booked_import_id as "bookedImportId"`.execute(transaction);
  return rows;
}

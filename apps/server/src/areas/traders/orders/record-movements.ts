import { largestMoney } from '@depotwerk/domain/contracts/check-contract';
import { mostDaysToBooking, mostUnits } from '@depotwerk/domain/contracts/fund-movements';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import type { OrderAnswer, OrderRow } from './order-row.ts';

const tradedStates: ReadonlySet<string> = new Set(['executed', 'partlyExecuted']);

/** Day we heard that order `o` was executed. */
const settledDay = `(coalesce(o.settled_at, now()) at time zone 'Europe/Berlin')::date`;

/**
 * What order `o` executed as movements `e`, those of the same fund, kind and units numbered. What cannot be a movement (no units, more
 * than are stored) is left out, euros that cannot be are unknown.
 */
const executedRows = (
  executed: string,
) => sql`select f.id as fund_id, m.kind, round(m.quantity, 6) as quantity,
      case when round(m.amount, 2) between 0 and ${largestMoney} then round(m.amount, 2) end as amount,
      row_number() over (partition by f.id, m.kind, round(m.quantity, 6)) as number
    from jsonb_to_recordset(${executed}::jsonb) m (isin text, kind text, quantity numeric, amount numeric)
    join funds f on f.tenant_id = app_tenant_id() and f.isin = m.isin
   where round(m.quantity, 6) > 0 and round(m.quantity, 6) <= ${mostUnits}`;

/**
 * Keeps what the bank executed of an order as purchases and sales of its contract, once: with corrected news the earlier ones are
 * replaced, and what was entered or came with a file before the order was settled is not added beside it. A bank's figures
 * never keep an order from being settled. Of a switch the bank tells what was bought; that the other fund has become less is seen with the next refresh.
 */
export async function recordMovements(
  transaction: Transaction<Schema>,
  order: Pick<OrderRow, 'id' | 'contractId'>,
  answer: OrderAnswer | null,
): Promise<void> {
  // What somebody has corrected or removed in the form stays as it is.
  const byHand = await sql`select from trader_orders where tenant_id = app_tenant_id() and id = ${order.id}
    and are_movements_by_hand`.execute(transaction);
  if (byHand.rows.length > 0) return;
  const executed = JSON.stringify(
    (answer?.results ?? [])
      .filter(({ state }) => tradedStates.has(state))
      .map(({ isin, action, executedQuantity, executedAmount }) => ({
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
     where o.tenant_id = app_tenant_id() and o.id = ${order.id}
       and e.number > (select count(*) from fund_movements m where m.tenant_id = o.tenant_id and m.trader_order_id = o.id
         and m.movement_source <> 'order' and m.fund_id = e.fund_id and m.movement_kind = e.kind and m.quantity = e.quantity)`.execute(
      transaction,
    );
  await keepBooked(transaction, order.id, removed);
  if (BigInt(removed.length) + known + (added.numAffectedRows ?? 0n) === 0n) return;
  // Whoever has the form of these movements open is told.
  await sql`update contracts set row_version = row_version + 1
    where tenant_id = app_tenant_id() and id = ${order.contractId}`.execute(transaction);
}

interface Removed {
  readonly fundId: number;
  readonly kind: string;
  readonly quantity: string;
  readonly bookedDay: string | null;
  readonly bookedAmount: string | null;
  readonly bookedImportId: string | null;
}

/** Takes back what earlier news of the order said; what was there without it is only given free. */
async function removeEarlier(transaction: Transaction<Schema>, orderId: string): Promise<readonly Removed[]> {
  await sql`update fund_movements set trader_order_id = null
    where tenant_id = app_tenant_id() and trader_order_id = ${orderId} and movement_source <> 'order'`.execute(
    transaction,
  );
  const { rows } = await sql<Removed>`delete from fund_movements
    where tenant_id = app_tenant_id() and trader_order_id = ${orderId}
    returning fund_id as "fundId", movement_kind as kind, quantity::text, booked_day::text as "bookedDay",
      booked_amount::text as "bookedAmount", booked_import_id as "bookedImportId"`.execute(transaction);
  return rows;
}

/** Gives the order what is recorded already of what it executed, each once, the nearest first; how many. */
async function claimKnown(
  transaction: Transaction<Schema>,
  orderId: string,
  executed: string,
): Promise<bigint> {
  const claimed = await sql`update fund_movements x set trader_order_id = ${orderId}
      from (select m.id, m.fund_id, m.movement_kind, m.quantity, row_number() over (partition by m.fund_id, m.movement_kind, m.quantity
                order by abs(m.movement_day - ${sql.raw(settledDay)}), m.created_at, m.id) as number
              from trader_orders o join fund_movements m on m.tenant_id = o.tenant_id and m.contract_id = o.contract_id
               and m.trader_order_id is null and m.movement_source <> 'order'
               and abs(m.movement_day - ${sql.raw(settledDay)}) <= ${mostDaysToBooking}
             where o.tenant_id = app_tenant_id() and o.id = ${orderId}) m
      join (${executedRows(executed)}) e on e.fund_id = m.fund_id and e.kind = m.movement_kind and e.quantity = m.quantity
       and e.number = m.number
     where x.tenant_id = app_tenant_id() and x.id = m.id`.execute(transaction);
  return claimed.numAffectedRows ?? 0n;
}

/** A movement that is as it was is the line of a file it was. */
async function keepBooked(
  transaction: Transaction<Schema>,
  orderId: string,
  removed: readonly Removed[],
): Promise<void> {
  const booked = removed.filter(({ bookedDay }) => bookedDay !== null);
  if (booked.length === 0) return;
  await sql`update fund_movements x set booked_day = b."bookedDay", booked_amount = b."bookedAmount",
        booked_import_id = b."bookedImportId"
      from (select m.id, m.fund_id, m.movement_kind, m.quantity,
                row_number() over (partition by m.fund_id, m.movement_kind, m.quantity order by m.id) as number
              from fund_movements m where m.tenant_id = app_tenant_id() and m.trader_order_id = ${orderId}
               and m.movement_source = 'order') m
      join (select j.*, row_number() over (partition by j."fundId", j.kind, j.quantity) as number
              from jsonb_to_recordset(${JSON.stringify(booked)}::jsonb) j ("fundId" int, kind text, quantity numeric,
                "bookedDay" date, "bookedAmount" numeric, "bookedImportId" uuid)) b
        on b."fundId" = m.fund_id and b.kind = m.movement_kind and b.quantity = m.quantity and b.number = m.number
     where x.tenant_id = app_tenant_id() and x.id = m.id`.execute(transaction);
}

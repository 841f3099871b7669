import { largestMoney } from '@depotwerk/domain/contracts/check-contract';
import { mostUnits } from '@depotwerk/domain/contracts/fund-movements';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import type { OrderAnswer, OrderRow } from './order-row.ts';

const tradedStates: ReadonlySet<string> = new Set(['executed', 'partlyExecuted']);

/**
 * Keeps what the bank executed of an order as purchases and sales of its contract, once: with corrected news the earlier ones are
 * replaced. What cannot be a movement (no units, more than are stored) is left out, euros that cannot be are unknown: a bank's figures
 * never keep an order from being settled. Of a switch the bank tells what was bought; that the other fund has become less is seen with the next refresh.
 */
export async function recordMovements(
  transaction: Transaction<Schema>,
  order: Pick<OrderRow, 'id' | 'contractId'>,
  answer: OrderAnswer | null,
): Promise<void> {
  // What somebody has corrected in the form stands.
  const edited =
    await sql`select from fund_movements where tenant_id = app_tenant_id() and trader_order_id = ${order.id}
    and movement_source = 'hand' limit 1`.execute(transaction);
  if (edited.rows.length > 0) return;
  const executed = (answer?.results ?? [])
    .filter(({ state }) => tradedStates.has(state))
    .map(({ isin, action, executedQuantity, executedAmount }) => ({
      isin,
      kind: action === 'sell' ? 'sale' : 'purchase',
      quantity: executedQuantity,
      amount: executedAmount,
    }));
  const removed = await sql`delete from fund_movements
    where tenant_id = app_tenant_id() and trader_order_id = ${order.id}`.execute(transaction);
  const added =
    await sql`insert into fund_movements (tenant_id, contract_id, fund_id, movement_kind, movement_day, quantity, amount,
      movement_source, trader_order_id)
    select o.tenant_id, o.contract_id, f.id, m.kind, (coalesce(o.settled_at, now()) at time zone 'Europe/Berlin')::date, round(m.quantity, 6),
        case when round(m.amount, 2) between 0 and ${largestMoney} then round(m.amount, 2) end, 'order', o.id
      from trader_orders o
      cross join jsonb_to_recordset(${JSON.stringify(executed)}::jsonb) m (isin text, kind text, quantity numeric, amount numeric)
      join funds f on f.tenant_id = o.tenant_id and f.isin = m.isin
     where o.tenant_id = app_tenant_id() and o.id = ${order.id}
       and round(m.quantity, 6) > 0 and round(m.quantity, 6) <= ${mostUnits}`.execute(transaction);
  if ((removed.numAffectedRows ?? 0n) + (added.numAffectedRows ?? 0n) === 0n) return;
  // Whoever has the form of these movements open is told.
  await sql`update contracts set row_version = row_version + 1
    where tenant_id = app_tenant_id() and id = ${order.contractId}`.execute(transaction);
}

import type { CallInput } from '@depotwerk/api/call';
import type { putFundMovements as putCall } from '@depotwerk/api/contracts/fund-movements';
import {
  checkMovements,
  type MovementDraft,
  withoutUnused,
} from '@depotwerk/domain/contracts/fund-movements';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Services } from '../../../platform/services.ts';
import { replaceLines } from '../lines-by-hand.ts';
import { readMovementsForm } from './fund-movements.view.ts';

/**
 * Replaces the movements of one fund of a contract. A changed one still belongs to its order, so that the order is not counted beside it, and one that was removed does not come
 * back with news of it.
 * @throws as `replaceLines`
 */
export async function putFundMovements(
  services: Services,
  context: SignedInContext,
  { params, body }: CallInput<typeof putCall>,
  today: string,
): Promise<void> {
  const { id, fundId } = params;
  await replaceLines(services, context, id, {
    field: 'movements',
    wanted: body.movements.map(withoutUnused),
    issues: checkMovements(body, today),
    logged: { fundId },
    read: async (reader, contractId) =>
      (await readMovementsForm(reader, context.scope, contractId, fundId)).movements,
    write: (transaction, contractId, kept, added) =>
      replaceMovements(transaction, contractId, fundId, kept, added),
  });
}

/** The line of a file a movement is. */
const booked = sql.raw('booked_day, booked_kind, booked_quantity, booked_amount, booked_import_id');

async function replaceMovements(
  transaction: Transaction<Schema>,
  contractId: string,
  fundId: number,
  kept: readonly string[],
  added: readonly MovementDraft[],
): Promise<void> {
  await sql`with gone as (delete from fund_movements where tenant_id = app_tenant_id() and contract_id = ${contractId}
      and fund_id = ${fundId} and id <> all (${kept}::uuid[]) returning id, trader_order_id, claimed_by_order_id, ${booked}),
      told as (update trader_orders o set are_movements_by_hand = true from gone
        where o.tenant_id = app_tenant_id() and o.id in (gone.trader_order_id, gone.claimed_by_order_id))
    insert into fund_movements (tenant_id, contract_id, fund_id, movement_kind, movement_day, acquired_day, quantity,
      factor, amount, movement_source, trader_order_id, claimed_by_order_id, ${booked})
    select app_tenant_id(), ${contractId}, ${fundId}, m.kind, m.day, m."acquiredDay", round(m.quantity, 6),
        round(m.factor, 6), round(m.amount, 2), 'hand', gone.trader_order_id, gone.claimed_by_order_id, ${booked}
      from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) m (id uuid, kind text, day date, "acquiredDay" date,
        quantity numeric, factor numeric, amount numeric)
      left join gone on gone.id = m.id`.execute(transaction);
}

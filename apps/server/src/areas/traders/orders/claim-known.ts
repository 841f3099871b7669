import { largestMoney } from '@depotwerk/domain/contracts/check-contract';
import { mostDaysToBooking, mostUnits } from '@depotwerk/domain/contracts/fund-movements';
import { pairByDays } from '@depotwerk/domain/contracts/pair-by-days';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';

/** Day we heard that order `o` was executed. */
export const settledDay = `(coalesce(o.settled_at, now()) at time zone 'Europe/Berlin')::date`;

/**
 * What an order executed as movements, each with its place in the news. What cannot be a movement (no units, more
 * than are stored) is left out, euros that cannot be are unknown.
 */
export const executedRows = (
  executed: string,
) => sql`select m.place, f.id as fund_id, m.kind, round(m.quantity, 6) as quantity,
      case when round(m.amount, 2) between 0 and ${largestMoney} then round(m.amount, 2) end as amount
    from jsonb_to_recordset(${executed}::jsonb) m (place int, isin text, kind text, quantity numeric, amount numeric)
    join funds f on f.tenant_id = app_tenant_id() and f.isin = m.isin
   where round(m.quantity, 6) > 0 and round(m.quantity, 6) <= ${mostUnits}`;

interface Told {
  /** Fund, kind and units. */
  readonly what: string;
  readonly day: number;
  readonly amount: number | null;
}

const daysOf = (day: string) => sql.raw(`${day} - date '2000-01-01' as day`);

/**
 * Gives the order what is recorded already of what it executed, each once: the same fund, kind and units within some days, for
 * euros that differ by costs at most.
 * @returns the places in the news that are recorded
 */
export async function claimKnown(
  transaction: Transaction<Schema>,
  orderId: string,
  executed: string,
): Promise<readonly number[]> {
  const known = await sql<Told & { id: string }>`
    select m.id, concat_ws('/', m.fund_id, m.movement_kind, m.quantity) as what, ${daysOf('m.movement_day')}, m.amount::float
      from trader_orders o join fund_movements m on m.tenant_id = o.tenant_id and m.contract_id = o.contract_id
       and m.trader_order_id is null and m.claimed_by_order_id is null and m.movement_source <> 'order' and m.quantity is not null
       and abs(m.movement_day - ${sql.raw(settledDay)}) <= ${mostDaysToBooking}
     where o.tenant_id = app_tenant_id() and o.id = ${orderId} order by m.created_at, m.id`.execute(
    transaction,
  );
  if (known.rows.length === 0) return [];
  const told = await sql<Told & { place: number }>`
    select e.place, concat_ws('/', e.fund_id, e.kind, e.quantity) as what, ${daysOf(settledDay)}, e.amount::float
      from trader_orders o cross join (${executedRows(executed)}) e
     where o.tenant_id = app_tenant_id() and o.id = ${orderId} order by e.place`.execute(transaction);
  const byWhat = Map.groupBy(known.rows, ({ what }) => what);
  const pairs = [...Map.groupBy(told.rows, ({ what }) => what)].flatMap(([what, same]) =>
    pairByDays(same, byWhat.get(what) ?? [], mostDaysToBooking),
  );
  await sql`update fund_movements set claimed_by_order_id = ${orderId}
    where tenant_id = app_tenant_id() and id = any (${pairs.map(([{ id }]) => id)}::uuid[])`.execute(
    transaction,
  );
  return pairs.map(([, { place }]) => place);
}

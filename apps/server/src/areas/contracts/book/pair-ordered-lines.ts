import { mostDaysToBooking } from '@depotwerk/domain/contracts/fund-movements';
import { pairByDays } from '@depotwerk/domain/contracts/pair-by-days';
import type pg from 'pg';
import { sameMovement, unbooked } from './judge-contracts.ts';

interface OfDay {
  /** Contract, fund, kind and units. */
  readonly what: string;
  readonly day: number;
  /** null = not known. */
  readonly amount: number | null;
}
interface Order extends OfDay {
  readonly id: string;
}
interface Line extends OfDay {
  readonly line: number;
}

const what = (row: string, quantity: string) =>
  `concat_ws('/', f.contract_id, ${row}.fund_id, ${row}.movement_kind, ${quantity})`;
const mayBe = `m.fund_id = r.fund_id and m.movement_kind = r.movement_kind and m.quantity = r.movement_quantity
  and abs(m.movement_day - r.movement_day) <= ${mostDaysToBooking}`;

/** Lines `r` of contract `f` that may be a movement `m` of an order, and contracts that have some. @param $1 the import */
const isMoved = `f.tenant_id = app_tenant_id() and f.import_id = $1 and f.writes_movements and f.fate = 'changed'`;
const ofContract = `r.tenant_id = f.tenant_id and r.import_id = f.import_id and r.issuer_id = f.issuer_id and r.match_key = f.match_key`;
const ordersText = `
  select distinct m.id, ${what('m', 'm.quantity')} as what, m.movement_day - date '2000-01-01' as day, m.amount::float
    from book_import_contracts f join fund_movements m on m.contract_id = f.contract_id and ${unbooked}
    join book_import_rows r on ${ofContract} and ${mayBe}
   where ${isMoved} order by m.id`;
/** Lines that are recorded already are no other ones. */
const linesText = `
  select x.line, x.what, x.day, x.amount from (
    select r.line, ${what('r', 'r.movement_quantity')} as what, r.movement_day - date '2000-01-01' as day,
        r.movement_amount::float as amount, row_number() over (partition by f.contract_id, r.fund_id, r.movement_kind, r.movement_day, r.movement_quantity,
          r.movement_amount order by r.line) as number,
        (select count(*) from fund_movements m where m.tenant_id = app_tenant_id() and m.contract_id = f.contract_id
          and ${sameMovement}) as known
      from book_import_contracts f join book_import_rows r on ${ofContract}
     where ${isMoved} and exists (select from fund_movements m where m.contract_id = f.contract_id and ${unbooked} and ${mayBe})) x
   where x.number > x.known order by x.line`;

/**
 * Notes which lines of an import are what an order executed, each order's movement one line at most: its day is the one we heard of
 * it, and its euros may be told with or without costs, so only units, fund and kind are the same, day and euros near.
 */
export async function pairOrderedLines(connection: pg.ClientBase, importId: string): Promise<void> {
  await connection.query(
    `update book_import_rows set movement_id = null
      where tenant_id = app_tenant_id() and import_id = $1 and movement_id is not null`,
    [importId],
  );
  const orders = await connection.query<Order>(ordersText, [importId]);
  if (orders.rows.length === 0) return;
  const lines = await connection.query<Line>(linesText, [importId]);
  const byWhat = Map.groupBy(lines.rows, (line) => line.what);
  const pairs = [...Map.groupBy(orders.rows, (order) => order.what)].flatMap(([key, same]) =>
    pairByDays(same, byWhat.get(key) ?? [], mostDaysToBooking),
  );
  await connection.query(
    `update book_import_rows r set movement_id = p.id from unnest($2::int[], $3::uuid[]) as p (line, id)
      where r.tenant_id = app_tenant_id() and r.import_id = $1 and r.line = p.line`,
    [importId, pairs.map(([{ line }]) => line), pairs.map(([, { id }]) => id)],
  );
}

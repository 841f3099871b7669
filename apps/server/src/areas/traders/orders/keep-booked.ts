import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';

interface OfFund {
  readonly fundId: number;
  readonly kind: string;
  readonly quantity: number;
}

/** A movement earlier news of an order made, with the line of a file it was. */
export interface Removed extends OfFund {
  readonly bookedDay: string | null;
  readonly bookedKind: string | null;
  readonly bookedQuantity: string | null;
  readonly bookedAmount: string | null;
  readonly bookedImportId: string | null;
}

/** Which movements take the place of earlier ones: of the same fund and kind, those of the same units first, then the nearest. */
export function placesTaken<Earlier extends OfFund, Now extends OfFund>(
  earlier: readonly Earlier[],
  now: readonly Now[],
): (readonly [Earlier, Now])[] {
  const pairs = earlier
    .flatMap((one) =>
      now
        .filter(({ fundId, kind }) => fundId === one.fundId && kind === one.kind)
        .map((other) => ({ one, other, apart: Math.abs(one.quantity - other.quantity) })),
    )
    .toSorted((a, b) => a.apart - b.apart);
  const taken = new Set<Earlier | Now>();
  return pairs.flatMap(({ one, other }) => {
    if (taken.has(one) || taken.has(other)) return [];
    taken.add(one).add(other);
    return [[one, other] as const];
  });
}

/** What takes the place of a movement that was a line of a file is that line, also where the bank has corrected its units. */
export async function keepBooked(
  transaction: Transaction<Schema>,
  orderId: string,
  removed: readonly Removed[],
): Promise<void> {
  if (removed.every(({ bookedDay }) => bookedDay === null)) return;
  const { rows } = await sql<OfFund & { id: string }>`
    select m.id, m.fund_id as "fundId", m.movement_kind as kind, m.quantity::float from fund_movements m
     where m.tenant_id = app_tenant_id() and m.booked_day is null and (m.trader_order_id = ${orderId}
       or m.claimed_by_order_id = ${orderId} and m.movement_source = 'hand') order by m.id`.execute(
    transaction,
  );
  // Of equal ones the line of a file goes first.
  const earlier = removed.toSorted((a, b) => Number(a.bookedDay === null) - Number(b.bookedDay === null));
  const kept = placesTaken(earlier, rows).map(([one, { id }]) => ({ ...one, id }));
  await sql`update fund_movements x set booked_day = b."bookedDay", booked_kind = b."bookedKind",
        booked_quantity = b."bookedQuantity", booked_amount = b."bookedAmount", booked_import_id = b."bookedImportId"
      from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) b (id uuid, "bookedDay" date, "bookedKind" text,
        "bookedQuantity" numeric, "bookedAmount" numeric, "bookedImportId" uuid)
     where x.tenant_id = app_tenant_id() and x.id = b.id and b."bookedDay" is not null`.execute(transaction);
}

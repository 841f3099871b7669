import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { AppError } from '../../platform/http/app-error.ts';

/**
 * The bank behind an issuer stays as long as something was entrusted to it: a stored password would otherwise be sent
 * to another bank, and orders would be asked about at the wrong one.
 * @throws 409 while there are passwords, linked depots, open orders or openings
 */
export async function refuseBankInUse(transaction: Transaction<Schema>, issuerId: number): Promise<void> {
  const { rows } = await sql<{ is_used: boolean }>`select
      exists (select 1 from trader_credentials where issuer_id = ${issuerId} and password_envelope is not null)
      or exists (select 1 from trader_depots where issuer_id = ${issuerId} and state = 'linked')
      or exists (select 1 from contracts where issuer_id = ${issuerId} and is_linked and deleted_at is null)
      or exists (select 1 from depot_openings where issuer_id = ${issuerId} and state = 'sent')
      or exists (select 1 from trader_orders where issuer_id = ${issuerId} and state in ('prepared', 'sent', 'unknown'))
      as is_used`.execute(transaction);
  if (rows[0]?.is_used) throw new AppError('issuers.bankInUse');
}

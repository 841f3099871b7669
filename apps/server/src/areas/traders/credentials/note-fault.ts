import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import type { TraderFault } from '../gateway/trader-gateway.ts';

/**
 * Keeps what a bank said about a stored password: one that is wrong is deleted, so that nobody tries it until the bank
 * locks the login; expired and locked are told to the user instead of trying again. Other faults change nothing.
 */
export async function notePasswordFault(
  transaction: Transaction<Schema>,
  userId: string,
  issuerId: number,
  fault: TraderFault,
): Promise<void> {
  const states = {
    wrongPassword: 'none',
    mustUpdatePassword: 'mustUpdatePassword',
    locked: 'locked',
  } as const;
  const { kind } = fault;
  if (kind !== 'wrongPassword' && kind !== 'mustUpdatePassword' && kind !== 'locked') return;
  await sql`update trader_credentials set status = ${states[kind]}, password_envelope = null, logged_in_until = null,
      expires_at = null
    where tenant_id = app_tenant_id() and user_id = ${userId} and issuer_id = ${issuerId}`.execute(
    transaction,
  );
}

/** What changes at the banks without the product: for demonstrations and tests. */
import { fromCents, toCents } from '@depotwerk/domain/money';
import * as z from 'zod/mini';
import { type Bank, isoTime } from '../bank.ts';
import { BankError } from '../bank-error.ts';
import { readDepot, requireDepot } from '../depots/read-depot.ts';
import { replacePlan, replacePositions } from '../depots/write-depot.ts';
import { presentBank, requireBank } from '../http/banks.ts';
import { isin, key, money, planEntries, text, units } from '../http/shapes.ts';
import { findLogin, type PasswordState } from '../sign-in/login.ts';
import { hashPassword } from '../sign-in/password-hash.ts';
import { fromQuantity } from '../units.ts';

export const bankChange = z.strictObject({
  isClosed: z.optional(z.boolean()),
  executionDelayMs: z.optional(z.int().check(z.gte(0), z.lte(86_400_000))),
});

export function changeBank(bank: Bank, bankId: string, change: z.output<typeof bankChange>) {
  requireBank(bank, bankId);
  bank.store.run(
    `update banks set is_closed = coalesce(?, is_closed), execution_delay_ms = coalesce(?, execution_delay_ms)
      where bank_id = ?`,
    change.isClosed === undefined ? null : Number(change.isClosed),
    change.executionDelayMs ?? null,
    bankId,
  );
  const row = requireBank(bank, bankId);
  return { ...presentBank(bank, row), executionDelayMs: row.execution_delay_ms };
}

export const loginChange = z.strictObject({
  password: z.optional(text(100)),
  passwordState: z.optional(z.enum(['valid', 'expired', 'locked'])),
});

/** Sets password or state of a login; wrong tries are forgotten. Its sessions end. */
export function changeLogin(
  bank: Bank,
  bankId: string,
  loginName: string,
  change: z.output<typeof loginChange>,
): { readonly loginName: string; readonly passwordState: PasswordState } {
  requireBank(bank, bankId);
  const login = findLogin(bank, bankId, loginName);
  if (!login) throw new BankError('control.unknown');
  const passwordState = change.passwordState ?? login.password_state;
  bank.store.transaction(() => {
    bank.store.run(
      `update logins set password_hash = ?, password_state = ?, failed_attempts = 0
        where bank_id = ? and login_name = ?`,
      change.password === undefined ? login.password_hash : hashPassword(change.password),
      passwordState,
      bankId,
      login.login_name,
    );
    bank.store.run('delete from sessions where bank_id = ? and login_name = ?', bankId, login.login_name);
  });
  return { loginName: login.login_name, passwordState };
}

export const depotChange = z.strictObject({
  state: z.optional(z.enum(['open', 'rejected', 'closed'])),
  needsConfirmation: z.optional(z.boolean()),
  cashValue: z.optional(money),
  positions: z.optional(
    z.array(z.strictObject({ isin, quantity: units, costValue: z.optional(z.nullable(money)) })),
  ),
  savingsPlan: z.optional(z.nullable(z.strictObject({ contribution: money, entries: planEntries }))),
});

/** Changes what is given; positions and plan are replaced whole. */
export function changeDepot(
  bank: Bank,
  place: { readonly bankId: string; readonly partnerKey: string; readonly externalKey: string },
  change: z.output<typeof depotChange>,
) {
  const find = () => requireDepot(bank, place.bankId, place.partnerKey, place.externalKey);
  return bank.store.transaction(() => {
    const { id } = find();
    bank.store.run(
      `update depots set state = coalesce(?, state), needs_confirmation = coalesce(?, needs_confirmation),
         cash = coalesce(?, cash) where id = ?`,
      change.state ?? null,
      change.needsConfirmation === undefined ? null : Number(change.needsConfirmation),
      change.cashValue === undefined ? null : toCents(change.cashValue),
      id,
    );
    if (change.positions) replacePositions(bank, id, change.positions);
    if (change.savingsPlan !== undefined) replacePlan(bank, id, change.savingsPlan);
    return readDepot(bank, find());
  });
}

export const clockChange = z.strictObject({
  advanceMs: z.int().check(z.gte(0), z.lte(366 * 86_400_000)),
});

export const ledgerQuery = z.strictObject({ clientOrderId: z.optional(key) });

interface ExecutionRow {
  readonly id: number;
  readonly bank_id: string;
  readonly partner_key: string;
  readonly client_order_id: string;
  readonly external_key: string;
  readonly isin: string;
  readonly action: string;
  readonly quantity: number;
  readonly amount: number;
  readonly booked_at: number;
}

/** Everything ever booked, oldest first; a switch is a sell and a buy. */
export function readLedger(bank: Bank, clientOrderId: string | null) {
  return bank.store
    .all<ExecutionRow>(
      'select * from executions where ?1 is null or client_order_id = ?1 order by id',
      clientOrderId,
    )
    .map((row) => ({
      id: row.id,
      bankId: row.bank_id,
      partnerKey: row.partner_key,
      clientOrderId: row.client_order_id,
      externalKey: row.external_key,
      isin: row.isin,
      action: row.action,
      quantity: fromQuantity(row.quantity),
      amount: fromCents(row.amount),
      bookedAt: isoTime(row.booked_at),
    }));
}

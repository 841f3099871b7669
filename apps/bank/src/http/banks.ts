import type { Bank } from '../bank.ts';
import { BankError } from '../bank-error.ts';
import { demoPasswordOf } from '../control/demo-banks.ts';
import { passwordRules } from '../sign-in/password-rules.ts';

export interface BankRow {
  readonly bank_id: string;
  readonly bank_name: string;
  readonly bic: string | null;
  readonly depot_prefix: string;
  readonly execution_delay_ms: number;
  readonly is_closed: number;
}

/** Throws `bank.unknown`. */
export function requireBank(bank: Bank, bankId: string): BankRow {
  const row = bank.store.get<BankRow>('select * from banks where bank_id = ?', bankId);
  if (!row) throw new BankError('bank.unknown');
  return row;
}

/** Whether customers sign in there themselves: where nobody has such a login, nobody can. */
const takesCustomers = (bank: Bank, bankId: string): boolean =>
  bank.store.get("select 1 from logins where bank_id = ? and kind = 'customer' limit 1", bankId) !==
  undefined;

export const presentBank = (bank: Bank, row: BankRow) => ({
  bankId: row.bank_id,
  bankName: row.bank_name,
  bic: row.bic,
  isClosed: row.is_closed === 1,
  // Nobody else could know it: this bank exists in the demo only.
  loginHint: `Ihr Anmeldename im Vermittlerportal. Passwort der Übungsbank: ${demoPasswordOf(row.bank_id)}`,
  customerLoginHint: takesCustomers(bank, row.bank_id)
    ? 'Ihr Anmeldename im Online-Banking. Kundenzugänge der Übungsbank stehen auf ihrer Seite.'
    : null,
  passwordRules,
});

export function listBanks(bank: Bank) {
  return bank.store.all<BankRow>('select * from banks order by bank_id').map((row) => presentBank(bank, row));
}

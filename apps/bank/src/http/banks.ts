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

export const presentBank = (row: BankRow) => ({
  bankId: row.bank_id,
  bankName: row.bank_name,
  bic: row.bic,
  isClosed: row.is_closed === 1,
  // Nobody else could know it: this bank exists in the demo only.
  loginHint: `Ihr Anmeldename im Vermittlerportal. Passwort der Übungsbank: ${demoPasswordOf(row.bank_id)}`,
  passwordRules,
});

export function listBanks(bank: Bank) {
  return bank.store.all<BankRow>('select * from banks order by bank_id').map(presentBank);
}

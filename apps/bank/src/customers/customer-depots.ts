import { isIsin } from '@depotwerk/domain/isin';
import * as z from 'zod/mini';
import type { Bank } from '../bank.ts';
import { BankError } from '../bank-error.ts';
import { isoDate, key, money, text, units } from '../http/shapes.ts';
import type { Login } from '../sign-in/login.ts';

/** A position as its owner sees it; null is what the bank does not know. Price and value are in its currency. */
export const customerPosition = z.strictObject({
  isin: z.nullable(z.string().check(z.refine(isIsin, 'no ISIN'))),
  name: text(200),
  quantity: z.nullable(units),
  price: z.nullable(money),
  currency: z.prefault(z.string().check(z.regex(/^[A-Z]{3}$/)), 'EUR'),
  value: z.nullable(money),
});

export const customerDepot = z.strictObject({
  externalKey: key,
  label: text(200),
  valuationDate: isoDate,
  positions: z.array(customerPosition).check(z.maxLength(500)),
});
export type CustomerDepot = z.output<typeof customerDepot>;

interface DepotRow {
  readonly external_key: string;
  readonly label: string;
  readonly valuation_date: string;
  readonly positions: string;
}

const present = (row: DepotRow): CustomerDepot => ({
  externalKey: row.external_key,
  label: row.label,
  valuationDate: row.valuation_date,
  // Checked when they were written.
  positions: JSON.parse(row.positions) as CustomerDepot['positions'],
});

/** What a depot is worth in euros; null where that is not known of every position. */
function totalValue({ positions }: CustomerDepot): number | null {
  const values = positions.map(({ currency, value }) => (currency === 'EUR' ? value : null));
  if (values.some((value) => value === null)) return null;
  return Math.round(values.reduce<number>((sum, value) => sum + (value ?? 0), 0) * 100) / 100;
}

/** Heads of the customer's own depots by key. */
export function listCustomerDepots(bank: Bank, login: Login) {
  const rows = bank.store.all<DepotRow>(
    'select * from customer_depots where bank_id = ? and login_name = ? order by external_key',
    login.bank_id,
    login.login_name,
  );
  return {
    depots: rows.map(present).map((depot) => ({
      externalKey: depot.externalKey,
      label: depot.label,
      valuationDate: depot.valuationDate,
      totalValue: totalValue(depot),
    })),
  };
}

/** One of them with its positions. Throws `depot.unknown`. */
export function readCustomerDepot(bank: Bank, login: Login, externalKey: string): CustomerDepot {
  const row = bank.store.get<DepotRow>(
    'select * from customer_depots where bank_id = ? and login_name = ? and external_key = ?',
    login.bank_id,
    login.login_name,
    externalKey,
  );
  if (!row) throw new BankError('depot.unknown');
  return present(row);
}

/** Writes a depot of a login; what is there under the same key is replaced. */
export function writeCustomerDepot(
  bank: Bank,
  login: Pick<Login, 'bank_id' | 'login_name'>,
  depot: CustomerDepot,
): void {
  bank.store.run(
    `insert or replace into customer_depots (bank_id, login_name, external_key, label, valuation_date, positions)
     values (?, ?, ?, ?, ?, ?)`,
    login.bank_id,
    login.login_name,
    depot.externalKey,
    depot.label,
    depot.valuationDate,
    JSON.stringify(depot.positions),
  );
}

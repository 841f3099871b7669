import { generateSync } from 'otplib';
import type { Bank } from '../bank.ts';
import { demoBanks, demoTotpSecret } from '../control/demo-banks.ts';
import { demoCustomerPassword, demoCustomers } from '../control/demo-customers.ts';
import type { BankRow } from '../http/banks.ts';
import { findLogin } from '../sign-in/login.ts';

/** The banks as the page shows them. Passwords only of the demo banks, where they are in the documentation. */
export function readAccounts(bank: Bank) {
  const epoch = Math.floor(bank.now() / 1000);
  return bank.store.all<BankRow>('select * from banks order by bank_id').map((row) => {
    const demo = demoBanks.find(({ bankId }) => bankId === row.bank_id);
    const depots = bank.store.get<{ n: number }>(
      'select count(*) as n from depots where bank_id = ?',
      row.bank_id,
    );
    const locked = bank.store.get<{ n: number }>(
      "select count(*) as n from logins where bank_id = ? and password_state = 'locked'",
      row.bank_id,
    );
    return {
      bankId: row.bank_id,
      bankName: row.bank_name,
      isClosed: row.is_closed === 1,
      depots: depots?.n ?? 0,
      lockedLogins: locked?.n ?? 0,
      password: demo?.password ?? null,
      passwordState: demo?.passwordState ?? null,
      methods: demo?.methods ?? [],
      totpSecret: demo?.methods.includes('totp') ? demoTotpSecret : null,
      totpCode: demo?.methods.includes('totp') ? generateSync({ secret: demoTotpSecret, epoch }) : null,
      totpSecondsLeft: 30 - (epoch % 30),
      customers: demoCustomers
        .filter(({ bankId, loginName }) => findLogin(bank, bankId, loginName) && bankId === row.bank_id)
        .map(({ loginName, shows }) => ({ loginName, password: demoCustomerPassword, shows })),
    };
  });
}

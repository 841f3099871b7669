import type { Bank } from '../bank.ts';
import { BankError } from '../bank-error.ts';
import { requirePassword } from './login.ts';
import { hashPassword } from './password-hash.ts';
import { meetsPasswordRules, passwordRules } from './password-rules.ts';

/** Changes a valid or expired password and ends all sessions of the login. Throws the `auth.…` refusals. */
export function changePassword(
  bank: Bank,
  bankId: string,
  given: { readonly loginName: string; readonly oldPassword: string; readonly newPassword: string },
): void {
  const login = requirePassword(bank, bankId, given.loginName, given.oldPassword, 'auth.oldPasswordWrong');
  if (!meetsPasswordRules(given.newPassword) || given.newPassword === given.oldPassword)
    throw new BankError('auth.passwordRules', { rules: passwordRules });
  bank.store.transaction(() => {
    bank.store.run(
      `update logins set password_hash = ?, password_state = 'valid', failed_attempts = 0
        where bank_id = ? and login_name = ?`,
      hashPassword(given.newPassword),
      bankId,
      login.login_name,
    );
    bank.store.run('delete from sessions where bank_id = ? and login_name = ?', bankId, login.login_name);
  });
}

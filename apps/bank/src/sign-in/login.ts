import type { Bank } from '../bank.ts';
import { BankError } from '../bank-error.ts';
import { verifyPassword } from './password-hash.ts';

export type MethodType = 'sms' | 'totp' | 'decoupled';
/** Whose login it is: an intermediary's, who sees the depots of a house, or a customer's, who sees her own. */
export type LoginKind = 'partner' | 'customer';
export type PasswordState = 'valid' | 'expired' | 'locked';

export interface Login {
  readonly bank_id: string;
  readonly login_name: string;
  readonly partner_key: string;
  readonly display_name: string;
  readonly password_hash: string;
  readonly password_state: PasswordState;
  readonly failed_attempts: number;
  readonly phone_number: string | null;
  readonly totp_secret: string | null;
  /** Types with commas between. */
  readonly methods: string;
  readonly kind: LoginKind;
}

/** Wrong passwords until a login is locked. */
export const maximumAttempts = 5;

/** Login names are compared without upper and lower case. */
export const normalizeLoginName = (name: string): string => name.trim().toLowerCase();

export function findLogin(bank: Bank, bankId: string, loginName: string): Login | undefined {
  return bank.store.get<Login>(
    'select * from logins where bank_id = ? and login_name = ?',
    bankId,
    normalizeLoginName(loginName),
  );
}

/**
 * The login when its password is right, expired ones included. A wrong password is counted, the fifth locks. Throws
 * `auth.locked` or the given code; the count is kept, so this must not run inside a transaction that is rolled back.
 */
export function requirePassword(
  bank: Bank,
  bankId: string,
  loginName: string,
  password: string,
  wrongCode: 'auth.wrongPassword' | 'auth.oldPasswordWrong',
  kind: LoginKind = 'partner',
): Login {
  const login = findLogin(bank, bankId, loginName);
  // An unknown name, and one of the other kind, answers like the first wrong password of a known one.
  if (login?.kind !== kind) throw new BankError(wrongCode, { attemptsLeft: maximumAttempts - 1 });
  if (login.password_state === 'locked') throw new BankError('auth.locked');
  if (verifyPassword(password, login.password_hash)) {
    bank.store.run(
      'update logins set failed_attempts = 0 where bank_id = ? and login_name = ? and failed_attempts > 0',
      bankId,
      login.login_name,
    );
    return login;
  }
  const attemptsLeft = maximumAttempts - login.failed_attempts - 1;
  bank.store.run(
    `update logins set failed_attempts = failed_attempts + 1,
       password_state = case when failed_attempts + 1 >= ? then 'locked' else password_state end
     where bank_id = ? and login_name = ?`,
    maximumAttempts,
    bankId,
    login.login_name,
  );
  if (attemptsLeft <= 0) throw new BankError('auth.locked');
  throw new BankError(wrongCode, { attemptsLeft });
}

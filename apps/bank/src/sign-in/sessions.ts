import { createHash, randomBytes } from 'node:crypto';
import { type Bank, isoTime } from '../bank.ts';
import { BankError } from '../bank-error.ts';
import { findLogin, type Login, type LoginKind, requirePassword } from './login.ts';

const sessionMs = 15 * 60_000;

const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Signs a login in; throws the `auth.…` refusals. */
export function createSession(
  bank: Bank,
  bankId: string,
  given: { readonly loginName: string; readonly password: string },
  kind: LoginKind = 'partner',
): { readonly token: string; readonly expiresAt: string; readonly displayName: string } {
  const login = requirePassword(bank, bankId, given.loginName, given.password, 'auth.wrongPassword', kind);
  if (login.password_state === 'expired') throw new BankError('auth.passwordExpired');
  const token = randomBytes(32).toString('base64url');
  const now = bank.now();
  const expiresAt = now + sessionMs;
  bank.store.transaction(() => {
    bank.store.run('delete from sessions where bank_id = ? and expires_at <= ?', bankId, now);
    bank.store.run(
      'insert into sessions (token_hash, bank_id, login_name, expires_at) values (?, ?, ?, ?)',
      hashToken(token),
      bankId,
      login.login_name,
      expiresAt,
    );
  });
  return { token, expiresAt: isoTime(expiresAt), displayName: login.display_name };
}

const readToken = (authorization: string | undefined): string =>
  /^Bearer ([A-Za-z0-9_-]{43})$/.exec(authorization ?? '')?.[1] ?? '';

/** What the store knows the session of a request by. */
export const sessionKeyOf = (authorization: string | undefined): string =>
  hashToken(readToken(authorization));

/** Whose request it is. Throws `auth.sessionExpired`, also for a session of the other kind. */
export function requireSession(
  bank: Bank,
  bankId: string,
  authorization: string | undefined,
  kind: LoginKind = 'partner',
): Login {
  const session = bank.store.get<{ login_name: string }>(
    'select login_name from sessions where token_hash = ? and bank_id = ? and expires_at > ?',
    sessionKeyOf(authorization),
    bankId,
    bank.now(),
  );
  const login = session && findLogin(bank, bankId, session.login_name);
  if (login?.kind !== kind || login.password_state !== 'valid') throw new BankError('auth.sessionExpired');
  return login;
}

export function deleteSession(bank: Bank, authorization: string | undefined): void {
  bank.store.run('delete from sessions where token_hash = ?', sessionKeyOf(authorization));
}

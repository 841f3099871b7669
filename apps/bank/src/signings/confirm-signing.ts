import { createHash, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { verifySync } from 'otplib';
import type { Bank } from '../bank.ts';
import { BankError } from '../bank-error.ts';
import type { Login } from '../sign-in/login.ts';
import { methodsOf, requirePending, requireSigning, type SigningRow } from './signing.ts';

const maximumSends = 3;
const totpPeriodSeconds = 30;

const hashCode = (signingId: string, code: string): string =>
  createHash('sha256').update(`${signingId}:${code}`).digest('hex');

/** Chooses the method: sends an SMS (again: a new code, the old one is void) or asks for approval in the app. */
export function selectMethod(bank: Bank, login: Login, signingId: string, methodId: string): SigningRow {
  return bank.store.transaction(() => {
    const signing = requireSigning(bank, login, signingId);
    requirePending(signing);
    const method = methodsOf(login).find(({ id }) => id === methodId);
    if (!method) throw new BankError('signing.unknownMethod');
    if (method.type === 'sms') sendCode(bank, login, signing);
    if (method.type === 'decoupled')
      bank.store.run(
        'update signings set approval_id = coalesce(approval_id, ?) where id = ?',
        randomUUID(),
        signing.id,
      );
    bank.store.run('update signings set method_id = ? where id = ?', method.id, signing.id);
    return requireSigning(bank, login, signingId);
  });
}

function sendCode(bank: Bank, login: Login, signing: SigningRow): void {
  if (signing.sends >= maximumSends) throw new BankError('signing.tooManySends');
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  bank.store.run(
    'update signings set code_hash = ?, sends = sends + 1 where id = ?',
    hashCode(signing.id, code),
    signing.id,
  );
  bank.store.run(
    `insert into messages (bank_id, login_name, phone_number, text, code, signing_id, sent_at)
     values (?, ?, ?, ?, ?, ?, ?)`,
    login.bank_id,
    login.login_name,
    login.phone_number ?? '',
    `TAN ${code} für: ${signing.summary}.`,
    code,
    signing.id,
    bank.now(),
  );
}

function isRightCode(bank: Bank, login: Login, signing: SigningRow, code: string): boolean {
  if (!/^\d{6}$/.test(code)) return false;
  if (signing.method_id === 'totp') {
    const epoch = Math.floor(bank.now() / 1000);
    return verifySync({
      secret: login.totp_secret ?? '',
      token: code,
      epoch,
      epochTolerance: totpPeriodSeconds,
    }).valid;
  }
  const expected = Buffer.from(signing.code_hash ?? '', 'hex');
  const actual = Buffer.from(hashCode(signing.id, code), 'hex');
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/**
 * Confirms by code. A confirmed signing stays so. A wrong code is counted and kept although this throws; the fifth
 * ends the signing.
 */
export function confirmSigning(bank: Bank, login: Login, signingId: string, code: string): SigningRow {
  const signing = requireSigning(bank, login, signingId);
  if (signing.state === 'confirmed') return signing;
  requirePending(signing);
  if (signing.method_id === null || signing.method_id === 'decoupled')
    throw new BankError('signing.unknownMethod');
  if (isRightCode(bank, login, signing, code)) {
    decideSigning(bank, signing.id, 'confirmed');
    return requireSigning(bank, login, signingId);
  }
  const attemptsLeft = signing.attempts_left - 1;
  bank.store.run(
    "update signings set attempts_left = ?, state = case when ? > 0 then state else 'rejected' end where id = ?",
    attemptsLeft,
    attemptsLeft,
    signing.id,
  );
  throw new BankError(attemptsLeft > 0 ? 'signing.invalidCode' : 'signing.tooManyAttempts', { attemptsLeft });
}

/** Ends an open signing one way or the other. */
export function decideSigning(bank: Bank, signingId: string, state: 'confirmed' | 'rejected'): void {
  bank.store.run(
    "update signings set state = ?, confirmed_at = ? where id = ? and state = 'pending'",
    state,
    state === 'confirmed' ? bank.now() : null,
    signingId,
  );
}

import { randomUUID } from 'node:crypto';
import { type Bank, isoTime } from '../bank.ts';
import { BankError } from '../bank-error.ts';
import type { Login, MethodType } from '../sign-in/login.ts';

export interface SigningRow {
  readonly id: string;
  readonly bank_id: string;
  readonly partner_key: string;
  readonly login_name: string;
  readonly purpose: 'orders' | 'openDepot' | 'readDepots';
  readonly subject: string;
  readonly client_id: string;
  readonly transaction_hash: string;
  readonly content_hash: string;
  readonly summary: string;
  readonly method_id: MethodType | null;
  readonly code_hash: string | null;
  readonly sends: number;
  readonly attempts_left: number;
  readonly state: 'pending' | 'confirmed' | 'rejected' | 'expired';
  readonly approval_id: string | null;
  readonly created_at: number;
  readonly expires_at: number;
  readonly confirmed_at: number | null;
}

/** What a signing approves; nothing else can be placed with it. */
export interface SignedContent {
  readonly purpose: SigningRow['purpose'];
  /** What only one open signing may concern: the depot, or the request to open one. */
  readonly subject: string;
  readonly clientId: string;
  readonly transactionHash: string;
  readonly contentHash: string;
}

const lifeMs = 5 * 60_000;
/** A confirmed signing waits so long for its order, so that one lost in an outage can be sent again. */
const usableMs = 24 * 60 * 60_000;
const maximumAttempts = 5;

const descriptions: Record<MethodType, string> = {
  sms: 'SMS-TAN',
  totp: 'TAN-App',
  decoupled: 'Freigabe in der Banking-App',
};

/** `+49 ••• •••• 6789` */
const maskPhoneNumber = (number: string): string => `${number.slice(0, 3)} ••• •••• ${number.slice(-4)}`;

/** The second factors of a login. */
export function methodsOf(login: Login) {
  return login.methods.split(',').flatMap((name) => {
    const type = (Object.keys(descriptions) as MethodType[]).find((known) => known === name);
    if (type === undefined) return [];
    const maskedTarget = type === 'sms' ? maskPhoneNumber(login.phone_number ?? '') : null;
    return [{ id: type, type, description: descriptions[type], maskedTarget }];
  });
}

/** A signing as callers see it. */
export function presentSigning(signing: SigningRow, login: Login) {
  return {
    signingId: signing.id,
    state: signing.state,
    selectedMethodId: signing.method_id,
    attemptsLeft: signing.attempts_left,
    methods: methodsOf(login),
    text: `${signing.summary} freigeben`,
    expiresAt: isoTime(signing.expires_at),
  };
}

/** Starts a signing and voids the login's open one of the same subject. */
export function createSigning(bank: Bank, login: Login, content: SignedContent, summary: string): SigningRow {
  const id = randomUUID();
  const now = bank.now();
  return bank.store.transaction(() => {
    bank.store.run(
      `update signings set state = 'expired' where state = 'pending'
          and bank_id = ? and partner_key = ? and subject = ? and login_name = ?`,
      login.bank_id,
      login.partner_key,
      content.subject,
      login.login_name,
    );
    bank.store.run(
      `insert into signings (id, bank_id, partner_key, login_name, purpose, subject, client_id, transaction_hash,
         content_hash, summary, attempts_left, state, created_at, expires_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?)`,
      id,
      login.bank_id,
      login.partner_key,
      login.login_name,
      content.purpose,
      content.subject,
      content.clientId,
      content.transactionHash,
      content.contentHash,
      summary,
      maximumAttempts,
      now,
      now + lifeMs,
    );
    return requireSigning(bank, login, id);
  });
}

/** Open signings whose time is over are so from the moment anybody looks. */
export function expireSignings(bank: Bank): void {
  bank.store.run(
    "update signings set state = 'expired' where state = 'pending' and expires_at <= ?",
    bank.now(),
  );
}

/** The login's own signing. Throws `signing.unknown`. */
export function requireSigning(bank: Bank, login: Login, id: string): SigningRow {
  expireSignings(bank);
  const signing = bank.store.get<SigningRow>(
    'select * from signings where id = ? and bank_id = ? and login_name = ?',
    id,
    login.bank_id,
    login.login_name,
  );
  if (!signing) throw new BankError('signing.unknown');
  return signing;
}

/** Throws unless the signing still waits for its confirmation. */
export function requirePending(signing: SigningRow): void {
  if (signing.state === 'expired') throw new BankError('signing.expired');
  if (signing.state !== 'pending') throw new BankError('signing.notPending', { state: signing.state });
}

/** Throws unless the signing is confirmed and was given for exactly this content. */
export function requireSigned(bank: Bank, login: Login, id: string, content: SignedContent): SigningRow {
  const signing = requireSigning(bank, login, id);
  const isSame =
    signing.purpose === content.purpose &&
    signing.subject === content.subject &&
    signing.client_id === content.clientId &&
    signing.transaction_hash === content.transactionHash &&
    signing.content_hash === content.contentHash;
  if (!isSame) throw new BankError('signing.transactionChanged');
  if (signing.state === 'expired') throw new BankError('signing.expired');
  if (signing.state !== 'confirmed') throw new BankError('signing.notConfirmed', { state: signing.state });
  if ((signing.confirmed_at ?? 0) + usableMs <= bank.now()) throw new BankError('signing.expired');
  return signing;
}

import type { Bank } from '../bank.ts';
import { BankError } from '../bank-error.ts';
import type { Login } from '../sign-in/login.ts';
import { createSession, requireSession, sessionKeyOf } from '../sign-in/sessions.ts';
import { createSigning, presentSigning, requireSigning, type SigningRow } from '../signings/signing.ts';

/** What the customer reads in the SMS and in the app before she lets somebody see her depots. */
const summary = 'Einmaliger Abruf Ihrer Depotbestände durch einen anderen Anbieter';

/** A customer's session: it shows nothing before the signing that belongs to it is confirmed. */
export interface CustomerSession {
  readonly login: Login;
  readonly signing: SigningRow;
}

/** Signs a customer in and starts the signing of her session; throws the `auth.…` refusals. */
export function createCustomerSession(
  bank: Bank,
  bankId: string,
  given: { readonly loginName: string; readonly password: string },
) {
  const { token, expiresAt } = createSession(bank, bankId, given, 'customer');
  const authorization = `Bearer ${token}`;
  const login = requireSession(bank, bankId, authorization, 'customer');
  const subject = sessionKeyOf(authorization);
  const content = {
    purpose: 'readDepots',
    subject,
    clientId: subject,
    transactionHash: '',
    contentHash: '',
  } as const;
  return { token, expiresAt, signing: presentSigning(createSigning(bank, login, content, summary), login) };
}

/** Whose request it is and how far her session is. Throws `auth.sessionExpired`, also for an intermediary's session. */
export function requireCustomer(
  bank: Bank,
  bankId: string,
  authorization: string | undefined,
): CustomerSession {
  const login = requireSession(bank, bankId, authorization, 'customer');
  const row = bank.store.get<{ id: string }>(
    "select id from signings where bank_id = ? and login_name = ? and purpose = 'readDepots' and subject = ?",
    bankId,
    login.login_name,
    sessionKeyOf(authorization),
  );
  if (!row) throw new BankError('auth.sessionExpired');
  return { login, signing: requireSigning(bank, login, row.id) };
}

/** Throws `signing.notConfirmed`. */
export function requireReadable({ signing }: CustomerSession): void {
  if (signing.state !== 'confirmed') throw new BankError('signing.notConfirmed', { state: signing.state });
}

import { type FieldIssue, isCalendarDay } from '../master-data/field-issue.ts';
import { fromCents, isWholeCents, toCents } from '../money.ts';
import { largestMoney } from './check-contract.ts';

/** What a line says of payments: all of them up to the end of a day, or one of them. */
export const paymentKinds = ['stated', 'paidIn', 'paidOut'] as const;
export type PaymentKind = (typeof paymentKinds)[number];
export const paymentKindNames: Readonly<Record<PaymentKind, string>> = {
  // Longer than the state of a thing, which is called "Stand" too and is another word in English.
  stated: 'Stand der Einzahlungen',
  paidIn: 'Einzahlung',
  paidOut: 'Auszahlung',
};

/** Where a line is known from. */
export const paymentSources = ['hand', 'book', 'carried'] as const;
export type PaymentSource = (typeof paymentSources)[number];
export const paymentSourceNames: Readonly<Record<PaymentSource, string>> = {
  hand: 'von Hand',
  book: 'aus einer Datei',
  carried: 'aus früheren Bewertungen',
};

/** Most lines of a contract: a payment every month for 75 years; their sum can be stored whatever each of them says. */
export const mostPayments = 900;

/** A line as a person enters it. */
export interface PaymentDraft {
  /** null = a new one. */
  readonly id: string | null;
  readonly kind: PaymentKind;
  readonly day: string | null;
  /** Euros; of a stated figure below 0 where more was taken out than paid in. */
  readonly amount: number | null;
}

/** What is said of the payments of a contract. */
export interface PaymentsDraft {
  readonly payments: readonly PaymentDraft[];
}

/** A line that is whole. */
export interface Payment {
  readonly kind: PaymentKind;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly amount: number;
}

/**
 * What was paid in up to the end of a day, less what was taken out: the newest stated figure up to it and the payments after that
 * one. Null before the first stated figure: nobody said what had been paid until then. The database does the same in paid_in();
 * both are compared by a test.
 */
export function paidInOn(payments: readonly Payment[], day: string): number | null {
  const until = payments.filter((payment) => payment.day <= day);
  const stated = until
    .filter(({ kind }) => kind === 'stated')
    .reduce<Payment | null>((last, each) => (last === null || each.day > last.day ? each : last), null);
  if (stated === null) return null;
  const cents = until
    .filter((payment) => payment.kind !== 'stated' && payment.day > stated.day)
    .reduce((sum, { kind, amount }) => sum + toCents(amount) * (kind === 'paidIn' ? 1 : -1), 0);
  return fromCents(toCents(stated.amount) + cents);
}

/** What is wrong with the lines of a contract, the first of each line; `today` as `YYYY-MM-DD`. */
export function checkPayments({ payments }: PaymentsDraft, today: string): FieldIssue[] {
  const issue = (code: FieldIssue['code'], line: number): FieldIssue => ({
    path: 'payments',
    code,
    params: { line },
  });
  const lines = payments.flatMap((payment, index) => {
    const code = faultOf(payment, payments.slice(0, index), today);
    return code === null ? [] : [issue(code, index + 1)];
  });
  if (lines.length > 0 || payments.length === 0 || payments.some(({ kind }) => kind === 'stated'))
    return lines;
  // Payments alone do not say what was paid before them.
  return [{ path: 'payments', code: 'paymentStatedMissing' }];
}

function faultOf(
  { id, kind, day, amount }: PaymentDraft,
  before: readonly PaymentDraft[],
  today: string,
): FieldIssue['code'] | null {
  if (id !== null && before.some((each) => each.id === id)) return 'paymentTwice';
  if (day === null || !isCalendarDay(day, today)) return 'paymentDay';
  const least = kind === 'stated' ? -largestMoney : 0.01;
  if (amount === null || !isWholeCents(amount) || amount < least || amount > largestMoney)
    return kind === 'stated' ? 'paymentStated' : 'paymentAmount';
  return kind === 'stated' && before.some((each) => each.kind === 'stated' && each.day === day)
    ? 'paymentStatedTwice'
    : null;
}

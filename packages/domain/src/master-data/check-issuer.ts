import { isBic } from '../bic.ts';
import { checkName, checkText, type FieldIssue, issuesOf } from './field-issue.ts';

/** How depots at an institution are reached. */
export const traderKinds = ['fints', 'api', 'file', 'none'] as const;
export type TraderKind = (typeof traderKinds)[number];

/** An issuer or depot bank as the form holds it; null = not given. */
export interface IssuerDraft {
  readonly issuerName: string;
  /** BLZ of 8 digits or BIC. */
  readonly bankId: string | null;
  readonly bankName: string | null;
  readonly bic: string | null;
  readonly insurerId: number | null;
  readonly hasTrader: boolean;
  readonly traderKind: TraderKind;
  /** The bank forbids keeping its password beyond the session. */
  readonly isSessionOnly: boolean;
  readonly isInactive: boolean;
}

/** A German bank code never begins with 0. */
const bankCode = /^[1-9]\d{7}$/;

const isGiven = (text: string | null): text is string => text !== null && text.trim() !== '';

const checkBankId = (bankId: string | null): FieldIssue | null =>
  isGiven(bankId) && !isBic(bankId) && !bankCode.test(bankId.trim())
    ? { path: 'bankId', code: 'bankId' }
    : null;

/** What is wrong with an issuer. Orders need a connection, and a connection needs the bank's code. */
export function checkIssuer(draft: IssuerDraft): FieldIssue[] {
  const isBankKnown = isGiven(draft.bankId);
  const needsBankId = draft.hasTrader && draft.traderKind !== 'file' && !isBankKnown;
  return issuesOf(
    checkName('issuerName', draft.issuerName, 200),
    needsBankId && draft.traderKind !== 'none'
      ? { path: 'bankId', code: 'traderBankIdMissing' }
      : checkBankId(draft.bankId),
    checkText('bankName', draft.bankName, 200),
    isGiven(draft.bic) && !isBic(draft.bic) ? { path: 'bic', code: 'bic' } : null,
    draft.hasTrader && draft.traderKind === 'none' ? { path: 'traderKind', code: 'traderKindMissing' } : null,
  );
}

/** The draft with orders switched on or off: without them there is no kind of connection. */
export function withTrader(draft: IssuerDraft, hasTrader: boolean): IssuerDraft {
  return hasTrader
    ? { ...draft, hasTrader }
    : { ...draft, hasTrader, traderKind: 'none', isSessionOnly: false };
}

import { checkName, checkShape, checkText, type FieldIssue, issuesOf } from './field-issue.ts';

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

/** ISO 9362: four characters of the party, two letters of the country, two of the place, three of the branch. */
const bic = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/;
/** A German bank code never begins with 0. */
const bankCode = /^[1-9]\d{7}$/;

const isGiven = (text: string | null): boolean => text !== null && text.trim() !== '';

/** What is wrong with an issuer. Orders need a connection, and a connection needs the bank's code. */
export function checkIssuer(draft: IssuerDraft): FieldIssue[] {
  const isBankKnown = isGiven(draft.bankId);
  const needsBankId = draft.hasTrader && draft.traderKind !== 'file' && !isBankKnown;
  return issuesOf(
    checkName('issuerName', draft.issuerName, 200),
    needsBankId && draft.traderKind !== 'none'
      ? { path: 'bankId', code: 'traderBankIdMissing' }
      : checkShape('bankId', draft.bankId, new RegExp(`${bic.source}|${bankCode.source}`), 'bankId'),
    checkText('bankName', draft.bankName, 200),
    checkShape('bic', draft.bic, bic, 'bic'),
    draft.hasTrader && draft.traderKind === 'none' ? { path: 'traderKind', code: 'traderKindMissing' } : null,
  );
}

/** The draft with orders switched on or off: without them there is no kind of connection. */
export function withTrader(draft: IssuerDraft, hasTrader: boolean): IssuerDraft {
  return hasTrader
    ? { ...draft, hasTrader }
    : { ...draft, hasTrader, traderKind: 'none', isSessionOnly: false };
}

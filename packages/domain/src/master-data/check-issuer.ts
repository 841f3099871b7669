import type { FieldIssue } from './field-issue.ts';
import { checkFields } from './field-table.ts';
import { type IssuerDraft, issuerFields } from './issuer-fields.ts';

/** What is wrong with an issuer. Orders need a connection, and a connection needs the bank's code. */
export function checkIssuer(draft: IssuerDraft): FieldIssue[] {
  const { hasTrader, traderKind, bankId } = draft;
  const issues = checkFields(issuerFields, draft, '');
  if (!hasTrader || traderKind === 'file') return issues;
  if (traderKind === 'none') return [...issues, { path: 'traderKind', code: 'traderKindMissing' }];
  const isBankKnown = bankId !== null && bankId.trim() !== '';
  return isBankKnown ? issues : [...issues, { path: 'bankId', code: 'traderBankIdMissing' }];
}

/** The draft with orders switched on or off: without them there is no kind of connection. */
export function withTrader(draft: IssuerDraft, hasTrader: boolean): IssuerDraft {
  return hasTrader
    ? { ...draft, hasTrader }
    : { ...draft, hasTrader, traderKind: 'none', isSessionOnly: false };
}

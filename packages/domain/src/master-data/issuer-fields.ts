import { isBic, normalizeBic } from '../bic.ts';
import type { DraftOf, FieldRow } from './field-table.ts';

/** How depots at an institution are reached. */
export const traderKinds = ['fints', 'api', 'file', 'none'] as const;
export type TraderKind = (typeof traderKinds)[number];

/** The same in German. */
export const traderKindTexts: Readonly<Record<TraderKind, string>> = {
  fints: 'FinTS',
  api: 'Schnittstelle',
  file: 'Datei',
  none: 'keine',
};

/** A German bank code never begins with 0. */
const bankCode = /^[1-9]\d{7}$/;

/**
 * What people edit about an issuer or depot bank, in the order of the form. Draft, shapes of the calls, statements, form,
 * comparison, columns of the list and files are made of these lines.
 */
export const issuerFields = [
  {
    key: 'issuerName',
    column: 'issuer_name',
    label: 'Name',
    heading: 'Emittent',
    kind: 'name',
    list: { minWidth: 200, grow: 1.6, priority: 0 },
  },
  { key: 'insurerId', column: 'insurer_id', label: 'Versicherer', kind: 'reference' },
  { key: 'bankName', column: 'bank_name', label: 'Name der Bank', kind: 'text' },
  {
    key: 'bankId',
    column: 'bank_id',
    label: 'Bankkennung',
    hint: 'Bankleitzahl (8 Ziffern) oder BIC (8 oder 11 Zeichen)',
    kind: 'text',
    rule: (bankId) => (isBic(bankId) || bankCode.test(normalizeBic(bankId)) ? null : 'bankId'),
    stored: normalizeBic,
    isUpperCase: true,
    isHalf: true,
    list: { minWidth: 170, grow: 0.6, priority: 3 },
  },
  {
    key: 'bic',
    column: 'bic',
    label: 'BIC',
    hint: 'Nur nötig, wenn die Bankkennung eine Bankleitzahl ist',
    kind: 'text',
    rule: (bic) => (isBic(bic) ? null : 'bic'),
    stored: normalizeBic,
    isUpperCase: true,
    isHalf: true,
  },
  {
    key: 'hasTrader',
    column: 'has_trader',
    label: 'Depots und Aufträge über diese Bank',
    kind: 'yes',
  },
  {
    key: 'traderKind',
    column: 'trader_kind',
    label: 'Anbindung',
    hint: 'Abruf und Aufträge gehen über „Schnittstelle“. „FinTS“ gibt es noch nicht; bei „Datei“ lesen Sie Bestände selbst ein.',
    kind: 'option',
    options: traderKinds,
    first: 'none',
  },
  {
    // The bank forbids keeping its password beyond the session.
    key: 'isSessionOnly',
    column: 'is_session_only',
    label: 'Passwort nur für die Sitzung speichern',
    kind: 'yes',
  },
  { key: 'isInactive', column: 'is_inactive', label: 'Inaktiv', kind: 'state' },
] as const satisfies readonly FieldRow[];

/** An issuer or depot bank as the form holds it; null = not given. */
export type IssuerDraft = DraftOf<typeof issuerFields>;

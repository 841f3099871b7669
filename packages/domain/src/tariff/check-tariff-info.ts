import { checkChoice, checkKey, checkTariffName, checkText } from './rule-issues.ts';
import type { RuleIssue, TariffDraft } from './tariff-drafts.ts';

/** Fields of the page "info" in the order of summary and page. */
export const tariffInfoFields = [
  'name',
  'key',
  'description',
  'issuerId',
  'insurerId',
  'isInactive',
  'isDefault',
  'internalNote',
] as const satisfies readonly (keyof TariffDraft)[];

/** Longest description. */
export const descriptionMaximum = 2000;

/** Longest internal note. */
export const internalNoteMaximum = 2000;

/** Name, key, issuer and description; "active" always says something. */
export function checkTariffInfo(draft: TariffDraft): RuleIssue[] {
  return [
    ...checkTariffName('name', draft.name, 200),
    ...checkKey('key', draft.key),
    ...checkText('description', draft.description, descriptionMaximum, false),
    ...checkChoice('issuerId', draft.issuerId),
    ...checkText('internalNote', draft.internalNote ?? '', internalNoteMaximum, false),
  ];
}

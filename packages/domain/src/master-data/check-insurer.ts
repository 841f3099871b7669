import type { FieldIssue } from './field-issue.ts';
import { checkFields } from './field-table.ts';
import { type InsurerDraft, insurerFields } from './insurer-fields.ts';

/** What is wrong with an insurer. */
export const checkInsurer = (draft: InsurerDraft): FieldIssue[] => checkFields(insurerFields, draft, '');

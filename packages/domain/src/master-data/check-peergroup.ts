import type { FieldIssue } from './field-issue.ts';
import { checkFields } from './field-table.ts';
import { type PeergroupDraft, peergroupFields } from './peergroup-fields.ts';

/** What is wrong with a peer group. */
export const checkPeergroup = (draft: PeergroupDraft): FieldIssue[] =>
  checkFields(peergroupFields, draft, '');

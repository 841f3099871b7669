import { normalizeIsin } from '../isin.ts';
import { wknOfIsin } from '../wkn.ts';
import { type FieldIssue, issuesOf } from './field-issue.ts';
import { checkFields } from './field-table.ts';
import { type FundDraft, fundFields } from './fund-fields.ts';
import type { FundStatus } from './fund-status.ts';

/** What is wrong with a fund's master data; `id` is its own, null for a new one. */
export function checkFund(draft: FundDraft, id: number | null): FieldIssue[] {
  const issues = checkFields(fundFields, draft, '');
  const isWknSound = issues.every(({ path }) => path !== 'wkn');
  return [...issues, ...issuesOf(isWknSound ? checkWkn(draft) : null, checkSuccessor(draft, id))];
}

/** A German ISIN carries its WKN; another one beside it would be a mistake. */
function checkWkn({ isin, wkn }: FundDraft): FieldIssue | null {
  const typed = wkn?.trim().toUpperCase() ?? '';
  const expected = typed === '' ? null : wknOfIsin(normalizeIsin(isin));
  return expected === null || expected === typed
    ? null
    : { path: 'wkn', code: 'wknOfIsin', params: { wkn: expected } };
}

function checkSuccessor({ fundStatus, successorFundId }: FundDraft, id: number | null): FieldIssue | null {
  const path = 'successorFundId';
  if (fundStatus !== 'merged') {
    return successorFundId === null ? null : { path, code: 'successorUnexpected' };
  }
  if (successorFundId === null) return { path, code: 'successorMissing' };
  return successorFundId === id ? { path, code: 'successorIsSelf' } : null;
}

/** The draft with another status: only a merged fund names a successor. */
export function withFundStatus(draft: FundDraft, fundStatus: FundStatus): FundDraft {
  return { ...draft, fundStatus, successorFundId: fundStatus === 'merged' ? draft.successorFundId : null };
}

import { isIsin, normalizeIsin } from '../isin.ts';
import { wknOfIsin } from '../wkn.ts';
import { checkName, checkText, type FieldIssue, issuesOf } from './field-issue.ts';

export const fundStatuses = ['open', 'softClosed', 'closed', 'merged', 'liquidated'] as const;
export type FundStatus = (typeof fundStatuses)[number];

/**
 * What people keep of a fund. Prices, costs, risk, ratings and sustainability figures belong to the data import and
 * are not part of it.
 */
export interface FundDraft {
  readonly isin: string;
  readonly wkn: string | null;
  readonly name: string;
  readonly companyName: string | null;
  readonly currency: string;
  readonly peergroupId: number | null;
  /** null = the category of the peer group. */
  readonly categoryId: number | null;
  readonly fundStatus: FundStatus;
  /** The fund this one was merged into. */
  readonly successorFundId: number | null;
  readonly isETF: boolean;
  readonly isSavingsPlanCapable: boolean;
  readonly isGuaranteeFund: boolean;
  /** Euro or the fund's currency. */
  readonly minimumInvestment: number | null;
  readonly minimumOrder: number | null;
  readonly minimumSavingsAmount: number | null;
  /** Addresses of the key information document and the factsheet at the fund company. */
  readonly kiid: string | null;
  readonly factsheet: string | null;
  readonly isInactive: boolean;
}

const largestAmount = 10_000_000;

/** What is wrong with a fund's master data; `id` is its own, null for a new one. */
export function checkFund(draft: FundDraft, id: number | null): FieldIssue[] {
  return issuesOf(
    checkIsin(draft.isin),
    checkWkn(draft),
    checkName('name', draft.name, 255),
    checkText('companyName', draft.companyName, 255),
    /^[A-Z]{3}$/.test(draft.currency) ? null : { path: 'currency', code: 'currency' },
    checkSuccessor(draft, id),
    checkAmount('minimumInvestment', draft.minimumInvestment),
    checkAmount('minimumOrder', draft.minimumOrder),
    checkAmount('minimumSavingsAmount', draft.minimumSavingsAmount),
    checkWebAddress('kiid', draft.kiid),
    checkWebAddress('factsheet', draft.factsheet),
  );
}

function checkIsin(isin: string): FieldIssue | null {
  if (isin.trim() === '') return { path: 'isin', code: 'required' };
  return isIsin(normalizeIsin(isin)) ? null : { path: 'isin', code: 'isin' };
}

/** A German ISIN carries its WKN; another one beside it would be a mistake. */
function checkWkn({ isin, wkn }: FundDraft): FieldIssue | null {
  const typed = wkn?.trim().toUpperCase() ?? '';
  if (typed === '') return null;
  // Imported ones may have an I or an O, whatever the rule of the numbering agency.
  if (!/^[A-Z0-9]{6}$/.test(typed)) return { path: 'wkn', code: 'wkn' };
  const expected = wknOfIsin(normalizeIsin(isin));
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

function checkAmount(path: string, amount: number | null): FieldIssue | null {
  if (amount === null) return null;
  if (amount < 0) return { path, code: 'tooSmallMoney', params: { limit: 0 } };
  if (amount > largestAmount) return { path, code: 'tooLargeMoney', params: { limit: largestAmount } };
  return Number(amount.toFixed(2)) === amount ? null : { path, code: 'precision', params: { limit: 2 } };
}

/** Only https without a sign-in in it: browsers follow these addresses. */
function checkWebAddress(path: string, address: string | null): FieldIssue | null {
  const typed = address?.trim() ?? '';
  if (typed === '') return null;
  if (typed.length > 2000) return { path, code: 'tooLong', params: { limit: 2000 } };
  const url = URL.canParse(typed) ? new URL(typed) : null;
  const isSafe = url?.protocol === 'https:' && url.username === '' && url.password === '';
  return isSafe ? null : { path, code: 'webAddress' };
}

/** The draft with another status: only a merged fund names a successor. */
export function withFundStatus(draft: FundDraft, fundStatus: FundStatus): FundDraft {
  return { ...draft, fundStatus, successorFundId: fundStatus === 'merged' ? draft.successorFundId : null };
}

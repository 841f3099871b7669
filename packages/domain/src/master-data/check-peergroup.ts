import { contrastOf } from '../contrast.ts';
import { checkName, checkShape, type FieldIssue, issuesOf } from './field-issue.ts';

/** A peer group as the form holds it. Its risk figures are computed from prices and never typed. */
export interface PeergroupDraft {
  readonly peergroupKey: string;
  readonly peergroupName: string;
  readonly categoryId: number | null;
  /** `#rrggbb` of its slices and bars. */
  readonly colour: string;
  /** Share of equities of a member that has no figure of its own, 0 to 1. */
  readonly equityQuota: number | null;
  /** Prices rest on appraisals and swing too little (open property funds). */
  readonly isAppraisalSmoothed: boolean;
  /** Its index is the riskless rate of Sharpe ratio and risk-adjusted return; at most one group. */
  readonly isMoneyMarket: boolean;
  readonly isInactive: boolean;
}

/** Graphic elements need this contrast (WCAG 2.2, 1.4.11). */
export const minimumColourContrast = 3;

/** What is wrong with a peer group. */
export function checkPeergroup(draft: PeergroupDraft): FieldIssue[] {
  return issuesOf(
    checkName('peergroupName', draft.peergroupName, 200),
    draft.peergroupKey.trim() === ''
      ? { path: 'peergroupKey', code: 'required' }
      : checkShape('peergroupKey', draft.peergroupKey, /^[A-Za-z0-9_.-]{1,50}$/, 'keyFormat'),
    draft.categoryId === null ? { path: 'categoryId', code: 'required' } : null,
    checkColour('colour', draft.colour),
    checkQuota(draft.equityQuota),
  );
}

/** A colour that can be told from white paper and a white page. */
export function checkColour(path: string, colour: string): FieldIssue | null {
  if (!/^#[0-9a-f]{6}$/i.test(colour.trim())) return { path, code: 'colourFormat' };
  const contrast = contrastOf(colour.trim(), '#ffffff');
  if (contrast >= minimumColourContrast) return null;
  // Rounded down: 2.996 must not read as enough.
  const shown = Math.floor(contrast * 100) / 100;
  return { path, code: 'colourContrast', params: { contrast: shown, limit: minimumColourContrast } };
}

function checkQuota(quota: number | null): FieldIssue | null {
  const path = 'equityQuota';
  if (quota === null) return { path, code: 'required' };
  if (quota < 0) return { path, code: 'tooSmallPercent', params: { limit: 0 } };
  if (quota > 1) return { path, code: 'tooLargePercent', params: { limit: 1 } };
  return Number(quota.toFixed(6)) === quota ? null : { path, code: 'precision', params: { limit: 4 } };
}

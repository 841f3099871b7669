import { checkName, checkShape, checkText, type FieldIssue, issuesOf } from './field-issue.ts';

/** An insurer as the form holds it; null = not given. */
export interface InsurerDraft {
  readonly insurerName: string;
  readonly shortName: string | null;
  /** Register number of the supervisory authority. */
  readonly bafinNumber: string | null;
  readonly isInactive: boolean;
}

/** What is wrong with an insurer. */
export function checkInsurer(draft: InsurerDraft): FieldIssue[] {
  return issuesOf(
    checkName('insurerName', draft.insurerName, 200),
    checkText('shortName', draft.shortName, 50),
    checkShape('bafinNumber', draft.bafinNumber, /^\d{4,8}$/, 'bafinNumber'),
  );
}

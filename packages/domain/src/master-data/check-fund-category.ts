import { checkColour } from './check-peergroup.ts';
import { checkName, type FieldIssue, issuesOf } from './field-issue.ts';

/** A fund category (asset class) as the form holds it. */
export interface FundCategoryDraft {
  readonly categoryName: string;
  /** `#rrggbb` of its slices and bars. */
  readonly categoryColor: string;
  /** Place among the categories, smallest first; those with the same place stand by name. */
  readonly sortOrder: number | null;
}

const largestSortOrder = 9999;

/** What is wrong with a fund category. */
export function checkFundCategory(draft: FundCategoryDraft): FieldIssue[] {
  return issuesOf(
    checkName('categoryName', draft.categoryName, 100),
    checkColour('categoryColor', draft.categoryColor),
    checkSortOrder(draft.sortOrder),
  );
}

function checkSortOrder(sortOrder: number | null): FieldIssue | null {
  const path = 'sortOrder';
  if (sortOrder === null) return { path, code: 'required' };
  if (!Number.isInteger(sortOrder)) return { path, code: 'wholeNumber' };
  if (sortOrder >= 0 && sortOrder <= largestSortOrder) return null;
  return { path, code: 'outOfRange', params: { limit: largestSortOrder } };
}

import type { FieldIssue } from './field-issue.ts';
import { checkFields } from './field-table.ts';
import { type FundCategoryDraft, fundCategoryFields } from './fund-category-fields.ts';

/** What is wrong with a fund category. */
export const checkFundCategory = (draft: FundCategoryDraft): FieldIssue[] =>
  checkFields(fundCategoryFields, draft, '');

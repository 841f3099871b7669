import { type CostModelDraft, costModelFields } from './cost-model-fields.ts';
import type { FieldIssue } from './field-issue.ts';
import { checkFields } from './field-table.ts';

/** What is wrong with a cost model; its end is not before its start. */
export function checkCostModel(draft: CostModelDraft): FieldIssue[] {
  const issues = checkFields(costModelFields, draft, '');
  const { validFrom, validTo } = draft;
  const isPeriodSound = issues.every(({ path }) => path !== 'validFrom' && path !== 'validTo');
  const endsBefore = isPeriodSound && validFrom !== null && validTo !== null && validTo < validFrom;
  return endsBefore ? [...issues, { path: 'validTo', code: 'endBeforeStart' }] : issues;
}

/** First and last day, both included; null = without end. */
export interface Validity {
  readonly validFrom: string;
  readonly validTo: string | null;
}

/** Whether two periods have a day in common: of one tariff only one cost model is in force on any day. */
export function overlaps(one: Validity, other: Validity): boolean {
  return (
    (other.validTo === null || one.validFrom <= other.validTo) &&
    (one.validTo === null || other.validFrom <= one.validTo)
  );
}

import { checkKey, checkTariffName } from './rule-issues.ts';
import type { ComponentInfoDraft, RuleIssue } from './tariff-drafts.ts';

/** Name and key of a component; "active" always says something. */
export function checkComponentInfo(draft: ComponentInfoDraft): RuleIssue[] {
  return [...checkTariffName('name', draft.name, 200), ...checkKey('key', draft.key)];
}

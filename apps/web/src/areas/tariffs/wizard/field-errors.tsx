import { ruleText } from '@depotwerk/domain/tariff/rule-texts';
import type { ReactNode } from 'react';
import { said } from '../../../texts/texts.ts';
import { useWizard } from './wizard-context.ts';
import type { WizardStepProps } from './wizard-step-props.ts';

/**
 * Errors of a step's fields: the text of the first finding at exactly this path, once it may be shown (after "Weiter",
 * on an existing object, or when the field was left once), else undefined.
 */
export function useFieldErrors({
  issues,
  showsAllIssues,
}: Pick<WizardStepProps<unknown>, 'issues' | 'showsAllIssues'>): (path: string) => string | undefined {
  const { leftPaths } = useWizard();
  return (path) => {
    if (!showsAllIssues && !leftPaths.has(path)) return undefined;
    const issue = issues.find((candidate) => candidate.path === path);
    return issue === undefined ? undefined : said(ruleText(issue));
  };
}

/**
 * Marks a field of a step: the wizard notes when it is left and focuses its first control for a link of the error
 * summary. `path` is the path the field's findings have; a group may carry the path above those of its members.
 */
export function FieldSlot({ path, children }: { path: string; children: ReactNode }) {
  return <div data-field={path}>{children}</div>;
}

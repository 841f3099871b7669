import { hasRuleText, ruleText } from '@depotwerk/domain/tariff/rule-texts';
import { ApiError } from '../../../platform/api-error.ts';
import { errorMessageOf } from '../../../platform/error-texts.ts';
import { said, t } from '../../../texts/texts.ts';
import type { WizardFinding } from './wizard-context.ts';
import type { WizardDefinition } from './wizard-definition.ts';

/**
 * What the server found wrong with a save, as findings of the wizard; null when the error is of another kind. A path
 * no page knows is shown with the step the user is on.
 */
export function serverFindings<Draft extends object>(
  error: unknown,
  definition: Pick<WizardDefinition<Draft>, 'errorPaths' | 'stepOfPath'>,
  currentStep: string,
): readonly WizardFinding[] | null {
  if (!(error instanceof ApiError)) return null;
  const stepOf = (path: string) => definition.stepOfPath(path) ?? currentStep;
  const errorPath = definition.errorPaths[error.code];
  if (errorPath !== undefined) {
    return [{ step: stepOf(errorPath), path: errorPath, text: errorMessageOf(error) }];
  }
  if (error.validation.length === 0) return null;
  return error.validation.map((issue) => ({
    step: stepOf(issue.path),
    path: issue.path,
    text: hasRuleText(issue.code)
      ? said(ruleText({ code: issue.code, ...(issue.params === undefined ? {} : { params: issue.params }) }))
      : t('validators.invalidValue'),
  }));
}

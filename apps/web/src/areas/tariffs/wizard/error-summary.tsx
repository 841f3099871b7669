import { IconExclamationCircle } from '@tabler/icons-react';
import { t } from '../../../texts/texts.ts';
import type { WizardFinding } from './wizard-context.ts';

interface ErrorSummaryProps {
  findings: readonly WizardFinding[];
  /** Step on screen: findings of others are named with their step. */
  step: string;
  stepTitle: (step: string) => string;
  fieldLabel: (path: string) => string;
  onOpen: (finding: WizardFinding) => void;
}

/** Findings with more would only be noise; the rest is counted. */
const shownAtMost = 12;

/** What keeps the step or the object from being saved, each with a way to its field. The wizard focuses it. */
export function ErrorSummary({ findings, step, stepTitle, fieldLabel, onOpen }: ErrorSummaryProps) {
  if (findings.length === 0) return null;
  const shown = findings.slice(0, shownAtMost);
  return (
    <div className="wizard__errors" role="group" aria-labelledby="wizard-errors" tabIndex={-1}>
      <div id="wizard-errors" className="wizard__errors-title">
        <IconExclamationCircle size={20} aria-hidden="true" />
        {t('wizard.errors.title', { count: findings.length })}
      </div>
      <ul className="wizard__errors-list">
        {shown.map((finding) => (
          <li key={`${finding.step} ${finding.path} ${finding.text}`}>
            <button type="button" className="wizard__error" onClick={() => onOpen(finding)}>
              {[
                finding.step === step ? '' : stepTitle(finding.step),
                finding.path === '' ? '' : fieldLabel(finding.path),
                finding.text,
              ]
                .filter(Boolean)
                .join(': ')}
            </button>
          </li>
        ))}
      </ul>
      {findings.length > shown.length ? (
        <div className="hint">{t('wizard.errors.more', { count: findings.length - shown.length })}</div>
      ) : null}
    </div>
  );
}

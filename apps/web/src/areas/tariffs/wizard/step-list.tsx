import {
  IconCircle,
  IconCircleCheckFilled,
  IconCircleDot,
  IconExclamationCircleFilled,
  IconLock,
} from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { StepState } from './step-states.ts';
import { WizardLink } from './wizard-link.tsx';

export interface ListedStep {
  readonly path: string;
  readonly title: string;
  readonly href: string;
  readonly state: StepState;
}

const icons = {
  current: IconCircleDot,
  done: IconCircleCheckFilled,
  invalid: IconExclamationCircleFilled,
  open: IconCircle,
  locked: IconLock,
} as const;

/** The steps with their states: a column on the desktop, one line that unfolds on the phone. */
export function StepList({ steps, currentPath }: { steps: readonly ListedStep[]; currentPath: string }) {
  const [isUnfolded, setUnfolded] = useState(false);
  const index = steps.findIndex((step) => step.path === currentPath);
  return (
    <nav className="wizard__steps" aria-label={t('wizard.steps')}>
      <button
        type="button"
        className="wizard__unfold"
        aria-expanded={isUnfolded}
        aria-controls="wizard-steps"
        onClick={() => setUnfolded(!isUnfolded)}
      >
        <span>{t('wizard.stepOf', { step: index + 1, count: steps.length })}</span>
        <span className="wizard__bars" aria-hidden="true">
          {steps.map((step) => (
            <span key={step.path} className={`wizard__bar wizard__bar--${step.state}`} />
          ))}
        </span>
      </button>
      <ol id="wizard-steps" className={classNames('wizard__list', isUnfolded && 'wizard__list--unfolded')}>
        {steps.map((step) => (
          <li key={step.path}>
            <StepEntry step={step} onChoose={() => setUnfolded(false)} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function StepEntry({ step, onChoose }: { step: ListedStep; onChoose: () => void }) {
  const Icon = icons[step.state];
  const content = (
    <>
      <Icon size={18} aria-hidden="true" />
      <span>{step.title}</span>
      <span className="visually-hidden">{`, ${t(`wizard.state.${step.state}`)}`}</span>
    </>
  );
  const className = `wizard__step wizard__step--${step.state}`;
  if (step.state === 'locked') {
    return (
      <span className={className} title={t('wizard.lockedHint')}>
        {content}
      </span>
    );
  }
  return (
    <WizardLink
      href={step.href}
      className={className}
      isCurrent={step.state === 'current'}
      onClick={onChoose}
    >
      {content}
    </WizardLink>
  );
}

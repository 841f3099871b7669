import { IconArrowLeft } from '@tabler/icons-react';
import { t } from '../../../texts/texts.ts';
import type { ListedStep } from './step-list.tsx';
import { StepList } from './step-list.tsx';
import type { WizardDefinition } from './wizard-definition.ts';
import { WizardLink } from './wizard-link.tsx';

interface WizardHeadProps<Draft extends object> {
  definition: WizardDefinition<Draft>;
  name: string;
  subtitle: string | null;
  steps: readonly ListedStep[];
  currentPath: string;
  /** Where the user came from and goes back to; without it the list. */
  returnTo: string | undefined;
}

/** What is being edited, and its steps. */
export function WizardHead<Draft extends object>({
  definition,
  name,
  subtitle,
  steps,
  currentPath,
  returnTo,
}: WizardHeadProps<Draft>) {
  return (
    <div className="wizard__head">
      <WizardLink href={returnTo ?? definition.listHref} className="wizard__back">
        <IconArrowLeft size={16} aria-hidden="true" />
        {returnTo === undefined ? t(definition.texts.list) : t('wizard.returnBack')}
      </WizardLink>
      <div className="wizard__name">{name}</div>
      {subtitle === null ? null : <div className="hint">{subtitle}</div>}
      <StepList steps={steps} currentPath={currentPath} />
    </div>
  );
}

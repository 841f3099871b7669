import { IconAlertTriangle, IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { SaveStatus } from './save-status.tsx';
import type { WizardFinding } from './wizard-context.ts';
import type { WizardState } from './wizard-machine.ts';
import { isChanged } from './wizard-machine.ts';

interface WizardFooterProps<Draft> {
  state: WizardState<Draft>;
  isNew: boolean;
  isReadOnly: boolean;
  isSaving: boolean;
  /** Findings of the step, counted when they are shown. */
  shownCount: number;
  /** What a step waits for before anything can be saved. */
  blocked: WizardFinding | undefined;
  hasPrevious: boolean;
  hasNext: boolean;
  onPrevious: () => void;
  onNext: () => void;
  onSave: () => void;
}

/** Bar at the foot: what is wrong, what became of the draft, and the ways on. */
export function WizardFooter<Draft>(props: WizardFooterProps<Draft>) {
  const { state, isNew, isReadOnly, isSaving, shownCount, blocked, hasPrevious, hasNext } = props;
  const maySave = !isReadOnly && (isNew ? !hasNext : true);
  const isIdle = !isNew && !isChanged(state);
  return (
    <div className="wizard__foot" data-no-print>
      <div className="wizard__foot-text">
        {blocked === undefined && shownCount === 0 ? null : (
          <div className="wizard__foot-wrong">
            <IconAlertTriangle size={18} aria-hidden="true" />
            <span>{blocked?.text ?? t('wizard.errors.title', { count: shownCount })}</span>
          </div>
        )}
        {isReadOnly ? null : <SaveStatus state={state} isNew={isNew} />}
      </div>
      <div className="wizard__foot-buttons">
        {hasPrevious ? (
          <Button icon={<IconArrowLeft size={18} aria-hidden="true" />} onClick={props.onPrevious}>
            {t('common.back')}
          </Button>
        ) : null}
        {maySave ? (
          <Button
            kind={hasNext ? 'secondary' : 'primary'}
            isBusy={isSaving}
            disabled={isIdle && !isSaving}
            title={isIdle ? t('wizard.nothingToSave') : undefined}
            onClick={props.onSave}
          >
            {t(isNew ? 'wizard.create' : 'common.save')}
          </Button>
        ) : null}
        {hasNext ? (
          <Button kind="primary" onClick={props.onNext}>
            {t('common.next')}
            <IconArrowRight size={18} aria-hidden="true" />
          </Button>
        ) : null}
      </div>
    </div>
  );
}

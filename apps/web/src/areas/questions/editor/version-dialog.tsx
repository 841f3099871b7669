import type { QuestionnaireVersion } from '@depotwerk/api/questionnaires/questionnaire-versions';
import { useState } from 'react';
import { AskDialog } from '../../../forms/ask-dialog.tsx';
import { today } from '../../../platform/today.ts';
import { t } from '../../../texts/texts.ts';
import { DateField } from '../../../ui/number-fields.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { takeStep, type VersionStep } from '../public/version-queries.ts';

interface StepDialogProps {
  step: VersionStep;
  version: QuestionnaireVersion;
  onClose: () => void;
}

/** One step in the life of a version: what it means, from which day, and what is said about it. */
export function StepDialog({ step, version, onClose }: StepDialogProps) {
  const [comment, setComment] = useState('');
  const [plannedFrom, setPlannedFrom] = useState<string | null>(today());
  const [fault, setFault] = useState<string | null>(null);
  const [isTouched, setTouched] = useState(false);
  const { isBusy, failure, act } = useAction();
  const isMissing = step === 'reject' && comment.trim() === '';
  const isWrongDay = step === 'submit' && (fault !== null || plannedFrom === null || plannedFrom < today());
  const submit = async () => {
    setTouched(true);
    if (isMissing || isWrongDay) return;
    await act(async () => {
      await takeStep(step, version, { comment: comment.trim(), plannedFrom: plannedFrom ?? '' });
      showToast(t(`questionnaires.done.${step}`));
      onClose();
    });
  };
  return (
    <AskDialog
      title={t('questionnaires.stepOf', {
        step: t(`questionnaires.step.${step}`),
        version: version.version,
      })}
      submit={t(`questionnaires.step.${step}`)}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t(`questionnaires.means.${step}`)}</p>
      {step === 'submit' ? (
        <DateField
          label={t('questionnaires.plannedDay')}
          isRequired
          min={today()}
          value={plannedFrom}
          error={isTouched && plannedFrom === null ? t('validators.required') : null}
          onFault={setFault}
          onChange={setPlannedFrom}
        />
      ) : null}
      {step === 'withdraw' ? null : (
        <TextArea
          label={t(step === 'reject' ? 'questionnaires.reason' : 'questionnaires.comment')}
          isRequired={step === 'reject'}
          rows={3}
          maxLength={2000}
          value={comment}
          error={isTouched && isMissing ? t('validators.required') : null}
          onChange={setComment}
        />
      )}
    </AskDialog>
  );
}

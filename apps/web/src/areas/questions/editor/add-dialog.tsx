import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AskDialog } from '../../../forms/ask-dialog.tsx';
import { t } from '../../../texts/texts.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { addQuestionnaire } from '../public/version-queries.ts';

/** Asks how a new questionnaire is called and opens its first draft. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [title, setTitle] = useState('');
  const [isTouched, setTouched] = useState(false);
  const { isBusy, failure, act } = useAction();
  const isMissing = title.trim() === '';
  const submit = async () => {
    setTouched(true);
    if (isMissing) return;
    await act(async () => {
      const { id } = await addQuestionnaire(title.trim());
      await navigate({ to: '/admin/questionnaires/$versionId', params: { versionId: id } });
    });
  };
  return (
    <AskDialog
      size="small"
      title={t('questionnaires.add')}
      submit={t('wizard.create')}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        label={t('questionnaires.title')}
        isRequired
        maxLength={200}
        value={title}
        error={isTouched && isMissing ? t('validators.required') : null}
        onChange={setTitle}
      />
    </AskDialog>
  );
}

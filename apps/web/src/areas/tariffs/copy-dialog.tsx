import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { AskDialog } from '../../forms/ask-dialog.tsx';
import { ApiError } from '../../platform/api-error.ts';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { t } from '../../texts/texts.ts';
import { QueryError, Skeleton } from '../../ui/feedback.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useAction } from '../../ui/use-action.ts';

/** Name and key of the copy. */
export interface CopyNames {
  readonly name: string;
  readonly key: string;
}

export interface CopyDialogProps {
  /** Where its texts stand. */
  texts: 'tariffList' | 'tariffComponents';
  source: Pick<UseQueryResult, 'isError' | 'error' | 'isFetching' | 'refetch'>;
  /** What is copied; undefined while it loads. */
  original: CopyNames | undefined;
  nameLabel: string;
  keyLabel: string;
  keyHint?: string;
  /** Whether a refusal speaks of the key, and so stands at its field. */
  isAboutKey: (failure: ApiError) => boolean;
  /** Makes the copy and opens it. @throws what the server refuses */
  copy: (names: CopyNames) => Promise<void>;
  onClose: () => void;
}

/** Asks for name and key of a copy; both are proposed from the original. */
export function CopyDialog({
  texts,
  source,
  original,
  nameLabel,
  keyLabel,
  keyHint,
  isAboutKey,
  copy,
  onClose,
}: CopyDialogProps) {
  // null = not typed yet: then the proposal made from the source stands there.
  const [typedName, setName] = useState<string | null>(null);
  const [typedKey, setKey] = useState<string | null>(null);
  const [isTouched, setTouched] = useState(false);
  const { isBusy, failure, act, forget } = useAction();
  const name = typedName ?? (original ? t(`${texts}.copyName`, { name: original.name }).slice(0, 200) : '');
  const key = typedKey ?? (original ? `${original.key}-${t(`${texts}.copyKey`)}`.slice(0, 50) : '');
  const change = (set: (text: string) => void) => (text: string) => {
    forget();
    set(text);
  };
  const isKeyRefused = failure instanceof ApiError && isAboutKey(failure);

  const submit = async () => {
    setTouched(true);
    if (name.trim() === '' || key.trim() === '') return;
    await act(async () => {
      await copy({ name: name.trim(), key: key.trim() });
    });
  };

  return (
    <AskDialog
      size="small"
      title={t(`${texts}.copyTitle`)}
      onClose={onClose}
      submit={t(`${texts}.copy`)}
      isBusy={isBusy}
      isDisabled={!original}
      onSubmit={() => void submit()}
      failure={isKeyRefused ? null : failure}
    >
      {source.isError ? (
        <QueryError query={source} />
      ) : original === undefined ? (
        <Skeleton lines={3} />
      ) : (
        <>
          <p>{t(`${texts}.copyHint`, { name: original.name })}</p>
          <TextField
            label={nameLabel}
            value={name}
            maxLength={200}
            isRequired
            error={isTouched && name.trim() === '' ? t('validators.required') : null}
            onChange={change(setName)}
          />
          <TextField
            label={keyLabel}
            hint={keyHint}
            value={key}
            maxLength={50}
            isRequired
            error={
              isTouched && key.trim() === ''
                ? t('validators.required')
                : isKeyRefused
                  ? errorMessageOf(failure)
                  : null
            }
            onChange={change(setKey)}
          />
        </>
      )}
    </AskDialog>
  );
}

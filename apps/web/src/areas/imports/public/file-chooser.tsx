import { useId, useState } from 'react';
import { useMayChange } from '../../../platform/session.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, PlainForm } from '../../../ui/field.tsx';
import { FileInput } from '../../../ui/file-input.tsx';

/** A file to be imported, with what may be chosen and the button that sends it. */
export function FileChooser({
  label,
  hint,
  accept,
  isBusy,
  largest,
  onChoose,
  onSend,
}: {
  label: string;
  hint: string;
  /** Endings and types the browser offers. */
  accept: string;
  isBusy: boolean;
  /** Bytes of the largest file that is sent, and what is said of a larger one. */
  largest?: { readonly bytes: number; readonly text: string };
  /** Another file was chosen: what was read of the one before it stands no longer for what is chosen. */
  onChoose?: () => void;
  onSend: (file: File) => void;
}) {
  const [file, setFile] = useState<File | null>(null);
  const [isTried, setTried] = useState(false);
  const formId = useId();
  const mayAct = useMayChange();
  const fault =
    file === null
      ? t('imports.fileMissing')
      : file.size === 0
        ? t('imports.fileEmpty')
        : largest && file.size > largest.bytes
          ? largest.text
          : null;
  return (
    <PlainForm
      id={formId}
      className="imports__chooser"
      onSubmit={() => {
        setTried(true);
        if (file !== null && fault === null) onSend(file);
      }}
    >
      <Field label={label} hint={hint} error={isTried ? fault : null} isRequired>
        {(attributes) => (
          <FileInput
            attributes={attributes}
            accept={accept}
            onChoose={(chosen) => {
              setFile(chosen);
              setTried(false);
              onChoose?.();
            }}
          />
        )}
      </Field>
      <Button kind="primary" type="submit" isBusy={isBusy} disabled={!mayAct}>
        {t('imports.send')}
      </Button>
    </PlainForm>
  );
}

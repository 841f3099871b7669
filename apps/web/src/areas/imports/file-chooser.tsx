import { useId, useState } from 'react';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Field, PlainForm } from '../../ui/field.tsx';

/** A file to be imported, with what may be chosen and the button that sends it. */
export function FileChooser({
  label,
  hint,
  accept,
  isBusy,
  onSend,
}: {
  label: string;
  hint: string;
  /** Endings and types the browser offers. */
  accept: string;
  isBusy: boolean;
  onSend: (file: File) => void;
}) {
  const [file, setFile] = useState<File | null>(null);
  const [isTried, setTried] = useState(false);
  const formId = useId();
  const error = isTried && file === null ? t('imports.fileMissing') : null;
  return (
    <PlainForm
      id={formId}
      className="imports__chooser"
      onSubmit={() => {
        setTried(true);
        if (file !== null) onSend(file);
      }}
    >
      <Field label={label} hint={hint} error={error} isRequired>
        {(attributes) => (
          <input
            {...attributes}
            type="file"
            className="ui-input"
            accept={accept}
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
        )}
      </Field>
      <Button kind="primary" type="submit" isBusy={isBusy}>
        {t('imports.send')}
      </Button>
    </PlainForm>
  );
}

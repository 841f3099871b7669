import { fieldIssueText } from '@depotwerk/domain/master-data/field-issue-text';
import { longestPicture } from '@depotwerk/domain/white-label/check-appearance';
import { isPicture } from '@depotwerk/domain/white-label/shown-parts';
import { useId, useState } from 'react';
import { FormField } from '../../forms/form-field.tsx';
import { said, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FileInput } from '../../ui/file-input.tsx';

/** A small picture of the house, chosen from a file and kept as text. */
export function PictureField({
  path,
  label,
  hint,
  value,
  error,
  onChange,
}: {
  path: string;
  label: string;
  hint: string;
  value: string | null;
  error: string | null | undefined;
  onChange: (picture: string | null) => void;
}) {
  const [isRefused, setRefused] = useState(false);
  const inputKey = useId();
  const [round, setRound] = useState(0);
  const take = (picture: string | null) => {
    setRefused(false);
    onChange(picture);
  };
  const read = async (file: File) => {
    const picture = await asText(file);
    if (picture === null) setRefused(true);
    else take(picture);
  };
  return (
    <FormField path={path}>
      <Field
        label={label}
        hint={hint}
        error={isRefused ? said(fieldIssueText({ path, code: 'picture' })) : error}
      >
        {(attributes) => (
          <span className="appearance__picture">
            {value === null ? null : <img src={value} alt="" height={24} />}
            <FileInput
              key={`${inputKey} ${round}`}
              attributes={attributes}
              accept="image/png,image/jpeg"
              nothingChosen={t(value === null ? 'appearance.noPicture' : 'appearance.pictureChosen')}
              onChoose={(file) => void read(file)}
            />
            {value === null ? null : (
              <Button
                onClick={() => {
                  take(null);
                  setRound(round + 1);
                }}
              >
                {t('common.remove')}
              </Button>
            )}
          </span>
        )}
      </Field>
    </FormField>
  );
}

/** The file as `data:` text; null when it is no picture that may be stored. */
async function asText(file: File): Promise<string | null> {
  if (file.size > longestPicture) return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const characters = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('');
  const text = `data:${file.type};base64,${btoa(characters)}`;
  return text.length <= longestPicture && isPicture(text) ? text : null;
}

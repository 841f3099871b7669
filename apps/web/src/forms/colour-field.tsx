import { t } from '../texts/texts.ts';
import { TextField } from '../ui/text-field.tsx';
import { FormField } from './form-field.tsx';
import './colour-field.css';

/** A colour as text, and the browser's own picker beside it. */
export function ColourField({
  path,
  label,
  value,
  error,
  onChange,
}: {
  path: string;
  label: string;
  value: string;
  error: string | null | undefined;
  onChange: (colour: string) => void;
}) {
  const isColour = /^#[0-9a-f]{6}$/i.test(value);
  return (
    <FormField path={path}>
      <TextField
        label={label}
        hint={t('masterData.colour.hint')}
        isRequired
        autoComplete="off"
        spellCheck={false}
        value={value}
        error={error}
        onChange={onChange}
        trailing={
          <input
            type="color"
            className="colour-field__picker"
            aria-label={t('masterData.colour.pick', { label })}
            value={isColour ? value.toLowerCase() : '#000000'}
            onChange={(event) => onChange(event.target.value)}
          />
        }
      />
    </FormField>
  );
}

import type { FieldProps } from '../ui/field.tsx';
import { type Lookup, SelectField } from '../ui/select-field.tsx';

interface Choice {
  id: number;
  label: string;
  isInactive?: boolean | undefined;
}

/** Choice of an object by its number; inactive ones are only offered where they are chosen already. */
export function ChoiceField({
  choices,
  value,
  onChange,
  emptyLabel,
  ...field
}: FieldProps & {
  choices: readonly Choice[];
  value: number | null;
  onChange: (value: number | null) => void;
  emptyLabel: string;
  /** The query the choices come from. */
  lookup?: Lookup | undefined;
}) {
  return (
    <SelectField
      {...field}
      value={value === null ? '' : String(value)}
      emptyLabel={emptyLabel}
      options={choices
        .filter(({ id, isInactive }) => isInactive !== true || id === value)
        .map(({ id, label }) => ({ value: String(id), label }))}
      onChange={(chosen) => onChange(chosen === '' ? null : Number(chosen))}
    />
  );
}

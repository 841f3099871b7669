import { IconChevronDown } from '@tabler/icons-react';
import type { FieldProps } from './field.tsx';
import { Field } from './field.tsx';

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  isDisabled?: boolean | undefined;
}

export interface SelectFieldProps<Value extends string> extends FieldProps {
  value: Value | '';
  options: readonly SelectOption<Value>[];
  onChange: (value: Value | '') => void;
  /** Text of the empty choice; without it there is none. */
  emptyLabel?: string | undefined;
  isDisabled?: boolean | undefined;
}

/** Choice from a list. The browser's own control: full keyboard and touch behaviour on every device. */
export function SelectField<Value extends string>({
  value,
  options,
  onChange,
  emptyLabel,
  isDisabled,
  ...field
}: SelectFieldProps<Value>) {
  return (
    <Field {...field}>
      {(attributes) => (
        <div className="ui-control">
          <select
            {...attributes}
            className="ui-input"
            value={value}
            disabled={isDisabled}
            onChange={(event) => {
              const chosen = options.find((option) => option.value === event.target.value);
              onChange(chosen ? chosen.value : '');
            }}
          >
            {emptyLabel === undefined ? null : <option value="">{emptyLabel}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.isDisabled}>
                {option.label}
              </option>
            ))}
          </select>
          <span className="ui-control__chevron">
            <IconChevronDown size={16} aria-hidden="true" />
          </span>
        </div>
      )}
    </Field>
  );
}

import { IconAlertCircle, IconChevronDown } from '@tabler/icons-react';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';
import type { FieldProps } from './field.tsx';
import { Field } from './field.tsx';

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  isDisabled?: boolean | undefined;
}

/** The query the options come from. */
export interface Lookup {
  readonly data: unknown;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

export interface SelectFieldProps<Value extends string> extends FieldProps {
  value: Value | '';
  options: readonly SelectOption<Value>[];
  onChange: (value: Value | '') => void;
  /** Text of the empty choice; without it there is none. */
  emptyLabel?: string | undefined;
  isDisabled?: boolean | undefined;
  /** While it has no answer, the field says so and offers another try instead of an empty list. */
  lookup?: Lookup | undefined;
}

/** Choice from a list. The browser's own control: full keyboard and touch behaviour on every device. */
export function SelectField<Value extends string>({
  value,
  options,
  onChange,
  emptyLabel,
  isDisabled,
  lookup,
  ...field
}: SelectFieldProps<Value>) {
  if (lookup?.isError && lookup.data === undefined) {
    return <FailedLookup label={field.label} lookup={lookup} />;
  }
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

function FailedLookup({ label, lookup }: { label: string; lookup: Lookup }) {
  return (
    <div className="ui-field">
      <span className="ui-field__label">{label}</span>
      <div className="ui-field__error" role="alert">
        <IconAlertCircle size={16} aria-hidden="true" />
        {t('common.lookupFailed')}
      </div>
      <div>
        <Button size="small" isBusy={lookup.isFetching} onClick={() => void lookup.refetch()}>
          {t('common.retry')}
        </Button>
      </div>
    </div>
  );
}

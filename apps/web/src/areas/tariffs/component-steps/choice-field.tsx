import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { SegmentedControl } from '../../../ui/tabs.tsx';

export interface ChoiceFieldProps<Value extends string> {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** '' = nothing chosen yet. */
  value: Value | '';
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  isDisabled?: boolean | undefined;
  isRequired?: boolean | undefined;
  /** The label is said by what stands beside it, and to screen readers only. */
  isLabelHidden?: boolean | undefined;
}

/** One of a few choices as a field of a form: visible label, hint and error. */
export function ChoiceField<Value extends string>({
  label,
  hint,
  error,
  value,
  options,
  onChange,
  isDisabled,
  isRequired = false,
  isLabelHidden = false,
}: ChoiceFieldProps<Value>) {
  const id = useId();
  return (
    <div className={classNames('ui-field', error !== undefined && 'ui-field--invalid')}>
      {/* The group's own legend says it to screen readers. */}
      {isLabelHidden ? null : (
        <div className="ui-field__label" aria-hidden="true">
          {label}
          {isRequired ? <span className="ui-field__required">{' *'}</span> : null}
        </div>
      )}
      {hint ? (
        <div id={`${id}-hint`} className="ui-field__hint">
          {hint}
        </div>
      ) : null}
      <div>
        <SegmentedControl<Value | ''>
          label={label}
          value={value}
          options={options}
          isDisabled={isDisabled}
          describedBy={[hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined}
          onChange={(chosen) => {
            if (chosen !== '') onChange(chosen);
          }}
        />
      </div>
      {error === undefined ? null : (
        <div id={`${id}-error`} className="ui-field__error" role="alert">
          <IconAlertCircle size={16} aria-hidden="true" />
          {error}
        </div>
      )}
    </div>
  );
}

import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { classNames } from './class-names.ts';
import './field.css';

/** What every labelled field takes. */
export interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** Message under the field; present = invalid. */
  error?: string | null | undefined;
  isRequired?: boolean | undefined;
  /** Label only for screen readers, for search boxes and table cells. */
  isLabelHidden?: boolean | undefined;
}

/** Attributes that tie a control to its label, hint and error. */
export interface ControlAttributes {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

/** Label, hint and error around one control. */
export function Field({
  label,
  hint,
  error,
  isRequired,
  isLabelHidden,
  children,
}: FieldProps & { children: (attributes: ControlAttributes) => ReactNode }) {
  const id = useId();
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className={classNames('ui-field', Boolean(error) && 'ui-field--invalid')}>
      <label htmlFor={id} className={classNames('ui-field__label', isLabelHidden && 'visually-hidden')}>
        {label}
        {isRequired ? (
          <span className="ui-field__required" aria-hidden="true">
            {' *'}
          </span>
        ) : null}
      </label>
      {hint ? (
        <div id={`${id}-hint`} className="ui-field__hint">
          {hint}
        </div>
      ) : null}
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': isRequired ? true : undefined,
      })}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  );
}

/** What is wrong with a field. */
export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <div id={id} className="ui-field__error" role="alert">
      <IconAlertCircle size={16} aria-hidden="true" />
      {children}
    </div>
  );
}

interface PlainFormProps {
  readonly id?: string;
  readonly className?: string;
  /** By its button or by Enter in a field; faults are said by the fields, not by the browser. */
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** Fields with a button, sent by the page itself. */
export function PlainForm({ onSubmit, children, ...attributes }: PlainFormProps) {
  return (
    <form
      {...attributes}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

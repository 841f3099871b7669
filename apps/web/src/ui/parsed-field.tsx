import type { ReactNode } from 'react';
import { useState } from 'react';
import { classNames } from './class-names.ts';
import type { FieldProps } from './field.tsx';
import { Field } from './field.tsx';

/** Outcome of reading a typed text. */
export type ParsedText<Value> = { ok: true; value: Value | null } | { ok: false; message: string };

export interface ParsedFieldProps<Value> extends Omit<FieldProps, 'error'> {
  value: Value | null;
  /** Called for every text that reads as a value; null for an empty field. */
  onChange: (value: Value | null) => void;
  /** Message of the typed text while it does not read as a value, else null; for a form's own summary. */
  onFault?: ((message: string | null) => void) | undefined;
  /** Error from outside, for instance of the server; the field's own one comes first. */
  error?: string | null | undefined;
  isDisabled?: boolean | undefined;
  placeholder?: string | undefined;
  /** Control inside the field, at its end. */
  trailing?: ReactNode;
}

interface ParsedFieldKind<Value> {
  parse: (text: string) => ParsedText<Value>;
  format: (value: Value) => string;
  inputMode: 'decimal' | 'numeric' | 'text';
  isNumber?: boolean | undefined;
  /** Sign at the end of the field, such as "%". */
  unit?: string | undefined;
}

/** What the user is typing, and the value it stood for when typed. */
interface Draft<Value> {
  text: string;
  value: Value | null;
  isLeft: boolean;
}

/**
 * Field whose text is parsed: German numbers, amounts, percent, dates. The text stays as typed until the field is
 * left; a text that cannot be read stays for good, with a message. Errors appear on leaving the field and then follow
 * the typing. A value that changes from outside replaces the text. While the text cannot be read, no button sends
 * (`leadsToUnreadable`); forms that lose sight of the field until then keep its message themselves (`onFault`).
 */
export function ParsedField<Value extends string | number>({
  value,
  onChange,
  onFault,
  error,
  isDisabled,
  placeholder,
  trailing,
  parse,
  format,
  inputMode,
  isNumber,
  unit,
  ...field
}: ParsedFieldProps<Value> & ParsedFieldKind<Value>) {
  const [draft, setDraft] = useState<Draft<Value> | null>(null);
  const current = draft !== null && Object.is(draft.value, value) ? draft : null;
  const text = current?.text ?? (value === null ? '' : format(value));
  const parsed = current === null ? null : parse(current.text);
  const ownError = current?.isLeft && parsed?.ok === false ? parsed.message : null;

  const type = (typed: string) => {
    const next = parse(typed);
    setDraft({ text: typed, value: next.ok ? next.value : value, isLeft: current?.isLeft ?? false });
    onFault?.(next.ok ? null : next.message);
    if (next.ok && !Object.is(next.value, value)) onChange(next.value);
  };
  const leave = () => {
    if (current === null) return;
    setDraft(parsed?.ok ? null : { ...current, isLeft: true });
  };

  return (
    <Field {...field} error={ownError ?? error}>
      {(attributes) => (
        <div
          className={classNames(
            'ui-control',
            Boolean(unit) && 'ui-control--unit',
            Boolean(trailing) && 'ui-control--trail',
          )}
        >
          <input
            {...attributes}
            type="text"
            inputMode={inputMode}
            autoComplete="off"
            className={classNames('ui-input', isNumber && 'ui-input--number')}
            value={text}
            data-unreadable={parsed?.ok === false || undefined}
            disabled={isDisabled}
            placeholder={placeholder}
            onChange={(event) => type(event.target.value)}
            onBlur={leave}
          />
          {trailing ? <span className="ui-control__trail">{trailing}</span> : null}
          {unit ? (
            <span className="ui-control__unit" aria-hidden="true">
              {unit}
            </span>
          ) : null}
        </div>
      )}
    </Field>
  );
}

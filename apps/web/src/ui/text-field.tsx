import { IconEye, IconEyeOff } from '@tabler/icons-react';
import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { useState } from 'react';
import { t } from '../texts/texts.ts';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import type { FieldProps } from './field.tsx';
import { Field } from './field.tsx';
import { useTypedText } from './typed-texts.ts';

type InputAttributes = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'className' | 'value' | 'id'>;

export interface TextFieldProps extends FieldProps, InputAttributes {
  value: string;
  onChange: (value: string) => void;
  /** Icon inside the field, at its start. */
  icon?: ReactNode;
  /** Control inside the field, at its end. */
  trailing?: ReactNode;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** Below it a text that fills its field is as long as it has to be: an ISIN, a postal code. */
const leastTold = 50;

/** A browser cuts off what is pasted beyond the limit, and says nothing. */
function FullText({ value, maxLength = Infinity }: { value: string; maxLength: number | undefined }) {
  return value.length < maxLength || maxLength < leastTold ? null : (
    <p className="ui-field__hint" role="status">
      {/* Not the rule for figures: every first page would load it with the fields. */}
      {t('validators.textFull', { max: maxLength.toLocaleString(document.documentElement.lang) })}
    </p>
  );
}

/** One line of text with label, hint and error. */
export function TextField({
  label,
  hint,
  error,
  isRequired,
  isLabelHidden,
  value,
  onChange,
  icon,
  trailing,
  type = 'text',
  ...rest
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} isRequired={isRequired} isLabelHidden={isLabelHidden}>
      {(attributes) => (
        <>
          <div
            className={classNames(
              'ui-control',
              Boolean(icon) && 'ui-control--lead',
              Boolean(trailing) && 'ui-control--trail',
            )}
          >
            {icon ? <span className="ui-control__lead">{icon}</span> : null}
            <input
              {...rest}
              {...attributes}
              type={type}
              className="ui-input"
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
            {trailing ? <span className="ui-control__trail">{trailing}</span> : null}
          </div>
          {type === 'password' ? null : <FullText value={value} maxLength={rest.maxLength} />}
        </>
      )}
    </Field>
  );
}

/** Password with a button that shows what was typed. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trailing' | 'icon'>) {
  const [isShown, setShown] = useState(false);
  const trailing = (
    <IconButton
      label={isShown ? t('auth.hidePassword') : t('auth.showPassword')}
      aria-pressed={isShown}
      icon={isShown ? <IconEyeOff size={20} /> : <IconEye size={20} />}
      onClick={() => setShown(!isShown)}
    />
  );
  return <TextField {...props} type={isShown ? 'text' : 'password'} trailing={trailing} spellCheck={false} />;
}

type AreaAttributes = Omit<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  'onChange' | 'className' | 'value' | 'id'
>;

export interface TextAreaProps extends FieldProps, AreaAttributes {
  value: string;
  onChange: (value: string) => void;
}

/** Several lines of text; they outlive the end of a session (`typed-texts.ts`). */
export function TextArea({
  label,
  hint,
  error,
  isRequired,
  isLabelHidden,
  value,
  onChange,
  rows = 4,
  ...rest
}: TextAreaProps) {
  const element = useTypedText(label, value, rest.readOnly ? null : onChange);
  return (
    <Field label={label} hint={hint} error={error} isRequired={isRequired} isLabelHidden={isLabelHidden}>
      {(attributes) => (
        <>
          <textarea
            {...rest}
            ref={element}
            {...attributes}
            rows={rows}
            className="ui-input"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <FullText value={value} maxLength={rest.maxLength} />
        </>
      )}
    </Field>
  );
}

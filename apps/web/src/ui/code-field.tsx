import type { TextFieldProps } from './text-field.tsx';
import { TextField } from './text-field.tsx';

interface CodeFieldProps
  extends Pick<TextFieldProps, 'label' | 'hint' | 'error' | 'isRequired' | 'value' | 'onChange' | 'ref'> {
  /** Recovery codes hold letters: where one may be given, the keyboard has them. */
  readonly takesRecoveryCode?: boolean;
}

/** A code that works once, from a message, an app or a list: browsers fill it in, and nothing corrects its spelling. */
export function CodeField({ takesRecoveryCode = false, ...field }: CodeFieldProps) {
  return (
    <TextField
      {...field}
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      inputMode={takesRecoveryCode ? 'text' : 'numeric'}
      maxLength={32}
    />
  );
}

import type { TextFieldProps } from './text-field.tsx';
import { TextField } from './text-field.tsx';

type AddressFieldProps = Pick<
  TextFieldProps,
  'label' | 'hint' | 'error' | 'isRequired' | 'value' | 'onChange'
>;

/** Where another system of the house is reached: typed once, never one of the reader's own addresses. */
export function AddressField(field: AddressFieldProps) {
  return <TextField {...field} autoComplete="off" spellCheck={false} inputMode="url" />;
}

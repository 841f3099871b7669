import { labelOf } from '@depotwerk/domain/master-data/field-table';
import { profileFields } from '@depotwerk/domain/users/user-fields';
import { formatPhoneText } from '../platform/phone-text.ts';
import { said } from '../texts/texts.ts';
import { TextField } from '../ui/text-field.tsx';
import { FormField } from './form-field.tsx';
import type { EntityForm } from './use-entity-form.ts';

/** A person's telephone number; it takes its usual form when the field is left. null = none. */
export function PhoneField({
  value,
  error,
  change,
  isDisabled,
}: {
  value: string | null;
  error: string | undefined;
  /** Takes how the next value comes from the present one. */
  change: (next: (before: string | null) => string | null) => void;
  isDisabled?: boolean | undefined;
}) {
  const stored = (text: string) => (text === '' ? null : text);
  return (
    <TextField
      label={said(labelOf(profileFields, 'phoneNumber'))}
      autoComplete="off"
      inputMode="tel"
      disabled={isDisabled}
      value={value ?? ''}
      error={error}
      onChange={(text) => change(() => stored(text))}
      onBlur={(event) => {
        const typed = event.target.value;
        void formatPhoneText(typed).then((shown) =>
          // Typed on meanwhile, the new text counts.
          change((before) => ((before ?? '') === typed && shown !== typed ? stored(shown) : before)),
        );
      }}
    />
  );
}

/** The number of whoever a form is about: a person of the house or a customer. */
export function PhoneOfForm<Entity, Held extends { readonly phoneNumber: string | null }>({
  form: { draft, change, errorOf },
  isDisabled,
}: {
  form: EntityForm<Entity, Held>;
  isDisabled?: boolean;
}) {
  return (
    <FormField path="phoneNumber">
      <PhoneField
        value={draft.phoneNumber}
        error={errorOf('phoneNumber')}
        isDisabled={isDisabled}
        change={(next) => change((before) => ({ ...before, phoneNumber: next(before.phoneNumber) }))}
      />
    </FormField>
  );
}

import { t } from '../../texts/texts.ts';
import { TextField } from '../../ui/text-field.tsx';

const inputs = {
  firstName: { maxLength: 200, isRequired: true },
  lastName: { maxLength: 200, isRequired: true },
  email: { maxLength: 200, isRequired: true, inputMode: 'email', autoCapitalize: 'none' },
  phoneNumber: { maxLength: 50, type: 'tel' },
} as const;
const ownWords = {
  firstName: 'given-name',
  lastName: 'family-name',
  email: 'email',
  phoneNumber: 'tel',
} as const;
type ContactFieldName = keyof typeof inputs;

interface ContactFieldProps {
  field: ContactFieldName;
  value: string;
  onChange: (text: string) => void;
  /** Sent once already: what is missing is said. */
  isTried: boolean;
  /** Somebody writes of himself, so the browser may fill it in. */
  isOwn?: boolean;
}

/** How a visitor or an invited person is called and reached. */
export function ContactField({ field, value, onChange, isTried, isOwn = false }: ContactFieldProps) {
  const isMissing = isTried && field !== 'phoneNumber' && value.trim() === '';
  return (
    <TextField
      label={t(`analysis.contact.${field}`)}
      value={value}
      onChange={onChange}
      {...inputs[field]}
      {...(isOwn && { autoComplete: ownWords[field] })}
      error={isMissing ? t('validators.required') : null}
    />
  );
}

import { mailAddressShape, mailAddressText } from '@depotwerk/domain/mail-address';
import { phoneNumberShape, phoneNumberText } from '@depotwerk/domain/phone-number';
import { said, t } from '../texts/texts.ts';
import { TextField } from '../ui/text-field.tsx';

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
  /** Sent once already: what is missing or no mail address is said. */
  isTried: boolean;
  /** Somebody writes of himself, so the browser may fill it in. */
  isOwn?: boolean;
  /** Where less than usual can be stored: the address one signs in with. */
  maxLength?: number;
}

/** How a visitor or an invited person is called and reached. */
export function ContactField({
  field,
  value,
  onChange,
  isTried,
  isOwn = false,
  maxLength = inputs[field].maxLength,
}: ContactFieldProps) {
  return (
    <TextField
      label={t(`analysis.contact.${field}`)}
      value={value}
      onChange={onChange}
      {...inputs[field]}
      maxLength={maxLength}
      {...(isOwn && { autoComplete: ownWords[field] })}
      error={isTried ? contactFault(field, value) : null}
    />
  );
}

/** What is wrong with a field of a contact, null = nothing. */
export function contactFault(field: ContactFieldName, value: string): string | null {
  const text = value.trim();
  if (text === '') return field === 'phoneNumber' ? null : t('validators.required');
  if (field === 'phoneNumber') return phoneNumberShape.test(text) ? null : said(phoneNumberText);
  return field === 'email' && !mailAddressShape.test(text) ? said(mailAddressText) : null;
}

/** Whether somebody is called something and can be written to, and a number that is given can be dialled. */
export const isContact = ({
  phoneNumber = '',
  ...person
}: Readonly<Record<'firstName' | 'lastName' | 'email', string>> & { readonly phoneNumber?: string }) =>
  (['firstName', 'lastName', 'email'] as const).every(
    (field) => contactFault(field, person[field]) === null,
  ) && contactFault('phoneNumber', phoneNumber) === null;

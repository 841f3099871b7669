import { contentLines, escapedText } from '../content-lines.ts';
import { isFirm } from './is-firm.ts';

/** What of a customer goes into an address book; null or '' = not known. */
export interface VCardPerson {
  /** Stays the same when the card is taken over once more. */
  readonly id: string;
  readonly title: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly companyName: string | null;
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth: string | null;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly street: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  readonly country: string | null;
}

const structured = (...parts: readonly (string | null)[]) => parts.map(escapedText).join(';');

/** A card of version 3.0 (RFC 2426), which every address book reads; written as `contentLines` does. */
export function vCardOf(person: VCardPerson): string {
  const { title, firstName, lastName, companyName } = person;
  const isOfFirm = isFirm(person);
  const name = isOfFirm ? (companyName ?? '') : [title, firstName, lastName].filter(Boolean).join(' ');
  const address = [person.street, person.postalCode, person.city];
  const given = (property: string, text: string | null) =>
    (text ?? '').trim() === '' ? [] : [`${property}:${escapedText(text)}`];
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `UID:urn:uuid:${person.id}`,
    `FN:${escapedText(name)}`,
    `N:${isOfFirm ? structured(companyName, '', '', '', '') : structured(lastName, firstName, '', title, '')}`,
    ...given('ORG', companyName),
    ...given('BDAY', person.dateOfBirth),
    ...given('EMAIL;TYPE=INTERNET', person.email),
    ...given('TEL;TYPE=VOICE', person.phoneNumber),
    ...(address.some((part) => (part ?? '').trim() !== '')
      ? [
          `ADR;TYPE=HOME:${structured('', '', person.street, person.city, '', person.postalCode, person.country)}`,
        ]
      : []),
    'END:VCARD',
  ];
  return contentLines(lines);
}

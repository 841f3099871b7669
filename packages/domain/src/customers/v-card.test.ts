import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type VCardPerson, vCardOf } from './v-card.ts';

const nobody: VCardPerson = {
  id: '0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0002',
  title: null,
  firstName: '',
  lastName: '',
  companyName: null,
  dateOfBirth: null,
  email: null,
  phoneNumber: null,
  street: null,
  postalCode: null,
  city: null,
  country: 'DE',
};

it('is a card every address book reads', () => {
  const card = vCardOf({
    ...nobody,
    title: 'Dr.',
    firstName: 'Özlem',
    lastName: 'Groß',
    dateOfBirth: '1964-04-03',
    email: 'oe@post.example',
    phoneNumber: '+49-30-1234567',
    street: 'Am Markt 1, Hof',
    postalCode: '10115',
    city: 'Berlin',
  });
  expect(card.split('\r\n')).toEqual([
    'BEGIN:VCARD',
    'VERSION:3.0',
    'UID:urn:uuid:0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0002',
    'FN:Dr. Özlem Groß',
    'N:Groß;Özlem;;Dr.;',
    'BDAY:1964-04-03',
    'EMAIL;TYPE=INTERNET:oe@post.example',
    'TEL;TYPE=VOICE:+49-30-1234567',
    'ADR;TYPE=HOME:;;Am Markt 1\\, Hof;Berlin;;10115;DE',
    'END:VCARD',
    '',
  ]);
});

it('names a firm by its name', () => {
  const card = vCardOf({ ...nobody, lastName: 'Hof & Feld GmbH', companyName: 'Hof & Feld GmbH' });
  expect(card).toContain('FN:Hof & Feld GmbH\r\nN:Hof & Feld GmbH;;;;\r\nORG:Hof & Feld GmbH\r\n');
});

it('names whoever is spoken to at a firm, also without a first name', () => {
  const card = vCardOf({ ...nobody, lastName: 'Öztürk', companyName: 'Hof & Feld GmbH' });
  expect(card).toContain('FN:Öztürk\r\nN:Öztürk;;;;\r\nORG:Hof & Feld GmbH\r\n');
});

it('lets nothing that stands in a field become a line of its own, and no line grow long', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (street) => {
      const lines = vCardOf({ ...nobody, street: `x${street}\r\nEMAIL:a@b` }).split('\r\n');
      expect(lines.filter((line) => line.startsWith('EMAIL'))).toEqual([]);
      expect(lines.every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true);
      expect(lines.every((line) => !/[\r\n]/.test(line))).toBe(true);
    }),
  );
});

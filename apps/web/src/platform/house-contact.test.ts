import { expect, it } from 'vitest';
import { houseContact } from './house-contact.ts';

it.each([
  ['089 1', 'hilfe@haus.example', '089 1, hilfe@haus.example'],
  ['089 1', null, '089 1'],
  [null, 'hilfe@haus.example', 'hilfe@haus.example'],
  [null, null, null],
])('names every way to ask the house: %s, %s', (supportPhone, supportMail, contact) => {
  expect(houseContact({ supportPhone, supportMail })).toBe(contact);
});

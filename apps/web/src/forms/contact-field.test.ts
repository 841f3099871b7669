import { expect, it } from 'vitest';
import { isContact } from './contact-field.tsx';

const person = { firstName: 'Ilse', lastName: 'Muster', email: 'ilse@example.de' };

it.each([
  [{}, true],
  [{ phoneNumber: '' }, true],
  [{ phoneNumber: '030 1234' }, true],
  // Would be refused by the server, or become a customer whom his form refuses.
  [{ phoneNumber: 'unbekannt' }, false],
  [{ email: 'ilse' }, false],
  [{ lastName: ' ' }, false],
])('with %j is a contact: %s', (change, answer) => {
  expect(isContact({ ...person, ...change })).toBe(answer);
});

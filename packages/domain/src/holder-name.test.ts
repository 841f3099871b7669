import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isHolderName } from './holder-name.ts';

const customer = { firstName: 'Jörg', lastName: 'Müller-Lüdenscheidt', companyName: null };

it.each([
  ['Jörg Müller-Lüdenscheidt', true],
  ['MUELLER LUEDENSCHEIDT JOERG', true],
  ['Dr. Jörg und Anna Müller-Lüdenscheidt', true],
  ['', true],
  ['Anna Müller-Lüdenscheidt', false],
  ['Jörg Müller', false],
  ['Jörgen Müller-Lüdenscheidt', false],
])('the holder %s can be Jörg Müller-Lüdenscheidt: %s', (holder, isSame) => {
  expect(isHolderName(holder, customer)).toBe(isSame);
});

it('takes the company for the person', () => {
  const company = { ...customer, companyName: 'Holzbau Nord GmbH' };
  expect(isHolderName('Holzbau Nord GmbH & Co. KG', company)).toBe(true);
  expect(isHolderName('Holzbau Süd GmbH', company)).toBe(false);
});

it('does not mind the order of the words', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  fc.assert(
    fc.property(word, word, fc.array(word, { maxLength: 3 }), (firstName, lastName, more) => {
      const names = [firstName, lastName, ...more];
      expect(isHolderName(names.join(' '), { firstName, lastName })).toBe(true);
      expect(isHolderName(names.toReversed().join(', '), { firstName, lastName })).toBe(true);
    }),
  );
});

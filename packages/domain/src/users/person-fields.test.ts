import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupNamesOf, isSamePhone, personFieldNames, personFieldOf, personFields } from './person-fields.ts';

it('knows every heading however it is spelled, and no heading twice', () => {
  for (const name of personFieldNames) {
    for (const heading of personFields[name]) {
      expect([heading, personFieldOf(` ${heading.toUpperCase()} `)]).toEqual([heading, name]);
    }
  }
  expect([personFieldOf('e mail'), personFieldOf('Inaktiv'), personFieldOf('')]).toEqual([
    'userName',
    null,
    null,
  ]);
});

it('reads several groups from one cell, each once', () => {
  expect(groupNamesOf(' Nord | Süd, West || Nord ')).toEqual(['Nord', 'Süd, West']);
  expect(groupNamesOf('  ')).toEqual([]);
});

it('takes two ways of writing a number for the same, and other digits for another one', () => {
  expect(isSamePhone('+49 (170) 123-45/6', '+49170123456')).toBe(true);
  expect([isSamePhone(null, ''), isSamePhone('0170 1', '0170 2')]).toEqual([true, false]);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...'0123456789 -/()')), fc.nat(9), (signs, more) => {
      const number = signs.join('');
      return isSamePhone(number, [...number].join(' ')) && !isSamePhone(number, number + String(more));
    }),
  );
});

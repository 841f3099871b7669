import { expect, it } from 'vitest';
import { code } from './credential-fields.ts';

it('takes codes as apps and lists show them, blanks aside', () => {
  const taken = ['123 456', ' 123456 ', '123\u00A0456', '4PS6T NBAG4', 'w9k7m-k456q'];
  expect(taken.map((typed) => code.parse(typed))).toEqual([
    '123456',
    '123456',
    '123456',
    '4PS6TNBAG4',
    'w9k7m-k456q',
  ]);
  expect(
    ['', '1 2', '12.34', 'x'.repeat(33), ' '.repeat(101)].map((typed) => code.safeParse(typed).success),
  ).toEqual(Array(5).fill(false));
});

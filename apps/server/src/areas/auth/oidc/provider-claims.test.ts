import { expect, it } from 'vitest';
import { textOfClaim } from './provider-claims.ts';

it('takes from a claim a text that can be kept and shown, and nothing else', () => {
  expect(textOfClaim(' Zoë Müller-Ôn ', 20)).toBe('Zoë Müller-Ôn');
  const none = [
    '',
    ' ',
    'a\u0000b',
    'a\nb',
    'a\u202eb',
    '\ud800',
    'x'.repeat(21),
    5,
    null,
    undefined,
    ['a'],
    {},
  ];
  expect(none.map((value) => textOfClaim(value, 20))).toEqual(none.map(() => null));
});

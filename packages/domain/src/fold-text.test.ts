import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText } from './fold-text.ts';

test.each([
  ['Müller-Lüdenscheidt', 'mueller luedenscheidt'],
  ['  GROẞ & Söhne GmbH  ', 'gross soehne gmbh'],
  ["O'Connor, Zoë", 'o connor zoe'],
  ['Łódź Œuvre Ångström', 'lodz oeuvre angstroem'],
  ['Mu\u0308ller', 'mueller'],
  ['EW-2019/0012345', 'ew 2019 0012345'],
  ['', ''],
])('folds %j to %j', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test('folding twice changes nothing and never leaves an upper-case letter or punctuation', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const once = foldText(text);
      expect(foldText(once)).toBe(once);
      expect(once).not.toMatch(/[A-Z!-/:-@[-`{-~]| {2}|^ | $/);
    }),
  );
});

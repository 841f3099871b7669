import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showsNothing } from './shown-text.ts';

describe('a text that shows nothing', () => {
  it.each([
    '',
    ' ',
    '\t\n',
    '\u00a0\u3000',
    '\u200b\u200d',
    '\u3164',
    '\uffa0',
    '\u00ad',
    '\ufeff\u2060',
    '\u2800',
    '\ufe0f',
  ])('is %j', (text) => {
    expect(showsNothing(text)).toBe(true);
  });

  it.each(['A', '-', '0', '\u200bA', 'عمر', '👩🏽‍🚒', '.', '=', 'ㄱ'])('is not %j', (text) => {
    expect(showsNothing(text)).toBe(false);
  });

  it('shows something as soon as a letter or digit stands in it (property)', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...'aZ9ßЖ'), fc.string(), (before, sign, after) => {
        expect(showsNothing(`${before}${sign}${after}`)).toBe(false);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import {
  controlCharacter,
  replaceControlCharacters,
  withoutControlCharacters,
} from './control-characters.ts';
import { controlCharacterInLines } from './control-characters-in-lines.ts';

describe('characters that change what stands around them', () => {
  it.each(['a\u202egpj', '\u2067a', 'a\u2069', 'a\u0000', 'a\u007f'])('are found in %j', (text) => {
    expect(controlCharacter.test(text)).toBe(true);
    expect(controlCharacterInLines.test(text)).toBe(true);
  });

  it.each(['عمر الشرق', 'לוי כהן', '👩🏽‍🚒', 'Ünlü-Ğ', 'a\u200fb', ''])('are not found in %j', (text) => {
    expect(controlCharacter.test(text)).toBe(false);
    expect(controlCharacterInLines.test(text)).toBe(false);
  });

  it('are marked where a text is quoted', () => {
    expect(replaceControlCharacters('a\u202eb\u0000')).toBe('a\uFFFDb\uFFFD');
    expect(replaceControlCharacters('a\u202egpj', '')).toBe('agpj');
  });

  it('are left out of a text that was pasted, and its lines and tabs stay', () => {
    expect(withoutControlCharacters('Ruf an:\n\t\u202d+49 171 1234567\u202c\u0007 👨‍👩‍👧')).toBe(
      'Ruf an:\n\t+49 171 1234567 👨‍👩‍👧',
    );
  });

  it('are ends of lines and tabs where one line is wanted', () => {
    for (const text of ['a\nb', 'a\r\nb', 'a\tb', 'a\u2028b', 'a\u2029b']) {
      expect(controlCharacter.test(text)).toBe(true);
      expect(controlCharacterInLines.test(text)).toBe(false);
    }
  });
});

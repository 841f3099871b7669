// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import german from '../../public/assets/i18n/de.json' with { type: 'json' };
import english from '../../public/assets/i18n/en.json' with { type: 'json' };
import germanHelp from '../areas/help/help.de.json' with { type: 'json' };
import englishHelp from '../areas/help/help.en.json' with { type: 'json' };
import { keysSaid } from './keys-said.ts';

afterEach(() => vi.restoreAllMocks());
const device = (isPhone: boolean, userAgent: string) => {
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: isPhone } as MediaQueryList);
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
};
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';

describe('a text that names keys', () => {
  it('says them as they are where there is a keyboard', () => {
    device(false, windows);
    expect(keysSaid(german.palette.open)).toBe('Suchen (Strg+K)');
  });

  it('says the key of a Mac on a Mac', () => {
    device(false, mac);
    expect([german.palette.open, english.palette.open].map(keysSaid)).toEqual(['Suchen (⌘K)', 'Search (⌘K)']);
    expect(keysSaid(german.shortcuts.control)).toBe('⌘');
    expect(keysSaid(german.matrix.help)).toContain('⌘V fügt einen Block');
  });

  it('names none on a phone, in no text of search, help and tour', () => {
    device(true, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)');
    expect(keysSaid(german.palette.open)).toBe('Suchen');
    for (const text of [german.favourites.added, english.favourites.added]) {
      expect(keysSaid(text)).not.toMatch(/Strg|Ctrl/);
    }
    const texts = [germanHelp, englishHelp].flatMap(({ pages, tour }) => [
      ...pages.flatMap(({ purpose, first }) => [purpose, ...first]),
      ...Object.values(tour).flatMap((steps) => steps.map(({ text }) => text)),
    ]);
    expect(texts.map(keysSaid).filter((text) => /Strg|Ctrl|Taste|\bkey\b/.test(text))).toEqual([]);
  });
});

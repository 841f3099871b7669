import { expect, it } from 'vitest';
import { checkTerms, termsName } from './check-terms.ts';

it('keeps names of versions that read the same as one', () => {
  const shown = 'Stand März 2027';
  for (const version of ['Stand Ma\u0308rz 2027', ' Stand\u00a0März  2027', 'Stand\u200b Mä\u00adrz 2027'])
    expect(termsName(version)).toBe(shown);
  expect(termsName('Fassung 2')).not.toBe(termsName('Fassung 3'));
});

it('refuses a name that reads as the one of what stood behind a link, and one that shows nothing', () => {
  const codeOf = (version: string) =>
    checkTerms({ version, validFrom: null, asksAgain: false, content: 'Text' }, '2026-12-01').map(
      ({ path, code }) => `${path} ${code}`,
    );
  for (const version of ['2026-11', '2026\u201111', '2026\u201311 ', '20\u200b26-11'])
    expect(codeOf(version)).toEqual(['version nameExists']);
  expect(codeOf('\u200b\u00a0')).toEqual(['version required']);
  expect(codeOf('a\nb')).toEqual(['version invalidCharacters']);
  expect(codeOf('2026-12')).toEqual([]);
});

import { expect, it } from 'vitest';
import { generalHints } from './general-hint.ts';

it('tells a visitor of findings in words that need no glossary, gravest first and each once', () => {
  const every = Array.from({ length: 24 }, (_, index) => ({
    code: `H${String(index + 1).padStart(2, '0')}`,
    severity: 1 as const,
  }));
  const hints = generalHints([...every, { code: 'H08', severity: 2 }]);
  expect(hints[0]).toMatchObject({ severity: 2, title: 'Anlagebereiche fehlen' });
  expect(hints.filter(({ title }) => title === 'Anlagebereiche fehlen')).toHaveLength(1);
  expect(hints.map(({ title }) => title).join(' ')).not.toMatch(
    /Peergroup|Mindestrang|Fondsauswahl|Zielmarkt|Tarif/,
  );
  expect(hints.every(({ text }) => text !== '')).toBe(true);
});

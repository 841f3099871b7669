// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { speaksGerman } from '../texts/german-for-test.ts';
import { agreedTermsText } from './agreed-terms-text.ts';

speaksGerman();

it('says version and moment of what was agreed to, and plainly where nothing is kept', () => {
  // Told by the clock of the reader's machine, wherever that stands.
  const termsAcceptedAt = new Date(2026, 10, 3, 12, 5).toISOString();
  expect(agreedTermsText({ termsVersion: '2026-11', termsAcceptedAt })).toBe(
    'Fassung 2026-11, zugestimmt am 03.11.2026, 12:05',
  );
  for (const part of [{ termsVersion: null }, { termsAcceptedAt: null }]) {
    expect(agreedTermsText({ termsVersion: '2026-11', termsAcceptedAt, ...part })).toBe(
      'Keine Zustimmung gespeichert',
    );
  }
});

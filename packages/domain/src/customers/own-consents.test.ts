import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { isAskedAnew, keptConsentText, ownConsentTexts } from './own-consents.ts';
import { type ConsentKind, consentKinds } from './privacy-texts.ts';

it('has a text for every kind that fits where it is kept, with the right to withdraw in it', () => {
  for (const kind of consentKinds) {
    const text = keptConsentText(kind);
    expect(text.length).toBeLessThanOrEqual(5000);
    expect(text).toContain('jederzeit');
    expect(ownConsentTexts[kind].version.length).toBeLessThanOrEqual(50);
  }
  expect(new Set(consentKinds.map(keptConsentText)).size).toBe(consentKinds.length);
});

/** What each version said: whoever changes the words gives them a new version, so that who agreed to others is asked anew. */
const wordsOf: Readonly<Record<string, Readonly<Record<ConsentKind, string>>>> = {
  '2026-12': {
    dataProcessing: 'e89d940fda93bffb',
    mail: '452e4d3d42f3776e',
    phone: 'bd60e533212b1ee4',
    sharing: 'a9ceca3f792073f1',
  },
};

it('keeps the words of a version as they were agreed to', () => {
  for (const kind of consentKinds) {
    const fingerprint = createHash('sha256').update(keptConsentText(kind)).digest('hex').slice(0, 16);
    expect(fingerprint, kind).toBe(wordsOf[ownConsentTexts[kind].version]?.[kind]);
  }
});

it('asks anew who agreed by herself to an earlier text, and nobody else', () => {
  const own = { consentKind: 'mail', decision: 'given', textVersion: '2025-01-own', isOwn: true } as const;
  expect(isAskedAnew(own)).toBe(true);
  expect(isAskedAnew({ ...own, textVersion: ownConsentTexts.mail.version })).toBe(false);
  expect(isAskedAnew({ ...own, isOwn: false })).toBe(false);
  expect(isAskedAnew({ ...own, isOwn: undefined })).toBe(false);
  expect(isAskedAnew({ ...own, decision: 'withdrawn' })).toBe(false);
});

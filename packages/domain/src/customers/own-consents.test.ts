import { expect, it } from 'vitest';
import { isAskedAnew, keptConsentText, ownConsentTexts } from './own-consents.ts';
import { consentKinds } from './privacy-texts.ts';

it('has a text for every kind that fits where it is kept, with the right to withdraw in it', () => {
  for (const kind of consentKinds) {
    const text = keptConsentText(kind);
    expect(text.length).toBeLessThanOrEqual(5000);
    expect(text).toContain('jederzeit');
    expect(ownConsentTexts[kind].version.length).toBeLessThanOrEqual(50);
  }
  expect(new Set(consentKinds.map(keptConsentText)).size).toBe(consentKinds.length);
});

it('asks anew who agreed by herself to an earlier text, and nobody else', () => {
  const own = { consentKind: 'mail', decision: 'given', textVersion: '2025-01-own', isOwn: true } as const;
  expect(isAskedAnew(own)).toBe(true);
  expect(isAskedAnew({ ...own, textVersion: ownConsentTexts.mail.version })).toBe(false);
  expect(isAskedAnew({ ...own, isOwn: false })).toBe(false);
  expect(isAskedAnew({ ...own, isOwn: undefined })).toBe(false);
  expect(isAskedAnew({ ...own, decision: 'withdrawn' })).toBe(false);
});

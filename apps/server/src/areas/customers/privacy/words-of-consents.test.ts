import { createHash } from 'node:crypto';
import { keptConsentText, ownConsentTexts } from '@depotwerk/domain/customers/own-consents';
import { type ConsentKind, consentKinds } from '@depotwerk/domain/customers/privacy-texts';
import { expect, it } from 'vitest';

/** What each version said: whoever changes the words gives them a new version, so that who agreed to others is asked anew. */
const wordsOf: Readonly<Record<string, Readonly<Record<ConsentKind, string>>>> = {
  '2026-12': {
    dataProcessing: 'e89d940fda93bffb',
    mail: '452e4d3d42f3776e',
    phone: 'bd60e533212b1ee4',
    sharing: 'a9ceca3f792073f1',
  },
  '2026-12-2': {
    dataProcessing: '1b5f0a58e1bed562',
    mail: 'b2a9fc288e6cf83c',
    phone: '4a143d0e764c0547',
    sharing: '970b5029ab3f7d0d',
  },
};

it('keeps the words of a version as they were agreed to', () => {
  const fingerprint = (kind: ConsentKind) =>
    createHash('sha256').update(keptConsentText(kind)).digest('hex').slice(0, 16);
  expect(consentKinds.map((kind) => [kind, fingerprint(kind)])).toEqual(
    consentKinds.map((kind) => [kind, wordsOf[ownConsentTexts[kind].version]?.[kind]]),
  );
});

import { createHash } from 'node:crypto';
import { keptConsentText, ownConsentTexts } from '@depotwerk/domain/customers/own-consents';
import { type ConsentKind, consentKinds } from '@depotwerk/domain/customers/privacy-texts';
import {
  analysisConsentVersion,
  bankConsentVersion,
  invitedConsentVersions,
  wordsOfConsent,
} from '@depotwerk/domain/depot-analysis/consent';
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

const fingerprintOf = (words: string) => createHash('sha256').update(words).digest('hex').slice(0, 16);

it('keeps the words of a version as they were agreed to', () => {
  expect(consentKinds.map((kind) => [kind, fingerprintOf(keptConsentText(kind))])).toEqual(
    consentKinds.map((kind) => [kind, wordsOf[ownConsentTexts[kind].version]?.[kind]]),
  );
});

/** What a visitor, an invited person, representatives and who names her bank agreed to: told to advisers by its version. */
const wordsOfVisitors: Readonly<Record<string, string>> = {
  '2026-11': '0308e88553dbe1dc',
  '2026-11-invited': '8755b6deccaf5b84',
  '2026-11-represented': '2855e0d0d9d56538',
  '2026-11-2': '01ffbf963dfb64cb',
};

it('keeps the words of what was agreed to on the way into the house', () => {
  const versions = [analysisConsentVersion, ...invitedConsentVersions, bankConsentVersion];
  expect(versions.map((version) => [version, fingerprintOf(wordsOfConsent(version).join('\n\n'))])).toEqual(
    versions.map((version) => [version, wordsOfVisitors[version]]),
  );
  // Of a version that is not kept here nobody claims to know the words.
  expect(wordsOfConsent('2020-01')).toEqual([]);
});

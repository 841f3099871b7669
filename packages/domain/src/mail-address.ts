import type { TextShape } from './master-data/field-issue.ts';

const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?`;

const letters = new RegExp(String.raw`^[^\s@,;:<>"()[\]\\]{1,64}@${label}(?:\.${label})+$`, 'u');

/**
 * Whether a text has no second spelling that looks the same: letters and signs of compatibility (the Kelvin sign for K,
 * full-width ones, ligatures) and accents apart from their letter are none.
 */
export const hasOneSpelling = (text: string): boolean => text.normalize('NFKC') === text;

/**
 * A mail address a letter can go to: one @, a host with a dot (of any letters: müller.de), no blanks. The mail server has
 * the last word. People sign in with it, so it has one spelling.
 */
export const mailAddressShape: TextShape = {
  test: (text) => letters.test(text) && hasOneSpelling(text),
};

/** What a form says of a text that is none. */
export const mailAddressText =
  'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel vorname.name@firma.example.';

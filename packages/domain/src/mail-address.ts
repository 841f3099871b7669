const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?`;

/**
 * A mail address a letter can go to: one @, a host with a dot (of any letters: müller.de), no blanks. The mail server has
 * the last word.
 */
export const mailAddressShape = new RegExp(
  String.raw`^[^\s@,;:<>"()[\]\\]{1,64}@${label}(?:\.${label})+$`,
  'u',
);

/** What a form says of a text that is none. */
export const mailAddressText =
  'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel vorname.name@firma.example.';

/** A mail address a letter can go to: one @, a host with a dot, no blanks. The mail server has the last word. */
export const mailAddressShape =
  /^[^\s@,;:<>"()[\]\\]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$/;

/** What a form says of a text that is none. */
export const mailAddressText =
  'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel vorname.name@firma.example.';

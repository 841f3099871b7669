/** A telephone number, however it is written: three figures at least. What cannot be dialled is a note, not a number. */
export const phoneNumberShape = /\d(?:\D*\d){2}/;

/** What a form says of a text that is none. */
export const phoneNumberText = 'Bitte geben Sie eine Telefonnummer ein, zum Beispiel +49-30-1234567.';

/** ISO 9362: four characters of the party, two letters of the country, two of the place, three of the branch. */
const bicShape = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/;

/** A BIC or bank code as it is stored: in capitals, without the blanks people write, as letters have them (370 100 77). */
export const normalizeBic = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase();

/** Whether a text is a BIC; small letters count as capitals. */
export const isBic = (text: string): boolean => bicShape.test(normalizeBic(text));

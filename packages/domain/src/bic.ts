/** ISO 9362: four characters of the party, two letters of the country, two of the place, three of the branch. */
const bicShape = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/;

/** A BIC as it is stored: in capitals, whatever blanks stood around it. */
export const normalizeBic = (text: string): string => text.trim().toUpperCase();

/** Whether a text is a BIC; small letters count as capitals. */
export const isBic = (text: string): boolean => bicShape.test(normalizeBic(text));

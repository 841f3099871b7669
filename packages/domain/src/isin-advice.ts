import { findIsinFault, isinCheckDigit } from './isin.ts';

/** What to do about a text that is no ISIN, as a German sentence: other numbers of securities are the usual reason. @param text normalised */
export function isinAdvice(text: string): string {
  // Nine characters, the first a digit or, of issuers abroad, a letter.
  if (/^[0-9A-Z]\d{2}[0-9A-Z]{5}\d$/.test(text)) {
    const body = `US${text}`;
    return `Das sieht nach einer CUSIP aus. Gebraucht wird die ISIN, bei Wertpapieren der USA wäre es ${body}${isinCheckDigit(body)}.`;
  }
  if (/^[0-9A-HJ-NP-Z]{6}$/.test(text) && /\d/.test(text))
    return 'Das sieht nach einer WKN aus. Gebraucht wird die ISIN mit zwölf Zeichen.';
  return findIsinFault(text) === 'checkDigit'
    ? 'Die Prüfziffer stimmt nicht. Bitte vergleichen Sie die ISIN mit dem Auszug der Bank.'
    : 'Eine ISIN hat zwölf Zeichen, etwa IE00B4L5Y983.';
}

import { findIsinFault, type IsinFault } from '@depotwerk/domain/isin';

const sentences: Record<IsinFault, string> = {
  shape: 'Das ist keine ISIN: zwei Buchstaben, neun Zeichen, eine Prüfziffer.',
  country: 'Das Länderkürzel der ISIN gibt es nicht.',
  checkDigit: 'Die Prüfziffer der ISIN stimmt nicht.',
};

/** Code and German sentence for a text that is no valid ISIN, null for a valid one. */
export function describeIsinFault(isin: string): { code: string; reason: string } | null {
  const fault = findIsinFault(isin);
  return fault ? { code: `isin.${fault}`, reason: sentences[fault] } : null;
}

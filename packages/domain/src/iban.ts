/** An IBAN as it is stored: upper case, without the blanks people write. */
export function normalizeIban(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase();
}

/** ISO 13616: country, check digits (MOD 97 = 1), length for Germany. Mirrors `is_valid_iban` of the database. */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  if (iban.startsWith('DE') && iban.length !== 22) return false;
  let remainder = 0;
  for (const sign of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

/**
 * The Steuer-Identifikationsnummer of a person (§ 139b AO): eleven digits, the last one a check digit. Whoever may see a
 * customer sees it masked; the mask stands for the stored number wherever a form sends it back.
 */

const hidden = '•'.repeat(9);
const mask = /^•{9}\d{2}$/;

/** The digits without the blanks people write. */
export function normalizeTaxIdentificationNumber(text: string): string {
  return text.replaceAll(/\s/g, '');
}

/**
 * Eleven digits, no leading zero, of the first ten exactly one twice or three times and no other more than once, check
 * digit by ISO 7064 MOD 11,10. Mirrors `is_valid_tax_identification_number` of the database.
 */
export function isTaxIdentificationNumber(digits: string): boolean {
  if (!/^[1-9]\d{10}$/.test(digits)) return false;
  const counts = Map.groupBy(digits.slice(0, 10), (digit) => digit);
  const repeated = [...counts.values()].filter(({ length }) => length > 1);
  if (repeated.length !== 1 || (repeated[0]?.length ?? 0) > 3) return false;
  return checkDigitOf(digits.slice(0, 10)) === Number(digits[10]);
}

/** Check digit of ISO 7064 MOD 11,10. */
export function checkDigitOf(digits: string): number {
  let product = 10;
  for (const digit of digits) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10;
}

/** `•••••••••09`; null = unknown. */
export function maskTaxIdentificationNumber(digits: string | null): string | null {
  return digits === null ? null : hidden + digits.slice(-2);
}

export function isTaxIdentificationMask(text: string): boolean {
  return mask.test(text.trim());
}

/** As the tax office prints it: `36 574 261 809`, the blanks not breaking. */
export function formatTaxIdentificationNumber(digits: string): string {
  return digits.replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, '$1\u00a0$2\u00a0$3\u00a0$4');
}

/**
 * The number a form means, which was checked before: nothing said or a mask keeps the one stored, a blank empties it.
 *
 * @param stored of the customer, and of the one merged into him
 * @returns `unclear` for a mask that stands for none of them, or for two different ones
 */
export function meantTaxIdentificationNumber(
  text: string | null | undefined,
  stored: readonly (string | null)[],
): { readonly number: string | null } | 'unclear' {
  if (text === undefined) return { number: stored[0] ?? null };
  if (text === null || text.trim() === '') return { number: null };
  if (!isTaxIdentificationMask(text)) return { number: normalizeTaxIdentificationNumber(text) };
  const meant = new Set(stored.filter((number) => maskTaxIdentificationNumber(number) === text.trim()));
  const [number] = meant;
  return number === undefined || meant.size > 1 ? 'unclear' : { number };
}

/** Check digits of the identifiers the demo world invents. */
import { isinCheckDigit } from '@depotwerk/domain/isin';

function letterDigits(text: string): string {
  return [...text].map((letter) => Number.parseInt(letter, 36).toString()).join('');
}

/** The twelve characters of an ISIN from its first eleven. */
export function completeIsin(body: string): string {
  return `${body}${isinCheckDigit(body)}`;
}

/** An IBAN from country and account part (ISO 13616, MOD 97-10). */
export function completeIban(country: string, account: string): string {
  let remainder = 0;
  for (const digit of letterDigits(`${account}${country}00`))
    remainder = (remainder * 10 + Number(digit)) % 97;
  return `${country}${String(98 - remainder).padStart(2, '0')}${account}`;
}

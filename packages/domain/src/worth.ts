import { fromCents } from './money.ts';

/**
 * What so many units are worth at a price, in whole cents, half away from zero as the database rounds. Exact: by the digits both are
 * written with, because their product in binary fractions lies on the wrong side of half a cent now and then (0.5 × 2.01).
 */
export function worthInCents(quantity: number, price: number): number {
  const [units, each] = [asDecimal(quantity), asDecimal(price)];
  const digits = units.digits * each.digits;
  const beyondCents = units.places + each.places - 2;
  if (beyondCents <= 0) return Number(digits * 10n ** BigInt(-beyondCents));
  const cent = 10n ** BigInt(beyondCents);
  return Number((digits + (digits < 0n ? -cent : cent) / 2n) / cent);
}

/** The same in euro. */
export const worthOf = (quantity: number, price: number): number => fromCents(worthInCents(quantity, price));

/** A number by the digits it is written with, and how many of them are decimals (below zero: so many zeros follow). */
function asDecimal(value: number): { readonly digits: bigint; readonly places: number } {
  const [mantissa = '0', exponent = '0'] = value.toExponential().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), places: fraction.length - Number(exponent) };
}

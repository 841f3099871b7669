/** Exact figures of the bank: quantities in millionths of a unit, prices in ten-thousandths of a euro, money in cents. */
const quantityScale = 1_000_000;
const priceScale = 10_000;
/** Cents of one millionth of a unit at a ten-thousandth of a euro: 10^6 · 10^4 / 10^2. */
const valueDivisor = 100_000_000n;

/** Six decimals; further ones are rounded. */
export const toQuantity = (units: number): number => Math.round(units * quantityScale);
export const fromQuantity = (quantity: number): number => quantity / quantityScale;
export const toPrice = (euro: number): number => Math.round(euro * priceScale);
export const fromPrice = (price: number): number => price / priceScale;
export const toFraction = toQuantity;
export const fromFraction = fromQuantity;

/** Value in cents, half a cent rounded up. */
export function valueInCents(quantity: number, price: number): number {
  return Number((BigInt(quantity) * BigInt(price) + valueDivisor / 2n) / valueDivisor);
}

/** The most units an amount pays for. */
export function quantityFor(cents: number, price: number): number {
  return Number((BigInt(cents) * valueDivisor) / BigInt(price));
}

/** `1.204,00 EUR` for texts of the bank. */
export function euroText(cents: number): string {
  const text = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${text.format(cents / 100)} EUR`;
}

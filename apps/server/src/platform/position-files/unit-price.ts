/** A holding as a bank or its file names it, in EUR. */
export interface PricedHolding {
  readonly quantity: number;
  readonly price: number | null;
  readonly value: number | null;
}

/** Beyond this share of the value, quantity times price means another unit (pence, percent, nominal). */
const unitTolerance = 0.01;

const round = (value: number): number => Number(value.toFixed(6));

/**
 * EUR a unit, six decimals; null when neither price nor value says one. A price that contradicts the value is in another
 * unit: then the value decides, and `isOtherUnit` says so.
 */
export function unitPrice({ quantity, price, value }: PricedHolding): {
  readonly price: number | null;
  readonly isOtherUnit: boolean;
} {
  const given = price !== null && price > 0 ? round(price) : null;
  const byValue = quantity > 0 && value !== null && value > 0 ? round(value / quantity) : null;
  const isOtherUnit =
    given !== null &&
    byValue !== null &&
    value !== null &&
    Math.abs(quantity * given - value) > Math.max(1, value * unitTolerance);
  const found = isOtherUnit ? byValue : (given ?? byValue);
  return { price: found !== null && found > 0 ? found : null, isOtherUnit };
}

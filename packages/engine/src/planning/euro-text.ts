/** Cents as the product writes amounts in German text, with a space that does not break: 1.234,50 €. */
export const euros = (cents: number): string =>
  `${(cents / 100)
    .toFixed(2)
    .replace('.', ',')
    .replaceAll(/\B(?=(\d{3})+,)/g, '.')}\u00a0€`;

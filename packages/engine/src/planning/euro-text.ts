/** Cents as German text: 1.234,50 EUR. */
export const euros = (cents: number): string =>
  `${(cents / 100)
    .toFixed(2)
    .replace('.', ',')
    .replaceAll(/\B(?=(\d{3})+,)/g, '.')} EUR`;

/** The ISO code of the currency everything is reckoned in. */
const euro = 'EUR';

/** How a currency stands behind an amount: its sign, or its ISO code. */
export const currencySign = (currency: string): string => (currency === euro ? '€' : currency);

/** Whether a file means euros by what it says of a currency, however it writes it; where it says nothing, it does. */
export const isEuroOrUnstated = (currency: string | null): boolean =>
  currency === null || /^(?:eur|euro|€)?$/i.test(currency);

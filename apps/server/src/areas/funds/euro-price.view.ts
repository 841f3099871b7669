import { figureCurrency } from './figures/price-series.view.ts';

/** Whether prices of fund `f` are in euros: there are no exchange rates, and a price in dollars is none in euros. */
export const isPricedInEuros = `f.currency = '${figureCurrency}'`;

/** Newest price of fund `f` in euros and its day, each null where its prices are in another currency. */
export const euroPrice = `case when ${isPricedInEuros} then f.price end`;
export const euroPriceDate = `case when ${isPricedInEuros} then f.price_date end`;

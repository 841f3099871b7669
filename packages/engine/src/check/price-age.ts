/** Days after which a price is too old to value by, unless a tariff says otherwise. */
export const usualPriceAgeDays = 10;

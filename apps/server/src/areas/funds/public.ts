/** What the area funds offers the others. */
export { euroPrice, euroPriceDate, isPricedInEuros } from './euro-price.view.ts';
export { readCommonPrices, readFundPrices } from './fund-prices.view.ts';
export { readFund } from './get-fund.view.ts';
export { readOutsideUniverse } from './outside-universe.view.ts';
export { fundsNamed, searchFunds } from './search-funds.view.ts';
export { inUniverse, isOfferedFund } from './tariff-universe.view.ts';
export { namedVanished } from './vanished-funds.view.ts';

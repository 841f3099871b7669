/** What the area analysis offers the others. */
export { type PerformanceWindow, readContractPerformance } from './contract-performance.view.ts';
export { KnownGroupReturns } from './group-returns.view.ts';
export { mostAtOnce, readTariffPerformance } from './tariff-performance/tariff-performance.view.ts';
export { readTaxedHoldings } from './taxed-holdings.view.ts';

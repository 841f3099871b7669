/** What the area components offers the others. */
export { checkTariffContent } from './combination.view.ts';
export { type ComponentIds, readComponentContents, readComponentsByKey } from './component-content.view.ts';
export { type FundMatrixRating, readFundMatrixRating } from './fund-matrix-rating.view.ts';
export { figuresOfMix } from './mix-figures.view.ts';
export { covarianceOf, type RiskMarket, readRiskMarket } from './risk-market.view.ts';

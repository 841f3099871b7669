import { annualVolatility, logReturns, meanOf, present } from '../estimation/returns.ts';
import { performanceScenarios } from '../figures/performance-scenarios.ts';
import {
  type CreditRisk,
  raiseForRarePrices,
  revisedSrri,
  summaryRiskIndicator,
} from '../figures/risk-classes.ts';
import {
  marketRiskMeasure,
  type ReturnMoments,
  returnMoments,
  srriClass,
  valueAtRiskEquivalentVolatility,
} from '../risk-indicator.ts';
import type { Input } from './input.ts';

const isCreditRisk = (value: number): value is CreditRisk => [1, 2, 3, 4, 5, 6].includes(value);

function readCreditRisk(input: Input): CreditRisk {
  const value = input.numberOr(['creditRisk', 'crm'], 1, { min: 1, max: 6, isInteger: true });
  return isCreditRisk(value) ? value : input.refuse('the credit risk measure is 1 to 6', 'creditRisk');
}

const srri = (volatility: number) => ({
  vol: volatility,
  volatility,
  cls: srriClass(volatility),
  class: srriClass(volatility),
});

/** The market risk measure of a VEV; one class higher where only monthly or rarer prices exist. */
function marketRisk(vev: number, isRarelyPriced: boolean): number {
  const measured = marketRiskMeasure(vev);
  return isRarelyPriced ? raiseForRarePrices(measured) : measured;
}

/** VEV, MRM, SRI of moments. */
function priips(
  moments: ReturnMoments,
  holdingYears: number,
  creditRisk: CreditRisk,
  isRarelyPriced: boolean,
  mean?: number,
) {
  const vev = valueAtRiskEquivalentVolatility(moments, holdingYears);
  const mrm = marketRisk(vev, isRarelyPriced);
  const root = Math.sqrt(holdingYears);
  return {
    observations: moments.observations,
    sigma: moments.standardDeviation,
    skew: moments.skew,
    excessKurtosis: moments.excessKurtosis,
    // VEV = (sqrt(3.842 - 2 VaR) - 1.96) / sqrt(T), solved for VaR.
    varReturnSpace: (3.842 - (vev * root + 1.96) * (vev * root + 1.96)) / 2,
    vev,
    mrm,
    sri: summaryRiskIndicator(mrm, creditRisk),
    estimated: true,
    ...(mean === undefined ? {} : { scenario: performanceScenarios(moments, mean, holdingYears) }),
  };
}

function priipsOfPrices(input: Input, prices: readonly number[], holdingYears: number) {
  const returns = present(logReturns(prices));
  if (returns.length < 2) input.refuse('at least three prices are needed', 'prices');
  return priips(
    returnMoments(returns),
    holdingYears,
    readCreditRisk(input),
    input.booleanOr('monthlyPricesOnly', false),
    meanOf(returns),
  );
}

const years = ['holdingYears', 'rhpYears', 'recommendedHoldingPeriod'];

function ofOneFund(input: Input, holdingYears: number): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  if (input.has('name')) result['name'] = input.text('name');
  if (input.has('isin')) result['isin'] = input.text('isin');
  if (input.has('weeklyReturns'))
    result['srriWeekly'] = srri(annualVolatility(input.numbers('weeklyReturns'), 52));
  if (input.has('monthlyReturns'))
    result['srriMonthly'] = srri(annualVolatility(input.numbers('monthlyReturns'), 12));
  if (input.has(['volatility', 'vol']))
    result['srri'] = srri(input.number(['volatility', 'vol'], { min: 0 })).cls;
  const prices = ['dailyPrices5y', 'dailyPrices', 'prices'];
  if (input.has(prices)) {
    result['priips'] = priipsOfPrices(
      input,
      input.numbers(prices, { min: Number.MIN_VALUE }),
      input.numberOr(years, holdingYears, { min: 0.01 }),
    );
  } else if (input.has(['sigma', 'moments'])) {
    const moments = input.has('moments') ? input.object('moments') : input;
    Object.assign(
      result,
      priips(
        {
          observations: moments.number('observations', { min: 1 }),
          standardDeviation: moments.number(['sigma', 'standardDeviation'], { min: 0 }),
          skew: moments.numberOr('skew', 0),
          excessKurtosis: moments.numberOr('excessKurtosis', 0),
        },
        input.numberOr(years, holdingYears, { min: 0.01 }),
        readCreditRisk(input),
        input.booleanOr('monthlyPricesOnly', false),
        moments.numberOr('mean', undefined),
      ),
    );
  } else if (input.has('vev')) {
    const mrm = marketRisk(input.number('vev', { min: 0 }), input.booleanOr('monthlyPricesOnly', false));
    Object.assign(result, { mrm, sri: summaryRiskIndicator(mrm, readCreditRisk(input)), estimated: true });
  } else if (input.has('mrm')) {
    result['sri'] = summaryRiskIndicator(
      input.number('mrm', { min: 1, max: 7, isInteger: true }),
      readCreditRisk(input),
    );
    result['estimated'] = true;
  }
  // The manufacturer's figure (EPT field 01090) takes precedence over everything computed here.
  if (input.has('publishedSri')) {
    result['sri'] = input.number('publishedSri', { min: 1, max: 7, isInteger: true });
    result['estimated'] = false;
  }
  return result;
}

/**
 * `riskIndicators`: SRRI from volatilities or returns, VEV/MRM/SRI from prices, moments or VEV; lists for many at
 * once. A computed SRI carries `estimated: true`; `publishedSri`, the manufacturer's, takes precedence.
 */
export function riskIndicators(input: Input): unknown {
  const holdingYears = input.numberOr(years, 5, { min: 0.01, max: 100 });
  if (input.has('series')) return input.objects('series', (element) => ofOneFund(element, holdingYears));
  const result: Record<string, unknown> = {};
  if (input.has(['volatilities', 'vols'])) {
    const volatilities = input.numbers(['volatilities', 'vols'], { min: 0 });
    result['classes'] = volatilities.map(srriClass);
    result['srri'] = result['classes'];
    result['intervals'] = [
      [0, 0.005],
      [0.005, 0.02],
      [0.02, 0.05],
      [0.05, 0.1],
      [0.1, 0.15],
      [0.15, 0.25],
      [0.25, null],
    ];
    if (input.has('publishedSrri')) {
      result['revisedSrri'] = revisedSrri(
        input.number('publishedSrri', { min: 1, max: 7, isInteger: true }),
        volatilities,
      );
    }
  }
  if (input.has('vevs')) {
    const isRarelyPriced = input.booleanOr('monthlyPricesOnly', false);
    result['mrm'] = input.numbers('vevs', { min: 0 }).map((vev) => marketRisk(vev, isRarelyPriced));
    result['sri'] = Object.fromEntries(
      ([1, 2, 3, 4, 5, 6] as const).map((row) => [
        `CR${row}`,
        [1, 2, 3, 4, 5, 6, 7].map((mrm) => summaryRiskIndicator(mrm, row)),
      ]),
    );
  }
  if (input.has('vevFromMoments')) {
    result['vev'] = input.objects('vevFromMoments', (element) => ofOneFund(element, holdingYears)['vev']);
  }
  if (Array.isArray(input.raw('classes'))) {
    result['classes'] = input.objects('classes', (element) => ofOneFund(element, holdingYears));
  }
  return { ...result, ...ofOneFund(input, holdingYears) };
}

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
  periodsOfFiveYears,
  type ReturnMoments,
  returnMoments,
  srriClass,
  valueAtRiskEquivalentVolatility,
} from '../risk-indicator.ts';
import type { Input } from './input.ts';

const isCreditRisk = (value: number): value is CreditRisk => [1, 2, 3, 4, 5, 6].includes(value);

function readCreditRisk(input: Input, fallback: CreditRisk): CreditRisk {
  const value = input.numberOr(['creditRisk', 'crm'], fallback, { min: 1, max: 6, isInteger: true });
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
  input: Input,
  moments: ReturnMoments,
  { holdingYears, creditRisk, isRarelyPriced }: Common,
  periodsPerYear: number | undefined,
  mean?: number,
) {
  const vev = valueAtRiskEquivalentVolatility(moments, holdingYears, periodsPerYear);
  if (vev === null)
    return input.refuse('skew and kurtosis are too large for so short a holding period: no VEV', 'skew');
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
    periodsPerYear: periodsPerYear ?? periodsOfFiveYears(moments),
    ...(mean === undefined
      ? {}
      : { scenario: performanceScenarios(moments, mean, holdingYears, periodsPerYear) }),
  };
}

/** What counts for every fund of a request that does not say otherwise itself. */
interface Common {
  readonly holdingYears: number;
  readonly creditRisk: CreditRisk;
  readonly isRarelyPriced: boolean;
}

const readCommon = (input: Input, fallback: Common): Common => ({
  holdingYears: input.numberOr(years, fallback.holdingYears, { min: 0.01, max: 100 }),
  creditRisk: readCreditRisk(input, fallback.creditRisk),
  isRarelyPriced: input.booleanOr('monthlyPricesOnly', fallback.isRarelyPriced),
});

function priipsOfPrices(input: Input, prices: readonly number[], own: Common) {
  const returns = present(logReturns(prices));
  if (returns.length < 2) input.refuse('at least three prices are needed', 'prices');
  return priips(input, returnMoments(returns), own, readPeriods(input), meanOf(returns));
}

/** Periods a year of the returns; without them they are taken for five years of data. */
const readPeriods = (input: Input) =>
  input.numberOr(['periodsPerYear', 'frequency'], undefined, { min: 1, max: 400 });

const years = ['holdingYears', 'rhpYears', 'recommendedHoldingPeriod'];

function ofOneFund(input: Input, common: Common): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const own = readCommon(input, common);
  if (input.has('name')) result['name'] = input.text('name');
  if (input.has('isin')) result['isin'] = input.text('isin');
  const volatilityOf = (name: string, periodsPerYear: number) => {
    const returns = input.numbers(name);
    if (returns.length < 2) input.refuse('at least two returns are needed', name);
    return annualVolatility(returns, periodsPerYear);
  };
  if (input.has('weeklyReturns')) result['srriWeekly'] = srri(volatilityOf('weeklyReturns', 52));
  if (input.has('monthlyReturns')) result['srriMonthly'] = srri(volatilityOf('monthlyReturns', 12));
  if (input.has(['volatility', 'vol']))
    result['srri'] = srri(input.number(['volatility', 'vol'], { min: 0 })).cls;
  const prices = ['dailyPrices5y', 'dailyPrices', 'prices'];
  if (input.has(prices)) {
    result['priips'] = priipsOfPrices(input, input.numbers(prices, { min: Number.MIN_VALUE }), own);
  } else if (input.has(['sigma', 'moments'])) {
    const moments = input.has('moments') ? input.object('moments') : input;
    Object.assign(
      result,
      priips(
        moments,
        {
          observations: moments.number('observations', { min: 1 }),
          standardDeviation: moments.number(['sigma', 'standardDeviation'], { min: 0 }),
          skew: moments.numberOr('skew', 0),
          excessKurtosis: moments.numberOr('excessKurtosis', 0),
        },
        own,
        readPeriods(moments) ?? readPeriods(input),
        moments.numberOr('mean', undefined),
      ),
    );
  } else if (input.has('vev')) {
    const mrm = marketRisk(input.number('vev', { min: 0 }), own.isRarelyPriced);
    Object.assign(result, { mrm, sri: summaryRiskIndicator(mrm, own.creditRisk), estimated: true });
  } else if (input.has('mrm')) {
    result['sri'] = summaryRiskIndicator(
      input.number('mrm', { min: 1, max: 7, isInteger: true }),
      own.creditRisk,
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
 * once, for which what the request says of credit risk, holding period and rare prices counts unless they say it
 * themselves. A computed SRI carries `estimated: true`; `publishedSri`, the manufacturer's, takes precedence.
 */
export function riskIndicators(input: Input): unknown {
  const common = readCommon(input, { holdingYears: 5, creditRisk: 1, isRarelyPriced: false });
  if (input.has('series')) return input.objects('series', (element) => ofOneFund(element, common));
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
    result['mrm'] = input.numbers('vevs', { min: 0 }).map((vev) => marketRisk(vev, common.isRarelyPriced));
    result['sri'] = Object.fromEntries(
      ([1, 2, 3, 4, 5, 6] as const).map((row) => [
        `CR${row}`,
        [1, 2, 3, 4, 5, 6, 7].map((mrm) => summaryRiskIndicator(mrm, row)),
      ]),
    );
  }
  if (input.has('vevFromMoments')) {
    result['vev'] = input.objects('vevFromMoments', (element) => ofOneFund(element, common)['vev']);
  }
  if (Array.isArray(input.raw('classes'))) {
    result['classes'] = input.objects('classes', (element) => ofOneFund(element, common));
  }
  Object.assign(result, ofOneFund(input, common));
  if (Object.keys(result).every((key) => key === 'name' || key === 'isin'))
    input.refuse('prices, returns, moments, a volatility or a VEV are needed', 'prices');
  return result;
}

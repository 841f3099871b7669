import type { Region, Sector } from '@depotwerk/domain/master-data/regions-and-sectors';

/** Regions by the words of a group's key, the first that stands in it. */
const regionWords: readonly (readonly [string, Region])[] = [
  ['_NA', 'northAmerica'],
  ['_EM', 'emergingMarkets'],
  ['_ASIEN', 'asia'],
  ['_JAPAN', 'japan'],
  ['_EUR', 'europe'],
  ['_DE', 'europe'],
  ['_EU', 'europe'],
  ['_INFL', 'europe'],
];

const sectorsOfKeys: Readonly<Record<string, Sector>> = {
  AKT_TECH: 'technology',
  AKT_GESUND: 'health',
  AKT_ENERGIE: 'energy',
  AKT_MINEN: 'commodities',
  ROHSTOFF: 'commodities',
  GOLD: 'commodities',
  IMMO_AKT: 'realEstate',
  IMMO_OFFEN: 'realEstate',
};

/** Where the funds of a demo peer group invest for the most part. */
export const regionOf = (key: string): Region => {
  const word = `_${key.split('_').slice(1).join('_')}`;
  return (
    regionWords.find(
      ([part]) => word.endsWith(part) || word.includes(`${part}_`) || word.startsWith(part),
    )?.[1] ?? 'world'
  );
};

/** What they invest in for the most part. */
export const sectorOf = (key: string): Sector => sectorsOfKeys[key] ?? 'broad';

/** Years the manufacturers of the demo recommend. */
export const holdingYears = 5;

/** Groups whose funds nobody without knowledge is the first to be meant by. */
const demanding = /^(?:AKT_(?:EM|TECH|MINEN|ENERGIE)|RENT_EUR_HY|RENT_EM|ABS_RET|ROHSTOFF|GOLD)$/;

/** One technology fund in so many is not meant for whoever wants the lowest risk: it has a negative target market (H24). */
const notForLowestRisk = 5;

/** Codes of the target market as a manufacturer would write them for a fund of a group. */
export function demoTargetMarket(key: string, fundId: number): Readonly<Record<string, string>> {
  const isSafe = key === 'GELD_EUR' || key === 'RENT_EUR_KURZ';
  return {
    basicInvestor: demanding.test(key) ? 'Neutral' : 'Y',
    informedInvestor: 'Y',
    advancedInvestor: 'Y',
    noCapitalLoss: isSafe ? 'Y' : 'Neutral',
    limitedCapitalLoss: demanding.test(key) ? 'Neutral' : 'Y',
    noCapitalGuarantee: 'Y',
    capitalGrowth: isSafe ? 'Neutral' : 'Y',
    investmentAdvice: 'B',
    ...(key === 'AKT_TECH' && fundId % notForLowestRisk === 0 && { notForLowestRiskTolerance: 'Y' }),
  };
}

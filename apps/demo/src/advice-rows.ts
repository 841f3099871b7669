/** The demo's tariffs and funds in the shape the server reads them from the database: one check for both. */
import { riskIndicatorLimit } from '@depotwerk/domain/tariff/check-product-type';
import {
  type AssembledTariff,
  assembleTariff,
  type FundRow,
  type MarketRows,
  type RankRow,
  type TariffRows,
} from '@depotwerk/server/public';
import { groupColours } from './demo-colours.ts';
import type { DemoFund } from './demo-funds.ts';
import { type DemoMarket, hasKeyFigures, sustainableShares } from './demo-market.ts';
import { type DemoTariff, shortlistSize } from './demo-tariffs.ts';
import { type RankingTypeId, rankingTypeIds } from './fund-figures.ts';
import { demoTargetMarket, holdingYears, regionOf, sectorOf } from './group-places.ts';
import { peergroups } from './market-parameters.ts';
import { tariffLimits } from './tariff-limits.ts';

/** Numbers as the database keeps them, with six decimals. */
const stored = (value: number): number => Number(value.toFixed(6));
const storedOrNull = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : stored(value);

/** Hybrid tariffs have no selection: the server ranks their funds by risk-adjusted return. */
const hybridRankingTypeId = 4;

const markets = new WeakMap<DemoMarket, MarketRows>();
const ranks = new WeakMap<DemoMarket, Map<number, RankRow[]>>();

/** The funds of a market as rows; prices play no part, because positions bring their own. */
function marketRows(market: DemoMarket): MarketRows {
  let rows = markets.get(market);
  if (!rows) {
    rows = {
      groups: peergroups.map(({ name, key }, index) => ({
        id: index + 1,
        name,
        colour: groupColours[index % groupColours.length] ?? '',
        region: regionOf(key),
        sector: sectorOf(key),
        covariance: market.figures.covariance[index] ?? [],
      })),
      funds: market.available.map((fund) => fundRow(fund, market)),
    };
    markets.set(market, rows);
  }
  return rows;
}

function fundRow(fund: DemoFund, market: DemoMarket): FundRow {
  const figures = market.figures.funds[fund.id - 1];
  const isKnown = hasKeyFigures(market, fund);
  return {
    id: fund.id,
    isin: fund.isin,
    name: fund.name,
    company: fund.company,
    peergroupId: fund.peergroupId,
    categoryName: null,
    categoryColor: null,
    status: fund.status,
    isInactive: false,
    successorFundId: null,
    isEtf: fund.isEtf,
    ongoingFee: stored(fund.ter),
    distributionFee: stored(fund.trail),
    equityQuota: stored((peergroups[fund.peergroupId - 1]?.equityQuota ?? 0) / 100),
    riskIndicator: figures?.sri ?? null,
    sfdrArticle: fund.sfdrArticle,
    minimumShareSustainable: sustainableShares[fund.sfdrArticle],
    minimumShareTaxonomy: null,
    considersPai: fund.sfdrArticle >= 8,
    unitDecimals: fund.unitDecimals,
    minimumOrder: fund.minimumOrder,
    minimumSavingsAmount: fund.isSavingsPlanCapable ? 10 : null,
    isSavingsPlanCapable: fund.isSavingsPlanCapable,
    mifidR: 'Y',
    targetMarket: demoTargetMarket(peergroups[fund.peergroupId - 1]?.key ?? '', fund.id),
    holdingYears,
    hasKiid: false,
    price: null,
    priceDate: null,
    trackingError: isKnown ? storedOrNull(figures?.trackingError) : null,
    informationRatio: isKnown ? storedOrNull(figures?.ranking[3]) : null,
  };
}

function rankRows(market: DemoMarket, rankingTypeId: number): RankRow[] {
  let byType = ranks.get(market);
  if (!byType) ranks.set(market, (byType = new Map()));
  let rows = byType.get(rankingTypeId);
  if (!rows) {
    const type: RankingTypeId =
      rankingTypeIds.find((known) => known === rankingTypeId) ?? hybridRankingTypeId;
    rows = market.available.map((fund) => ({
      fundId: fund.id,
      rank: market.figures.ranks[fund.id - 1]?.[type] ?? null,
      value: storedOrNull(market.figures.funds[fund.id - 1]?.ranking[type]),
    }));
    byType.set(rankingTypeId, rows);
  }
  return rows;
}

/** The tariff as the server would assemble it from what is written about it. */
export function assembleDemoTariff(
  tariff: DemoTariff,
  market: DemoMarket,
  ids: { readonly tariffId: string; readonly tariffVersionId: string },
  silencedHintIds: readonly number[],
): AssembledTariff {
  const { parameters, columns, classes } = tariff;
  const rankingTypeId = tariff.isHybrid ? hybridRankingTypeId : parameters.rankingTypeId;
  const rows: TariffRows = {
    ...ids,
    versionNumber: 1,
    riskTypeId: tariff.measure === 'valueAtRisk' ? 2 : 1,
    usesQuota: tariff.measure === 'equityQuota',
    isHybrid: tariff.isHybrid,
    rankingTypeId,
    shortlistSize,
    minimumRank: tariff.isHybrid ? null : parameters.minimumRank,
    allowsUnrated: tariff.isHybrid || parameters.refusesUnrated !== true,
    classes: classes.map(({ target, range }, index) => ({
      riskClassId: index + 1,
      target,
      range,
      sriLimit: tariff.sriLimits[index] ?? null,
    })),
    groupFractions: tariff.isHybrid
      ? []
      : columns.flatMap(({ groups }, index) =>
          [...groups].map(([peergroupId, fraction]) => ({
            riskClassId: index + 1,
            peergroupId,
            fraction,
          })),
        ),
    // Every shortlist of the demo holds a fund when it is drawn: nothing is substituted.
    relationships: [],
    fundFractions: tariff.isHybrid
      ? columns.flatMap(({ proposal }, index) =>
          [...proposal].map(([fundId, tenths]) => ({
            riskClassId: index + 1,
            fundId,
            fraction: tenths / 1000,
          })),
        )
      : [],
    selectedFundIds: tariff.isHybrid ? null : [...tariff.shortlists.values()].flat(),
    silencedHintIds,
    portfolioLimits: tariffLimits.portfolio,
    savingsPlanLimits: tariffLimits.savingsPlan,
    gainLimit: parameters.gainNoteLimit ?? null,
    sriLimit: riskIndicatorLimit({ tariffTypeId: parameters.typeId, maximumRiskIndicator: null }),
    costCap: null,
    lifeCycle: [],
  };
  return assembleTariff(marketRows(market), rankRows(market, rankingTypeId), rows);
}

import type { HintCode } from '@depotwerk/domain/advice/hint-codes';
import type { LifeCycleStep } from '@depotwerk/domain/tariff/life-cycle';
import { rankingFigure } from '@depotwerk/domain/tariff/ranking-types';
import { riskMeasureOf } from '@depotwerk/domain/tariff/risk-measure';
import { fromTenths, roundedToTenths, toTenths } from '@depotwerk/domain/tenths';
import type { AdviceFund, AdviceTariff } from '@depotwerk/engine/advice/advice-input';
import { defaultCheckRules } from '@depotwerk/engine/check/tariff-context';
import { type ComparedFund, isRankAllowed, shortlistOf } from '@depotwerk/engine/ranking/select-funds';
import { statedMarket } from '@depotwerk/engine/ranking/target-market';
import { roundToUnits } from '@depotwerk/engine/rounding/round-to-units';
import type { GroupRow, MarketRows, RankRow, TariffRows } from './tariff-rows.ts';

/** A tariff ready to check its contracts, with every fund of the tenant by id. */
export interface AssembledTariff {
  readonly tariff: AdviceTariff;
  readonly funds: readonly AdviceFund[];
  readonly fundById: ReadonlyMap<number, AdviceFund>;
  readonly fundByIsin: ReadonlyMap<string, AdviceFund>;
  /** How the risk goes down before a contract ends, the first step first. */
  readonly lifeCycle: readonly LifeCycleStep[];
  /** Ids of the peer groups by name. */
  readonly groupIds: ReadonlyMap<string, number>;
}

/** Groups above this weight get two funds (engine rules, section 10). */
const twoFundsFrom = 0.2;
const defaultSavingsMinimum = 25;

/** Puts a tariff's stored parts together: columns, shortlists and proposals by class (engine rules, 7 and 10). */
export function assembleTariff(
  market: MarketRows,
  ranks: readonly RankRow[],
  rows: TariffRows,
): AssembledTariff {
  const funds = adviceFunds(market, ranks);
  const fundById = new Map(funds.map((fund) => [fund.fundId, fund]));
  const fundByIsin = new Map(funds.map((fund) => [fund.isin, fund]));
  const groupIndex = new Map(market.groups.map(({ name }, g) => [name, g]));
  const chosenIds = rows.isHybrid
    ? [...new Set(rows.fundFractions.map(({ fundId }) => fundId))]
    : (rows.selectedFundIds ?? []);
  const chosen = chosenIds.flatMap((id) => fundById.get(id) ?? []);
  const shortlists = shortlistsOf(market, ranks, rows, chosen, groupIndex);
  const columns = rows.classes.map((riskClass) =>
    withSubstitutes(columnOf(market, rows, riskClass.riskClassId, fundById), market, rows, shortlists),
  );
  const dates = chosen.flatMap(({ priceDate }) => priceDate ?? []).toSorted();
  return {
    funds,
    fundById,
    fundByIsin,
    lifeCycle: rows.lifeCycle,
    groupIds: new Map(market.groups.map(({ id, name }) => [name, id])),
    tariff: {
      tariffId: rows.tariffId,
      tariffVersionId: rows.tariffVersionId,
      versionNumber: rows.versionNumber,
      dataDate: dates.at(-1) ?? null,
      measure: riskMeasureOf(rows.riskTypeId, rows.usesQuota),
      peerGroups: market.groups.map(({ id, name, colour }) => ({ peergroupId: id, name, colour })),
      covariance: market.groups.map(({ covariance }) => covariance),
      shortlists,
      classes: rows.classes.map((riskClass, k) => {
        const targetWeights = columns[k] ?? [];
        const proposal = rows.isHybrid
          ? fundsOfMatrix(rows, riskClass.riskClassId, fundById)
          : proposedFunds(targetWeights, shortlists);
        return { ...riskClass, targetWeights, proposal };
      }),
      universe: chosen.map(({ isin }) => isin).toSorted(),
      rules: {
        minimumRank: rows.minimumRank,
        allowsUnrated: rows.allowsUnrated,
        driftAbsolute: defaultCheckRules.driftAbsolute,
        driftRelative: defaultCheckRules.driftRelative,
        driftFloor: defaultCheckRules.driftFloor,
        switchSaving: rows.switchThresholds?.switchSaving ?? defaultCheckRules.switchSaving,
        switchSavingEuros: rows.switchThresholds?.switchSavingEuros ?? defaultCheckRules.switchSavingEuros,
        switchPaybackMonths:
          rows.switchThresholds?.switchPaybackMonths ?? defaultCheckRules.switchPaybackMonths,
        minimumOrder: rows.portfolioLimits.value.min ?? 0,
        maximumPriceAgeDays: defaultCheckRules.maximumPriceAgeDays,
        gainLimit: rows.gainLimit,
        usesSpecificRisk: defaultCheckRules.usesSpecificRisk,
      },
      // What is not there changes no hash of an input.
      ...(rows.sriLimit !== null && { sriLimit: rows.sriLimit }),
      ...(rows.costCap !== null && { costCap: rows.costCap }),
      silencedHints: rows.silencedHintIds.map(hintCodeOf),
      portfolioLimits: rows.portfolioLimits,
      savingsPlanLimits: rows.savingsPlanLimits,
      savingsMode: 'TARGET',
      savingsUnits: 100,
    },
  };
}

/** Code of a hint's number, for numbers a tariff asks for. */
// A tariff asks for the hints 1 to 21, which are codes.
export const hintCodeOf = (hintId: number): HintCode => `H${String(hintId).padStart(2, '0')}` as HintCode;

/** Tariffs with the same ranking type share the funds of their tenant. */
const fundsByRanks = new WeakMap<readonly RankRow[], AdviceFund[]>();

function adviceFunds(market: MarketRows, ranks: readonly RankRow[]): AdviceFund[] {
  const known = fundsByRanks.get(ranks);
  if (known) return known;
  const funds = makeFunds(market, ranks);
  fundsByRanks.set(ranks, funds);
  return funds;
}

function makeFunds(market: MarketRows, ranks: readonly RankRow[]): AdviceFund[] {
  const rankOf = new Map(ranks.map(({ fundId, rank }) => [fundId, rank]));
  const isinOf = new Map(market.funds.map(({ id, isin }) => [id, isin]));
  const groupOf = new Map(market.groups.map((group) => [group.id, group]));
  return market.funds.map((fund) => ({
    fundId: fund.id,
    isin: fund.isin,
    name: fund.name,
    categoryName: fund.categoryName,
    categoryColor: fund.categoryColor,
    peerGroup: groupOf.get(fund.peergroupId ?? 0)?.name ?? '',
    ...placeOf(groupOf.get(fund.peergroupId ?? 0)),
    company: fund.company,
    status:
      fund.isInactive && (fund.status === 'open' || fund.status === 'softClosed') ? 'closed' : fund.status,
    successor: isinOf.get(fund.successorFundId ?? 0) ?? null,
    rank: rankOf.get(fund.id) ?? null,
    ter: fund.ongoingFee,
    equityQuota: fund.equityQuota,
    sri: fund.riskIndicator,
    trackingError: fund.trackingError ?? 0,
    hasRiskData: fund.trackingError !== null && groupOf.has(fund.peergroupId ?? 0),
    isEtf: fund.isEtf,
    informationRatio: fund.informationRatio,
    sfdrArticle: fund.sfdrArticle,
    minimumSustainableShare: fund.minimumShareSustainable ?? 0,
    ...(fund.minimumShareTaxonomy && { minimumTaxonomyShare: fund.minimumShareTaxonomy }),
    considersPai: fund.considersPai ?? false,
    ...(!fund.isSavingsPlanCapable && { isSavingsPlanCapable: false }),
    price: fund.price,
    priceDate: fund.priceDate,
    unitDecimals: fund.unitDecimals,
    minimumOrder: fund.minimumOrder ?? 0,
    savingsMinimum: fund.minimumSavingsAmount ?? defaultSavingsMinimum,
    distributionFee: fund.distributionFee,
    mifidR: fund.mifidR,
    ...statedMarket(fund),
    hasKiid: fund.hasKiid,
  }));
}

/** Region and sector as far as they are known: what is not there changes no hash of an input. */
const placeOf = (group: GroupRow | undefined): Pick<AdviceFund, 'region' | 'sector'> => ({
  ...(group && group.region !== '' && { region: group.region }),
  ...(group && group.sector !== '' && { sector: group.sector }),
});

/** Best first within each group: rank, figure, costs, ISIN; only what may be bought. */
function shortlistsOf(
  market: MarketRows,
  ranks: readonly RankRow[],
  rows: TariffRows,
  chosen: readonly AdviceFund[],
  groupIndex: ReadonlyMap<string, number>,
): string[][] {
  const figures = new Map(ranks.map(({ fundId, value }) => [fundId, value]));
  // A fund for the check has costs of 0 where they are unknown, which would sort it first.
  const costs = new Map(market.funds.map(({ id, ongoingFee }) => [id, ongoingFee]));
  const lists = market.groups.map((): ComparedFund[] => []);
  for (const { fundId, isin, rank, status, peerGroup } of chosen) {
    if (status !== 'open' || !isRankAllowed(rank, rows)) continue;
    const rankingValue = rankingFigure(rows.rankingTypeId, figures.get(fundId) ?? null);
    lists[groupIndex.get(peerGroup) ?? -1]?.push({
      isin,
      rank,
      rankingValue,
      ter: costs.get(fundId) ?? null,
    });
  }
  return lists.map((list) => shortlistOf(list, rows).map(({ isin }) => isin));
}

/** Weights of a class by peer group, in the order of the groups. */
function columnOf(
  market: MarketRows,
  rows: TariffRows,
  riskClassId: number,
  fundById: ReadonlyMap<number, AdviceFund>,
): number[] {
  const tenths = new Map<string, number>();
  const add = (group: string | undefined, fraction: number) => {
    if (group) tenths.set(group, (tenths.get(group) ?? 0) + toTenths(fraction));
  };
  const nameOf = new Map(market.groups.map(({ id, name }) => [id, name]));
  if (rows.isHybrid) {
    for (const item of rows.fundFractions)
      if (item.riskClassId === riskClassId) add(fundById.get(item.fundId)?.peerGroup, item.fraction);
  } else {
    for (const item of rows.groupFractions)
      if (item.riskClassId === riskClassId) add(nameOf.get(item.peergroupId), item.fraction);
  }
  return market.groups.map(({ name }) => fromTenths(tenths.get(name) ?? 0));
}

/**
 * The weight of a group without eligible fund goes to the first of its related groups that has one (engine rules,
 * section 10); without such a group it stays where it is.
 */
function withSubstitutes(
  weights: number[],
  market: MarketRows,
  rows: TariffRows,
  shortlists: readonly (readonly string[])[],
): number[] {
  if (rows.isHybrid || rows.relationships.length === 0) return weights;
  const places = new Map(market.groups.map(({ id }, place) => [id, place]));
  const hasFunds = (place: number | undefined) => (shortlists[place ?? -1]?.length ?? 0) > 0;
  for (const { peergroupId, relatedPeergroupIds } of rows.relationships) {
    const place = places.get(peergroupId);
    if (place === undefined || (weights[place] ?? 0) === 0 || hasFunds(place)) continue;
    const taker = relatedPeergroupIds.map((id) => places.get(id)).find(hasFunds);
    if (taker === undefined) continue;
    // Whole tenths of a percent, so that sums stay exact.
    weights[taker] = roundedToTenths((weights[taker] ?? 0) + (weights[place] ?? 0));
    weights[place] = 0;
  }
  return weights;
}

const fundsOfMatrix = (rows: TariffRows, riskClassId: number, fundById: ReadonlyMap<number, AdviceFund>) =>
  rows.fundFractions.flatMap((item) => {
    const fund = fundById.get(item.fundId);
    return fund && item.riskClassId === riskClassId && item.fraction > 0
      ? [{ isin: fund.isin, weight: item.fraction }]
      : [];
  });

/** One fund a group, two where the group is large; the weight is split into whole tenths of a percent. */
function proposedFunds(weights: readonly number[], shortlists: readonly (readonly string[])[]) {
  return weights.flatMap((weight, g) => {
    const list = (shortlists[g] ?? []).slice(0, weight > twoFundsFrom ? 2 : 1);
    const tenths = toTenths(weight);
    if (tenths === 0 || list.length === 0) return [];
    const parts = roundToUnits(
      list.map(() => 1),
      tenths,
    );
    return list.map((isin, k) => ({ isin, weight: fromTenths(parts[k] ?? 0) }));
  });
}

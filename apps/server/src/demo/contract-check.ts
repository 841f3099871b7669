/** Check of one demo contract: risk, score and hints, computed from what is stored (engine rules, 11 and 12). */
import {
  contractScore,
  costPart,
  fundQuality,
  type HintSeverity,
  overlapPart,
  riskPart,
  type ScoreParts,
} from '@depotwerk/engine/contract-score';
import { type RiskBand, type RiskBandStatus, riskBand, riskBandStatus } from '@depotwerk/engine/risk-band';
import type { DemoFund } from './demo-funds.ts';
import type { DemoTariff } from './demo-tariffs.ts';
import type { MarketFigures } from './fund-figures.ts';
import { equityQuota, groupVariance, measurePercent } from './risk-model.ts';

/** All funds by id (position plus one), those a tenant offers, the latter by peer group, and the figures. */
export interface DemoMarket {
  readonly funds: readonly DemoFund[];
  readonly available: readonly DemoFund[];
  readonly fundsByGroup: ReadonlyMap<number, readonly DemoFund[]>;
  readonly figures: MarketFigures;
}

/** A position with its weight (fraction of the fund value) and value in euro. */
export interface CheckedPosition {
  readonly fund: DemoFund;
  readonly weight: number;
  readonly value: number;
  /** Age of the price in days. */
  readonly priceAge: number;
}

export interface CheckInput {
  readonly tariff: DemoTariff;
  /** Risk class of the contract, null when nobody assessed it. */
  readonly riskClassId: number | null;
  readonly positions: readonly CheckedPosition[];
  /** Savings plan fractions by fund; empty when there is none. */
  readonly savingsPlan: readonly { readonly fund: DemoFund; readonly fraction: number }[];
  /** Smallest share of sustainable investments the client asked for; null = no preference. */
  readonly sustainableShare: number | null;
  /** Hints the tariff switched off. */
  readonly silentHints: ReadonlySet<number>;
}

export interface FoundHint {
  readonly hintId: number;
  readonly severity: HintSeverity;
  readonly scope: 'portfolio' | 'savingsPlan' | 'contract';
  readonly fundIds: readonly number[];
  readonly peergroupId: number | null;
  readonly actual: number | null;
  readonly target: number | null;
  readonly range: number | null;
  readonly suggestedFundIds: readonly number[];
}

export interface CheckResult {
  /** In percent of the tariff's measure; null without risk class. */
  readonly measure: number;
  readonly shareQuota: number;
  readonly band: RiskBand | null;
  readonly target: number | null;
  readonly status: RiskBandStatus;
  readonly distance: number;
  readonly parts: ScoreParts;
  readonly score: number;
  readonly hints: readonly FoundHint[];
}

/** Lowest share of sustainable investments a fund promises, by SFDR article. */
export const sustainableShares: Readonly<Record<6 | 8 | 9, number>> = { 6: 0, 8: 0.1, 9: 0.6 };
const driftThreshold = 0.05;
const maximumDriftHints = 3;

function addTo(map: Map<number, number>, key: number, value: number): void {
  map.set(key, (map.get(key) ?? 0) + value);
}

/** Collects hints, leaving out the silent ones. */
class HintList {
  readonly found: FoundHint[] = [];
  readonly #silent: ReadonlySet<number>;

  constructor(silent: ReadonlySet<number>) {
    this.#silent = silent;
  }

  add(
    hintId: number,
    severity: HintSeverity,
    scope: FoundHint['scope'],
    more: Partial<FoundHint> = {},
  ): void {
    if (this.#silent.has(hintId)) return;
    this.found.push({
      hintId,
      severity,
      scope,
      fundIds: [],
      peergroupId: null,
      actual: null,
      target: null,
      range: null,
      suggestedFundIds: [],
      ...more,
    });
  }
}

function checkFund(position: CheckedPosition, input: CheckInput, market: DemoMarket, hints: HintList): void {
  const { tariff } = input;
  const { fund, weight, value } = position;
  const fundIds = [fund.id];
  const type = tariff.parameters.rankingTypeId;
  const rankOf = (id: number): number | null => market.figures.ranks[id - 1]?.[type] ?? null;
  const rank = rankOf(fund.id);
  const shortlist = (tariff.shortlists.get(fund.peergroupId) ?? [])
    .map((id) => market.funds[id - 1])
    .filter((candidate): candidate is DemoFund => candidate !== undefined && candidate.id !== fund.id);
  const suggestedFundIds = shortlist.slice(0, 1).map((candidate) => candidate.id);
  const minimum = tariff.parameters.minimumRank;
  if (minimum !== null && rank !== null && rank < minimum)
    hints.add(4, 1, 'portfolio', { fundIds, actual: rank, target: minimum, suggestedFundIds });
  if (!tariff.selectedFunds.has(fund.id))
    hints.add(6, weight > 0.2 ? 2 : 1, 'portfolio', { fundIds, actual: weight, suggestedFundIds });
  if (fund.status !== 'open' && fund.status !== 'softClosed') {
    const isSaved = input.savingsPlan.some((entry) => entry.fund.id === fund.id);
    hints.add(7, isSaved ? 2 : 1, isSaved ? 'savingsPlan' : 'portfolio', { fundIds, suggestedFundIds });
  }
  const cheaper = shortlist.find(
    (candidate) => (rankOf(candidate.id) ?? 0) >= (rank ?? 0) && fund.ter - candidate.ter >= 0.003 - 1e-9,
  );
  if (cheaper)
    hints.add(11, 0, 'portfolio', {
      fundIds,
      suggestedFundIds: [cheaper.id],
      actual: fund.ter,
      target: cheaper.ter,
      range: Math.round(value * (fund.ter - cheaper.ter) * 100) / 100,
    });
  const ratio = market.figures.funds[fund.id - 1]?.ranking[3] ?? null;
  const etf = shortlist.find((candidate) => candidate.isEtf);
  if (!fund.isEtf && ratio !== null && ratio <= 0 && etf)
    hints.add(12, 0, 'portfolio', { fundIds, suggestedFundIds: [etf.id], actual: ratio });
  if (weight > 0.4) hints.add(13, 1, 'portfolio', { fundIds, actual: weight, target: 0.4 });
  if (position.priceAge > 10)
    hints.add(14, 1, 'portfolio', { fundIds, actual: position.priceAge, target: 10 });
  if (value < fund.minimumOrder || weight < 0.01) hints.add(17, 0, 'portfolio', { fundIds, actual: weight });
  if (input.sustainableShare !== null && sustainableShares[fund.sfdrArticle] < input.sustainableShare)
    hints.add(18, 2, 'portfolio', {
      fundIds,
      actual: sustainableShares[fund.sfdrArticle],
      target: input.sustainableShare,
    });
}

function checkGroups(
  weights: ReadonlyMap<number, number>,
  target: ReadonlyMap<number, number>,
  input: CheckInput,
  hints: HintList,
): void {
  const drifts: { group: number; actual: number; wanted: number; excess: number }[] = [];
  for (const [group, wanted] of target) {
    const actual = weights.get(group) ?? 0;
    const suggestedFundIds = (input.tariff.shortlists.get(group) ?? []).slice(0, 1);
    const seen = { peergroupId: group, actual, target: wanted, suggestedFundIds };
    if (actual === 0 && wanted >= 0.05) hints.add(8, 1, 'portfolio', seen);
    const threshold = Math.min(driftThreshold, 0.25 * wanted);
    const excess = Math.abs(actual - wanted) / threshold;
    if (actual > 0 && excess > 1) drifts.push({ group, actual, wanted, excess });
  }
  for (const [group, actual] of weights)
    if (!target.has(group)) hints.add(9, 1, 'portfolio', { peergroupId: group, actual, target: 0 });
  drifts.sort((a, b) => b.excess - a.excess || a.group - b.group);
  for (const { group, actual, wanted, excess } of drifts.slice(0, maximumDriftHints))
    hints.add(10, excess > 2 ? 1 : 0, 'portfolio', {
      peergroupId: group,
      actual,
      target: wanted,
      range: Math.min(driftThreshold, 0.25 * wanted),
      suggestedFundIds: (input.tariff.shortlists.get(group) ?? []).slice(0, 1),
    });
}

function groupWeights(
  positions: readonly { readonly fund: DemoFund; readonly weight: number }[],
): Map<number, number> {
  const weights = new Map<number, number>();
  for (const { fund, weight } of positions) addTo(weights, fund.peergroupId, weight);
  return weights;
}

/** Checks savings plan sum and overlap; returns the part of the score. */
function checkSavingsPlan(
  input: CheckInput,
  target: ReadonlyMap<number, number> | null,
  hints: HintList,
): number {
  if (input.savingsPlan.length === 0) return 100;
  const sum = input.savingsPlan.reduce((total, entry) => total + entry.fraction, 0);
  if (Math.abs(sum - 1) > 1e-6) hints.add(16, 2, 'savingsPlan', { actual: sum, target: 1 });
  if (target === null) return 0;
  const overlap = overlapPart(
    groupWeights(input.savingsPlan.map(({ fund, fraction }) => ({ fund, weight: fraction }))),
    target,
  );
  if (overlap < 90)
    hints.add(15, overlap < 70 ? 1 : 0, 'savingsPlan', { actual: overlap / 100, target: 0.9 });
  return overlap;
}

/** Risk, parts of the score, score and hints of a contract. */
export function checkContract(input: CheckInput, market: DemoMarket): CheckResult {
  const { tariff, positions, riskClassId } = input;
  const hints = new HintList(input.silentHints);
  const weights = groupWeights(positions);
  let variance = groupVariance(weights, market.figures.covariance);
  for (const { fund, weight } of positions)
    variance += weight * weight * (market.figures.funds[fund.id - 1]?.trackingError ?? 0) ** 2;
  const quota = equityQuota(weights);
  const measure = measurePercent(tariff.measure, variance, quota);
  const riskClass = riskClassId === null ? undefined : tariff.classes[riskClassId - 1];
  const column = riskClassId === null ? undefined : tariff.columns[riskClassId - 1];
  const band = riskClass ? riskBand(riskClass.target, riskClass.range) : null;
  const { status, distance } = band
    ? riskBandStatus(measure, band)
    : riskBandStatus(null, { low: 0, high: 0 });
  if (riskClass && (status === 'above' || status === 'below'))
    hints.add(status === 'above' ? 1 : 2, status === 'above' ? 2 : 1, 'contract', {
      actual: Math.round(measure * 100) / 10_000,
      target: riskClass.target / 100,
      range: riskClass.range / 100,
    });
  let fee = 0;
  let quality = 0;
  const companies = new Map<string, number>();
  for (const position of positions) {
    const { fund, weight } = position;
    fee += weight * fund.ter;
    const rank = market.figures.ranks[fund.id - 1]?.[tariff.parameters.rankingTypeId] ?? null;
    const isEligible =
      tariff.selectedFunds.has(fund.id) && (fund.status === 'open' || fund.status === 'softClosed');
    quality += weight * fundQuality(rank, isEligible);
    companies.set(fund.company, (companies.get(fund.company) ?? 0) + weight);
    checkFund(position, input, market, hints);
  }
  for (const [company, weight] of companies)
    if (weight > 0.6)
      hints.add(13, 1, 'portfolio', {
        fundIds: positions.filter(({ fund }) => fund.company === company).map(({ fund }) => fund.id),
        actual: weight,
        target: 0.6,
      });
  if (column) checkGroups(weights, column.groups, input, hints);
  const parts: ScoreParts = {
    risk: riskPart(status, distance, riskClass?.range ?? 1),
    allocation: column ? overlapPart(weights, column.groups) : 0,
    quality,
    costs: column ? costPart(fee, column.proposalFee) : 0,
    savingsPlan: checkSavingsPlan(input, column?.groups ?? null, hints),
  };
  const worst = hints.found.reduce<HintSeverity | null>(
    (highest, hint) => (highest === null || hint.severity > highest ? hint.severity : highest),
    null,
  );
  return {
    measure,
    shareQuota: quota,
    band,
    target: riskClass?.target ?? null,
    status,
    distance,
    parts,
    score: contractScore(parts, worst),
    hints: hints.found,
  };
}

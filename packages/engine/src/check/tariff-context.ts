import type { HintCode } from '@depotwerk/domain/advice/hint-codes';
import type { FundStatus } from '@depotwerk/domain/master-data/fund-status';
import type { RiskMeasure } from '@depotwerk/domain/tariff/risk-measure';
import { EngineError } from '../engine-error.ts';
import { repairCovariance } from '../linear-algebra/covariance-repair.ts';
import { flatten } from '../linear-algebra/matrix.ts';
import {
  type BrokenRestriction,
  type ClientRestrictions,
  type RestrictedFund,
  restrictionOf,
} from '../ranking/client-restrictions.ts';
import { type EsgPreference, violatesEsg } from '../ranking/select-funds.ts';
import {
  judgeTargetMarket,
  type MarketDimension,
  type MarketedFund,
  type TargetClient,
} from '../ranking/target-market.ts';
import { type RiskBand, riskBand } from '../risk-band.ts';
import { canonicalTariff, movedMatrix } from './canonical-tariff.ts';
import { usualPriceAgeDays } from './price-age.ts';

/** What the check needs to know of a fund. Shares and rates as fractions. */
export interface CheckFund extends RestrictedFund, MarketedFund {
  readonly peerGroup: string;
  readonly status: FundStatus;
  readonly successor: string | null;
  readonly rank: number | null;
  /** Ongoing costs per year; null = unknown, which is never cheaper than anything. */
  readonly ter: number | null;
  /** null = unknown. */
  readonly equityQuota: number | null;
  /** Annual tracking error to the group's index; fund specific risk. */
  readonly trackingError: number;
  readonly hasRiskData: boolean;
  readonly isEtf: boolean;
  readonly informationRatio: number | null;
  readonly sfdrArticle: 6 | 8 | 9 | null;
  readonly minimumSustainableShare: number;
  /** Absent = none is promised. */
  readonly minimumTaxonomyShare?: number | undefined;
  readonly considersPai: boolean;
  /** Whether a savings plan may begin to pay into it; absent = it may. */
  readonly isSavingsPlanCapable?: boolean | undefined;
}

/** Thresholds of the hints (engine.md section 12); defaults in {@link defaultCheckRules}. */
export interface CheckRules {
  readonly minimumRank: number | null;
  readonly allowsUnrated: boolean;
  /** Drift in fractions: absolute and relative to the target. */
  readonly driftAbsolute: number;
  readonly driftRelative: number;
  /** Smallest drift in fractions that the relative threshold may ask for: without it small targets shout. */
  readonly driftFloor: number;
  /** Ongoing costs a year that a fund of the same group must save to be worth a switch, as a fraction. */
  readonly switchSaving: number;
  /** Euros a year such a switch must save. */
  readonly switchSavingEuros: number;
  /** Months within which a switch must earn back its fees. */
  readonly switchPaybackMonths: number;
  readonly minimumOrder: number;
  readonly maximumPriceAgeDays: number;
  /** Limit of the weighted and of a single SRI; null = not configured. */
  readonly sriLimit: number | null;
  /** Realised gain in euros that is worth a note; null = not configured. */
  readonly gainLimit: number | null;
  readonly usesSpecificRisk: boolean;
}

export const defaultCheckRules: CheckRules = {
  minimumRank: null,
  allowsUnrated: true,
  driftAbsolute: 0.05,
  driftRelative: 0.25,
  driftFloor: 0.01,
  switchSaving: 0.003,
  switchSavingEuros: 25,
  switchPaybackMonths: 24,
  minimumOrder: 0,
  maximumPriceAgeDays: usualPriceAgeDays,
  sriLimit: null,
  gainLimit: null,
  usesSpecificRisk: true,
};

/** A tariff's class as the check is asked for it. */
export interface TariffInput {
  readonly measure: RiskMeasure;
  /** Percentage points. */
  readonly target: number;
  readonly range: number;
  readonly peerGroups: readonly string[];
  /** Annual covariance of the peer groups. */
  readonly covariance: readonly (readonly number[])[];
  /** Target weights of the class by peer group, fractions summing to 1. */
  readonly targetWeights: readonly number[];
  /** Shortlists by peer group, best first; the first ones are proposed. */
  readonly shortlists: readonly (readonly string[])[];
  /** Proposed funds and their weights, summing to 1. */
  readonly proposal: readonly { readonly isin: string; readonly weight: number }[];
  readonly funds: readonly CheckFund[];
  /** ISINs the tariff allows; null = all. */
  readonly universe: readonly string[] | null;
  readonly rules: CheckRules;
  readonly esg: EsgPreference | null;
  /** What the client excludes; absent = nothing. */
  readonly restrictions?: ClientRestrictions | undefined;
  /** Whom funds have to be made for; absent = only the type of client is judged. */
  readonly client?: TargetClient | undefined;
  /** Hints the tariff wants to hear nothing of: they are left out and cap no score. Default none. */
  readonly silencedHints?: readonly HintCode[];
}

/** A fund with what follows from its tariff. */
export interface PreparedFund extends CheckFund {
  /** Whether the tariff's measure can be told of it: where that is the equity quota, the quota has to be known. */
  readonly hasRiskData: boolean;
  /** Its ongoing costs in sums that are compared; where they are unknown {@link assumedCosts}. */
  readonly assumedTer: number;
  readonly groupIndex: number;
  readonly isInUniverse: boolean;
  /** Cheapest fund of the same group's shortlist of at least the same rank, if it saves the tariff's threshold. */
  readonly cheaper: { readonly isin: string; readonly saving: number } | null;
  /** First ETF on the shortlist of its group. */
  readonly etf: string | null;
  readonly violatesEsg: boolean;
  /** The exclusion of the client it falls under. */
  readonly restriction: BrokenRestriction | null;
  /** Dimensions in which the client is in its negative target market. */
  readonly negativeMarket: readonly MarketDimension[];
  /** Against the preference, excluded, or not made for the client: nothing unwanted is bought or stays. */
  readonly isUnwanted: boolean;
}

/** Finds what is known of an ISIN. */
export interface FundLookup {
  get(isin: string): PreparedFund | undefined;
}

/** Everything of a tariff and class that is the same for all of its contracts, prepared once. */
export interface TariffContext {
  /** Groups by name and proposed funds by ISIN, whatever the order they came in. */
  readonly input: TariffInput;
  readonly band: RiskBand;
  readonly covariance: Float64Array;
  readonly target: Float64Array;
  /** Funds by ISIN, prepared when first asked for. */
  readonly funds: FundLookup;
  readonly proposalTer: number;
  readonly proposal: ReadonlyMap<string, number>;
  /** Scratch memory reused by every check of this tariff. */
  readonly groupWeights: Float64Array;
  /** Place of each group in everything that lists groups here. */
  readonly groupPlaces: ReadonlyMap<string, number>;
}

/** Prepares a tariff's class for any number of checks; the order of its groups and funds is without effect. */
export function prepareTariff(given: TariffInput): TariffContext {
  checkLengths(given);
  const { input, places } = canonicalTariff(given);
  // A risk that is no risk (asymmetric, a portfolio of negative variance) is refused, never measured.
  const covariance = repaired(given.covariance, places);
  const groupPlaces = new Map(input.peerGroups.map((group, i) => [group, i]));
  const universe = input.universe ? new Set(input.universe) : null;
  const byIsin = indexOfFunds(input.funds);
  let proposalTer = 0;
  const assumed = assumedCosts(input.funds);
  for (const { isin, weight } of input.proposal) {
    const fund = byIsin.get(isin);
    if (fund) proposalTer += weight * assumed(fund);
  }
  return {
    input,
    band: riskBand(input.target, input.range),
    covariance,
    target: Float64Array.from(input.targetWeights),
    funds: fundLookup(input, byIsin, groupPlaces, universe),
    proposalTer,
    proposal: new Map(input.proposal.map(({ isin, weight }) => [isin, weight])),
    groupWeights: new Float64Array(input.peerGroups.length),
    groupPlaces,
  };
}

function checkLengths(input: TariffInput): void {
  const n = input.peerGroups.length;
  const need = (count: number, path: string) => {
    if (count !== n)
      throw new EngineError('INPUT_INVALID', `${path} has ${count} elements, expected ${n}`, path);
  };
  need(input.covariance.length, 'covariance');
  need(input.targetWeights.length, 'targetWeights');
  need(input.shortlists.length, 'shortlists');
}

/** One repair for all classes of a tariff: they share its covariance and the order of its groups. */
const repairs = new WeakMap<TariffInput['covariance'], Map<string, Float64Array>>();

function repaired(covariance: TariffInput['covariance'], places: readonly number[] | null): Float64Array {
  let known = repairs.get(covariance);
  if (!known) repairs.set(covariance, (known = new Map()));
  const key = places?.join() ?? '';
  let matrix = known.get(key);
  if (!matrix) {
    const { symmetric } = repairCovariance(flatten(covariance), covariance.length, 'tariff.covariance');
    known.set(key, (matrix = movedMatrix(symmetric, places)));
  }
  return matrix;
}

/** One index for all classes of a tariff: they share the array of its funds. */
const indexes = new WeakMap<readonly CheckFund[], ReadonlyMap<string, CheckFund>>();

function indexOfFunds(funds: readonly CheckFund[]): ReadonlyMap<string, CheckFund> {
  let index = indexes.get(funds);
  if (!index) indexes.set(funds, (index = new Map(funds.map((fund) => [fund.isin, fund]))));
  return index;
}

const assumptions = new WeakMap<readonly CheckFund[], (fund: CheckFund) => number>();

/**
 * Ongoing costs a fund counts with where sums are compared. Where nobody knows its own, it counts as its group's mean, else
 * as that of all funds: a gap in the data is neither an advantage nor a fault. What is shown never counts them so.
 */
function assumedCosts(funds: readonly CheckFund[]): (fund: CheckFund) => number {
  let assumed = assumptions.get(funds);
  if (assumed) return assumed;
  const isUnknown = ({ ter }: CheckFund) => ter === null;
  const means = funds.some(isUnknown) ? meanCosts(funds) : null;
  assumed = ({ ter, peerGroup }) => ter ?? means?.byGroup.get(peerGroup) ?? means?.ofAll ?? 0;
  assumptions.set(funds, assumed);
  return assumed;
}

function meanCosts(funds: readonly CheckFund[]) {
  // By ISIN: the mean of the same costs in another order may be another in its last digit.
  const known = funds.filter(({ ter }) => ter !== null).toSorted((a, b) => (a.isin < b.isin ? -1 : 1));
  const mean = (members: readonly CheckFund[]) =>
    members.reduce((sum, { ter }) => sum + (ter ?? 0), 0) / Math.max(1, members.length);
  const groups = Map.groupBy(known, ({ peerGroup }) => peerGroup);
  return {
    byGroup: new Map([...groups].map(([group, members]) => [group, mean(members)])),
    ofAll: mean(known),
  };
}

/** A tenant may have twenty thousand funds and a contract five: only what is asked for is prepared. */
function fundLookup(
  input: TariffInput,
  byIsin: ReadonlyMap<string, CheckFund>,
  groupIndexes: ReadonlyMap<string, number>,
  universe: ReadonlySet<string> | null,
): FundLookup {
  const prepared = new Map<string, PreparedFund>();
  const wishes = new Map<string, Wishes>();
  const wishOf = (fund: CheckFund): Wishes => {
    let wish = wishes.get(fund.isin);
    if (!wish) wishes.set(fund.isin, (wish = wishesOf(fund, input)));
    return wish;
  };
  return {
    get(isin) {
      const known = prepared.get(isin);
      if (known) return known;
      const fund = byIsin.get(isin);
      if (!fund) return undefined;
      const groupIndex = groupIndexes.get(fund.peerGroup) ?? -1;
      // What the client rules out is no better fund for her.
      const list = (input.shortlists[groupIndex] ?? [])
        .flatMap((other) => byIsin.get(other) ?? [])
        .filter((other) => !wishOf(other).isUnwanted);
      const result = {
        ...fund,
        hasRiskData: fund.hasRiskData && (input.measure !== 'EQUITY_QUOTA' || fund.equityQuota !== null),
        assumedTer: assumedCosts(input.funds)(fund),
        groupIndex,
        isInUniverse: universe === null || universe.has(isin),
        cheaper: cheaperOf(fund, list, input.rules.switchSaving),
        etf: list.find((other) => other.isEtf && other.isin !== isin)?.isin ?? null,
        ...wishOf(fund),
      };
      prepared.set(isin, result);
      return result;
    },
  };
}

type Wishes = Pick<PreparedFund, 'violatesEsg' | 'restriction' | 'negativeMarket' | 'isUnwanted'>;

/** What of a client's wishes a fund breaks. */
function wishesOf(fund: CheckFund, { esg, restrictions, client }: TariffInput): Wishes {
  const isAgainstEsg = violatesEsg(fund, esg);
  const restriction = restrictionOf(fund, restrictions);
  const { negative } = judgeTargetMarket(fund, client ?? null, null);
  return {
    violatesEsg: isAgainstEsg,
    restriction,
    negativeMarket: negative,
    isUnwanted: isAgainstEsg || restriction !== null || negative.length > 0,
  };
}

type Costs = Pick<CheckFund, 'ter'> | undefined;

/** What holding `to` instead of `from` saves a year as a fraction of the value; null where the costs of one are unknown. */
export const costSaving = (from: Costs, to: Costs): number | null =>
  from && to && from.ter !== null && to.ter !== null ? from.ter - to.ter : null;

function cheaperOf(fund: CheckFund, list: readonly CheckFund[], threshold: number): PreparedFund['cheaper'] {
  let best: PreparedFund['cheaper'] = null;
  for (const other of list) {
    if (other.isin === fund.isin || (other.rank ?? 0) < (fund.rank ?? 0)) continue;
    const saving = costSaving(fund, other);
    if (saving === null || saving < threshold - 1e-12) continue;
    if (!best || saving > best.saving) best = { isin: other.isin, saving };
  }
  return best;
}

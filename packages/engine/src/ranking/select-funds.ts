import type { FundStatus } from '@depotwerk/domain/master-data/fund-status';

/** A fund as the selection sees it. */
export interface SelectableFund {
  readonly isin: string;
  readonly peerGroup: string;
  readonly status: FundStatus;
  readonly rank: number | null;
  /** Figure of the ranking type; higher is better. */
  readonly rankingValue: number | null;
  readonly ter: number | null;
  readonly isSavingsPlanCapable: boolean;
  /** Smallest investment of the share class in euros. */
  readonly minimumInvestment: number;
  /** SFDR article 6, 8 or 9. */
  readonly sfdrArticle: 6 | 8 | 9 | null;
  readonly minimumSustainableShare: number;
  /** Share that is sustainable after the taxonomy regulation; absent = the fund promises none. */
  readonly minimumTaxonomyShare?: number | undefined;
  readonly considersPai: boolean;
}

/** What the client wants of sustainability; null = nothing. */
export interface EsgPreference {
  readonly minimumSustainableShare: number;
  /** Absent = none is wanted. */
  readonly minimumTaxonomyShare?: number | undefined;
  readonly needsPai: boolean;
  readonly minimumArticle: 6 | 8 | 9;
}

/** The tariff's rule of selection. */
export interface SelectionRule {
  /** null = every fund. */
  readonly universe: ReadonlySet<string> | null;
  readonly minimumRank: number | null;
  readonly allowsUnrated: boolean;
  readonly shortlistSize: number;
  readonly fundsPerGroup: number;
  /** Substitute groups by group, in order of preference. */
  readonly substitutes: ReadonlyMap<string, readonly string[]>;
}

/** What matters about the client's contract. */
export interface SelectionClient {
  readonly held: ReadonlySet<string>;
  readonly saves: boolean;
  /** Amount that will be invested per fund; null = not checked. */
  readonly amount: number | null;
  readonly esg: EsgPreference | null;
}

/** Why a fund is not on a shortlist. */
export type Exclusion =
  | 'universe'
  | 'status'
  | 'savingsPlan'
  | 'minimumInvestment'
  | 'rank'
  | 'unrated'
  | 'esg';

/** What a fund promises of sustainability. */
export type PromisingFund = Pick<
  SelectableFund,
  'minimumSustainableShare' | 'minimumTaxonomyShare' | 'considersPai' | 'sfdrArticle'
>;

/** Whether a fund promises less than the client wants; nothing does where she wants nothing. */
export function violatesEsg(fund: PromisingFund, esg: EsgPreference | null): boolean {
  if (!esg) return false;
  if (fund.minimumSustainableShare < esg.minimumSustainableShare) return true;
  if ((fund.minimumTaxonomyShare ?? 0) < (esg.minimumTaxonomyShare ?? 0)) return true;
  if (esg.needsPai && !fund.considersPai) return true;
  return (fund.sfdrArticle ?? 6) < esg.minimumArticle;
}

/** What a selection asks of ranks. */
type RankRule = Pick<SelectionRule, 'minimumRank' | 'allowsUnrated'>;

/** Whether a rank is good enough: minimum k keeps k and better; unrated funds pass only where they are allowed. */
export const isRankAllowed = (rank: number | null, { minimumRank, allowsUnrated }: RankRule): boolean =>
  rank === null ? allowsUnrated : minimumRank === null || rank >= minimumRank;

/** Why a fund may not be proposed, null if it may. */
export function exclusionOf(
  fund: SelectableFund,
  rule: SelectionRule,
  client: SelectionClient,
): Exclusion | null {
  const isHeld = client.held.has(fund.isin);
  if (rule.universe && !rule.universe.has(fund.isin)) return 'universe';
  if (fund.status !== 'open' && !(fund.status === 'softClosed' && isHeld)) return 'status';
  if (client.saves && !fund.isSavingsPlanCapable) return 'savingsPlan';
  if (client.amount !== null && client.amount < fund.minimumInvestment) return 'minimumInvestment';
  if (!isRankAllowed(fund.rank, rule)) return fund.rank === null ? 'unrated' : 'rank';
  return violatesEsg(fund, client.esg) ? 'esg' : null;
}

/** What decides the order of a shortlist. */
export type ComparedFund = Pick<SelectableFund, 'isin' | 'rank' | 'rankingValue' | 'ter'>;

/** Rank desc, ranking value desc, TER asc, ISIN asc; unknown figures last. */
export function compareFunds(a: ComparedFund, b: ComparedFund): number {
  const down = (x: number | null, y: number | null) =>
    (y ?? Number.NEGATIVE_INFINITY) - (x ?? Number.NEGATIVE_INFINITY);
  const rank = (b.rank ?? 0) - (a.rank ?? 0);
  if (rank !== 0) return rank;
  if (a.rankingValue !== b.rankingValue) return down(a.rankingValue, b.rankingValue);
  if (a.ter !== b.ter)
    return (a.ter ?? Number.POSITIVE_INFINITY) < (b.ter ?? Number.POSITIVE_INFINITY) ? -1 : 1;
  return a.isin < b.isin ? -1 : a.isin > b.isin ? 1 : 0;
}

/** The first `shortlistSize` of the eligible funds of a group, best first. */
export const shortlistOf = <Fund extends ComparedFund>(
  eligible: readonly Fund[],
  { shortlistSize }: Pick<SelectionRule, 'shortlistSize'>,
): Fund[] => eligible.toSorted(compareFunds).slice(0, shortlistSize);

/** The choice for one peer group. */
export interface GroupSelection {
  readonly peerGroup: string;
  /** Group the funds were taken from: the group itself or a substitute; null if neither has one. */
  readonly usedGroup: string | null;
  readonly shortlist: readonly string[];
  readonly proposed: readonly string[];
  readonly exclusions: readonly { readonly isin: string; readonly reason: Exclusion }[];
  /** True if the group has no eligible fund of its own. */
  readonly isEmpty: boolean;
}

/**
 * Chooses the funds of a peer group (engine.md section 10): filter, order, shortlist of the first s, proposed funds
 * the first `fundsPerGroup` (one more above 20 % group weight). Funds already held and on the shortlist come first
 * (fewer orders). An empty group falls back to its substitutes in their order.
 */
export function selectFunds(
  byGroup: ReadonlyMap<string, readonly SelectableFund[]>,
  peerGroup: string,
  groupWeight: number,
  rule: SelectionRule,
  client: SelectionClient,
): GroupSelection {
  const exclusions: { isin: string; reason: Exclusion }[] = [];
  const eligible = (group: string, isOwn: boolean) =>
    (byGroup.get(group) ?? []).filter((fund) => {
      const reason = exclusionOf(fund, rule, client);
      if (reason && isOwn) exclusions.push({ isin: fund.isin, reason });
      return reason === null;
    });
  let usedGroup: string | null = peerGroup;
  let funds = eligible(peerGroup, true);
  const isEmpty = funds.length === 0;
  if (isEmpty) {
    usedGroup =
      (rule.substitutes.get(peerGroup) ?? []).find((group) => eligible(group, false).length > 0) ?? null;
    funds = usedGroup === null ? [] : eligible(usedGroup, false);
  }
  const shortlist = shortlistOf(funds, rule).map((fund) => fund.isin);
  const count = rule.fundsPerGroup + (groupWeight > 0.2 ? 1 : 0);
  const kept = shortlist.filter((isin) => client.held.has(isin));
  const others = shortlist.filter((isin) => !client.held.has(isin));
  exclusions.sort((a, b) => (a.isin < b.isin ? -1 : 1));
  return {
    peerGroup,
    usedGroup,
    shortlist,
    proposed: [...kept, ...others].slice(0, count),
    exclusions,
    isEmpty,
  };
}

import { compareFunds } from '@depotwerk/engine/ranking/select-funds';

/** A fund an automatic selection may hold: open, active and in the universe. */
export interface SelectionCandidate {
  readonly id: number;
  readonly isin: string;
  readonly peergroupId: number | null;
  readonly rank: number | null;
  /** Figure of the ranking type as it is stored. */
  readonly rankingValue: number | null;
  /** Whether a lower figure is the better one: volatility and costs. */
  readonly isLowGood: boolean;
  readonly ongoingFee: number | null;
}

/** What the selection asks of a fund, and how many of a group it holds. */
export interface AutomaticSelectionRule {
  readonly shortlistSize: number;
  readonly minimumRank: number | null;
  readonly allowsUnrated: boolean;
}

/** Whether a rank is good enough: k keeps k and better, unrated ones pass only where the selection allows them. */
export const isRankGoodEnough = (
  rank: number | null,
  rule: Pick<AutomaticSelectionRule, 'minimumRank' | 'allowsUnrated'>,
): boolean => (rank === null ? rule.allowsUnrated : rule.minimumRank === null || rank >= rule.minimumRank);

/**
 * The first funds of every peer group, best first: rank, figure, costs, ISIN (engine rules, section 10). Funds without
 * peer group are in no shortlist. Groups come in the order of their ids; one without eligible fund is missing.
 */
export function automaticSelection<Candidate extends SelectionCandidate>(
  candidates: readonly Candidate[],
  rule: AutomaticSelectionRule,
): ReadonlyMap<number, readonly Candidate[]> {
  const byGroup = new Map<number, Candidate[]>();
  for (const candidate of candidates) {
    if (candidate.peergroupId === null || !isRankGoodEnough(candidate.rank, rule)) continue;
    const members = byGroup.get(candidate.peergroupId);
    if (members) members.push(candidate);
    else byGroup.set(candidate.peergroupId, [candidate]);
  }
  const groups = [...byGroup].toSorted(([a], [b]) => a - b);
  return new Map(
    groups.map(([group, members]) => [
      group,
      members.toSorted(compareCandidates).slice(0, rule.shortlistSize),
    ]),
  );
}

const compareCandidates = (a: SelectionCandidate, b: SelectionCandidate) =>
  compareFunds(asSelectable(a), asSelectable(b));

const asSelectable = (fund: SelectionCandidate) => ({
  isin: fund.isin,
  rank: fund.rank,
  rankingValue: fund.rankingValue === null ? null : fund.isLowGood ? -fund.rankingValue : fund.rankingValue,
  ter: fund.ongoingFee,
});

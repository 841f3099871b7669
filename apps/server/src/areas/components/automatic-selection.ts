import {
  type ComparedFund,
  isRankAllowed,
  type SelectionRule,
  shortlistOf,
} from '@depotwerk/engine/ranking/select-funds';

/** A fund an automatic selection may hold: open, active and in the universe; the ranking value the higher the better. */
export interface SelectionCandidate extends ComparedFund {
  readonly id: number;
  readonly peergroupId: number | null;
}

/** What the selection asks of a fund, and how many of a group it holds. */
export type AutomaticSelectionRule = Pick<SelectionRule, 'shortlistSize' | 'minimumRank' | 'allowsUnrated'>;

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
    if (candidate.peergroupId === null || !isRankAllowed(candidate.rank, rule)) continue;
    const members = byGroup.get(candidate.peergroupId);
    if (members) members.push(candidate);
    else byGroup.set(candidate.peergroupId, [candidate]);
  }
  const groups = [...byGroup].toSorted(([a], [b]) => a - b);
  return new Map(groups.map(([group, members]) => [group, shortlistOf(members, rule)]));
}

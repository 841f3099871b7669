import {
  type GroupSelection,
  type SelectableFund,
  type SelectionClient,
  type SelectionRule,
  selectFunds,
} from '../ranking/select-funds.ts';
import { roundToUnits } from '../rounding/round-to-units.ts';

/** S02: a peer group of the target has no eligible fund; a substitute takes its weight, or null: the other groups do. */
export interface SelectionMessage {
  readonly code: 'S02';
  /** 0 with a substitute, 1 without one. */
  readonly severity: 0 | 1;
  readonly subject: string;
  readonly values: { readonly weight: number; readonly substitute: string | null };
}

/** What a tariff's class is checked and planned with, made from candidate funds. */
export interface TariffSelection {
  /** By peer group, best first. */
  readonly shortlists: readonly (readonly string[])[];
  /** Target weights with those of empty groups moved to their substitutes. */
  readonly targetWeights: readonly number[];
  /** Proposed funds, summing to 1 (or nothing at all). */
  readonly proposal: readonly { readonly isin: string; readonly weight: number }[];
  readonly groups: readonly GroupSelection[];
  readonly messages: readonly SelectionMessage[];
}

/**
 * Shortlists and proposed funds of a class (engine.md section 10) for a client. A group without an eligible fund hands its
 * weight to the first of its substitutes among the tariff's groups that has one; without such a group its weight falls to
 * the proposed funds of the others in proportion.
 */
export function selectForTariff(
  peerGroups: readonly string[],
  targetWeights: readonly number[],
  candidates: readonly SelectableFund[],
  rule: SelectionRule,
  client: SelectionClient,
): TariffSelection {
  const known = new Set(peerGroups);
  const byGroup = new Map<string, SelectableFund[]>();
  for (const fund of candidates) {
    if (!known.has(fund.peerGroup)) continue;
    const members = byGroup.get(fund.peerGroup);
    if (members) members.push(fund);
    else byGroup.set(fund.peerGroup, [fund]);
  }
  const select = (group: string, weight: number) => selectFunds(byGroup, group, weight, rule, client);
  const weights = [...targetWeights];
  const messages: SelectionMessage[] = [];
  peerGroups.forEach((group, g) => {
    const weight = targetWeights[g] ?? 0;
    const { isEmpty, usedGroup } = select(group, weight);
    if (!isEmpty || weight <= 0) return;
    messages.push({
      code: 'S02',
      severity: usedGroup === null ? 1 : 0,
      subject: group,
      values: { weight, substitute: usedGroup },
    });
    if (usedGroup === null) return;
    weights[g] = 0;
    const taker = peerGroups.indexOf(usedGroup);
    weights[taker] = (weights[taker] ?? 0) + weight;
  });
  const groups = peerGroups.map((group, g) => select(group, weights[g] ?? 0));
  // A group shortlists its own funds only; those of its substitute stand in the substitute's list.
  const shortlists = groups.map(({ shortlist, isEmpty }) => (isEmpty ? [] : shortlist));
  const chosen = groups.flatMap(({ proposed, isEmpty }, g) =>
    isEmpty ? [] : splitEqually(proposed, weights[g] ?? 0),
  );
  const sum = chosen.reduce((total, { weight }) => total + weight, 0);
  const proposal = sum > 0 ? chosen.map(({ isin, weight }) => ({ isin, weight: weight / sum })) : [];
  return { shortlists, targetWeights: weights, proposal, groups, messages };
}

/** A group's weight in equal parts, in steps of 0.1 % where the weight is such a step itself (section 9). */
function splitEqually(isins: readonly string[], weight: number) {
  if (weight <= 0 || isins.length === 0) return [];
  const units = Math.round(weight * 1000);
  const parts =
    Math.abs(weight * 1000 - units) < 1e-9
      ? roundToUnits(
          isins.map(() => 1),
          units,
        ).map((part) => part / 1000)
      : isins.map(() => weight / isins.length);
  return isins.map((isin, k) => ({ isin, weight: parts[k]! })).filter((entry) => entry.weight > 0);
}

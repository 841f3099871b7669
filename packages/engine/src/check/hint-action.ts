import { roundToUnits } from '../rounding/round-to-units.ts';
import type { SavingsPlan } from './contract-input.ts';
import type { ContractMeasures } from './measure-contract.ts';
import type { TariffContext } from './tariff-context.ts';

/** A peer group with the part of the total value that has to move; euros beside the fraction. */
export interface GroupMove {
  readonly group: string;
  readonly share: number;
  readonly value: number;
}

/** A fund of a savings plan with its percentage. */
export interface SavingsShare {
  readonly isin: string;
  readonly percent: number;
}

/** What would settle a hint, for programs: shares are fractions of the total value, values euros. */
export type HintAction =
  /** H01, H02: groups above their target to sell, groups below to buy, largest first. */
  | { readonly kind: 'shift'; readonly from: readonly GroupMove[]; readonly to: readonly GroupMove[] }
  /** H03: holdings without risk data. */
  | { readonly kind: 'addRiskData'; readonly isins: readonly string[] }
  /** H04 to H07, H11, H12, H18, H19: the fund by another of its group; null where the shortlist has none that fits. */
  | { readonly kind: 'replace'; readonly isin: string; readonly by: string | null; readonly value: number }
  /** H08, H10 below target: buy the group, with the first fund of its shortlist. */
  | {
      readonly kind: 'buy';
      readonly group: string;
      readonly isin: string | null;
      readonly share: number;
      readonly value: number;
    }
  /** H09, H10 above target: sell of the group; the holdings it consists of. */
  | {
      readonly kind: 'sell';
      readonly group: string;
      readonly isins: readonly string[];
      readonly share: number;
      readonly value: number;
    }
  /** H13, H19 of the portfolio: bring these holdings together down by at least this much. */
  | {
      readonly kind: 'reduce';
      readonly isins: readonly string[];
      readonly share: number;
      readonly value: number;
    }
  /** H14. */
  | { readonly kind: 'updatePrice'; readonly isin: string }
  /** H15: the target's split; H16: the present percentages brought to 100. */
  | { readonly kind: 'setSavingsPlan'; readonly entries: readonly SavingsShare[] }
  /** H17: sell all of it, or buy at least `value` more. */
  | { readonly kind: 'sellOrEnlarge'; readonly isin: string; readonly value: number }
  /** H20: invest this much, in the groups below their target. */
  | { readonly kind: 'invest'; readonly value: number; readonly to: readonly GroupMove[] }
  /** H21: a sale up to `value` stays within the gain that is worth no note. */
  | { readonly kind: 'sellAtMost'; readonly isin: string; readonly value: number };

const cents = (euros: number) => Math.round(euros * 100) / 100;

/** Groups above (sign 1) or below (sign -1) their target by more than a tenth of a percentage point, largest first. */
export function groupMoves(context: TariffContext, measures: ContractMeasures, sign: 1 | -1): GroupMove[] {
  const { target, input } = context;
  const moves: GroupMove[] = [];
  for (let g = 0; g < target.length; g++) {
    const share = sign * (measures.groupWeights[g]! - target[g]!);
    if (share > 0.001)
      moves.push({ group: input.peerGroups[g]!, share, value: cents(share * measures.total) });
  }
  return moves.sort((a, b) => b.share - a.share || (a.group < b.group ? -1 : 1));
}

/** A move between one group's weight and its target: buy below, sell above. */
export function groupAction(context: TariffContext, measures: ContractMeasures, g: number): HintAction {
  const group = context.input.peerGroups[g]!;
  const share = measures.groupWeights[g]! - context.target[g]!;
  if (share < 0) {
    const isin = context.input.shortlists[g]?.[0] ?? null;
    return { kind: 'buy', group, isin, share: -share, value: cents(-share * measures.total) };
  }
  const isins: string[] = [];
  for (const { fund, position, value } of measures.positions)
    if (fund?.groupIndex === g && value > 0) isins.push(position.isin);
  return { kind: 'sell', group, isins: isins.sort(), share, value: cents(share * measures.total) };
}

/** Bring holdings down by a part of the total value. */
export const reduceAction = (isins: readonly string[], share: number, total: number): HintAction => ({
  kind: 'reduce',
  isins,
  share,
  value: cents(share * total),
});

/** A holding by another fund. */
export const replaceAction = (isin: string, by: string | null, value: number): HintAction => ({
  kind: 'replace',
  isin,
  by,
  value: cents(value),
});

const splits = new WeakMap<TariffContext, readonly SavingsShare[]>();

/** The proposal's weights as whole percentages that sum to 100; made once per tariff and class. */
export function targetSplit(context: TariffContext): readonly SavingsShare[] {
  const known = splits.get(context);
  if (known) return known;
  const isins = [...context.proposal.keys()].filter((isin) => (context.proposal.get(isin) ?? 0) > 0).sort();
  const split = wholePercents(isins.map((isin) => ({ isin, percent: context.proposal.get(isin) ?? 0 })));
  splits.set(context, split);
  return split;
}

/** A plan's percentages brought to 100 in proportion; the target's split where there is nothing to go by. */
export function normalisedSplit(context: TariffContext, plan: SavingsPlan): readonly SavingsShare[] {
  const positive = plan.entries.filter(({ percent }) => percent > 0);
  if (positive.length === 0) return targetSplit(context);
  const byIsin = positive.map(({ isin, percent }) => ({ isin, percent }));
  return wholePercents(byIsin.sort((a, b) => (a.isin < b.isin ? -1 : 1)));
}

function wholePercents(entries: readonly SavingsShare[]): SavingsShare[] {
  if (entries.length === 0) return [];
  const percents = roundToUnits(
    entries.map(({ percent }) => percent),
    100,
  );
  return entries.map(({ isin }, k) => ({ isin, percent: percents[k]! })).filter(({ percent }) => percent > 0);
}

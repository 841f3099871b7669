import { inCents } from '../rounding/in-cents.ts';
import { roundToUnits } from '../rounding/round-to-units.ts';
import type { GroupMove, HintAction, SavingsPlan, SavingsShare } from './contract-input.ts';
import type { ContractMeasures } from './measure-contract.ts';
import { firstOf } from './shortlist-fund.ts';
import type { TariffContext } from './tariff-context.ts';

/** Groups above (sign 1) or below (sign -1) their target by more than a tenth of a percentage point, largest first. */
export function groupMoves(context: TariffContext, measures: ContractMeasures, sign: 1 | -1): GroupMove[] {
  const { target, input } = context;
  const moves: GroupMove[] = [];
  for (let g = 0; g < target.length; g++) {
    const share = sign * (measures.groupWeights[g]! - target[g]!);
    if (share > 0.001)
      moves.push({ group: input.peerGroups[g]!, share, value: inCents(share * measures.total) });
  }
  return moves.sort((a, b) => b.share - a.share || (a.group < b.group ? -1 : 1));
}

/** A move between one group's weight and its target: buy below, sell above. */
export function groupAction(context: TariffContext, measures: ContractMeasures, g: number): HintAction {
  const group = context.input.peerGroups[g]!;
  const share = measures.groupWeights[g]! - context.target[g]!;
  if (share < 0) {
    const isin = firstOf(context, g);
    return { kind: 'buy', group, isin, share: -share, value: inCents(-share * measures.total) };
  }
  const isins: string[] = [];
  for (const { fund, position, value } of measures.positions)
    if (fund?.groupIndex === g && value > 0) isins.push(position.isin);
  return { kind: 'sell', group, isins: isins.sort(), share, value: inCents(share * measures.total) };
}

/** Bring holdings down by a part of the total value. */
export const reduceAction = (isins: readonly string[], share: number, total: number): HintAction => ({
  kind: 'reduce',
  isins,
  share,
  value: inCents(share * total),
});

/** A holding by another fund. */
export const replaceAction = (isin: string, by: string | null, value: number): HintAction => ({
  kind: 'replace',
  isin,
  by,
  value: inCents(value),
});

const splits = new WeakMap<TariffContext, readonly SavingsShare[]>();

/**
 * The proposal's weights as whole percentages that sum to 100; what the client rules out leaves its part to the next of its
 * group, or to all others. Made once per tariff, class and wishes.
 */
export function targetSplit(context: TariffContext): readonly SavingsShare[] {
  const known = splits.get(context);
  if (known) return known;
  const weights = new Map<string, number>();
  for (const [isin, weight] of context.proposal) {
    const fund = context.funds.get(isin);
    const by = fund?.isUnwanted === true ? firstOf(context, fund.groupIndex) : isin;
    if (by !== null && weight > 0) weights.set(by, (weights.get(by) ?? 0) + weight);
  }
  const isins = [...weights.keys()].sort();
  const split = wholePercents(isins.map((isin) => ({ isin, percent: weights.get(isin) ?? 0 })));
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

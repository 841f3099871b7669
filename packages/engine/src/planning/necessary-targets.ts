import type { HintCode } from '@depotwerk/domain/advice/hint-codes';
import type { Hint } from '../check/contract-input.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { toCents } from '../rounding/in-cents.ts';
import { avoidClusters } from './avoid-clusters.ts';
import { fitUnits, leastSaleOf, unitOf } from './fit-units.ts';
import type { Holding } from './holdings.ts';
import {
  balanceGroups,
  type GroupHoldings,
  type GroupMove,
  groupCodes,
  groupMoves,
} from './necessary-groups.ts';
import { riskOf, steerRisk } from './necessary-risk.ts';
import type { PlanRequest } from './plan-input.ts';
import {
  type Buyables,
  type BuyPreference,
  buyablesOf,
  type Ending,
  type NecessaryTargets,
  type Situation,
} from './situation.ts';

const nothing: ReadonlySet<string> = new Set();

/** Findings that only a fund's leaving mends. */
export const leavingCodes: ReadonlySet<HintCode> = new Set(['H04', 'H06', 'H07', 'H18', 'H19', 'H23', 'H24']);

/** Findings that the risk is outside its band, or unknown. */
const riskCodes: ReadonlySet<HintCode> = new Set(['H01', 'H02', 'H03']);

/** Holdings that cannot stay: a finding of severity 1 or 2 names them, or the adviser excluded them. */
function leaving(
  context: TariffContext,
  request: PlanRequest,
  holdings: readonly Holding[],
  hints: readonly Hint[],
): ReadonlySet<string> {
  const named = new Set(
    hints
      .filter(({ code, severity }) => severity >= 1 && leavingCodes.has(code))
      .map(({ subject }) => subject),
  );
  const isRiskUnknown = hints.some(({ code }) => code === 'H03');
  return new Set(
    holdings.flatMap(({ isin, value, isLocked, groupIndex }) => {
      if (value <= 0 || isLocked) return [];
      const hasRisk = context.funds.get(isin)?.hasRiskData === true && groupIndex >= 0;
      const goes = named.has(isin) || request.excluded.has(isin) || (isRiskUnknown && !hasRisk);
      return goes ? [isin] : [];
    }),
  );
}

/**
 * Targets of the smallest intervention: funds that must go are replaced in their group, groups outside their tolerance go
 * to their destination, the measure to at least a quarter of its range inside the band; everything else stays.
 */
export function necessaryTargets(
  situation: Situation,
  hints: readonly Hint[],
  prefers: BuyPreference,
  sold: ReadonlySet<string> = nothing,
): NecessaryTargets {
  const { context, request, holdings, inGroups, clusters, total } = situation;
  const gone = new Set([...leaving(context, request, holdings, hints), ...sold]);
  const buyables = buyablesOf(situation, hints, gone, prefers.funds);
  const ending = endingOf(situation, hints, gone, buyables, prefers);
  const { fits } = prefers;
  const same = situation.reached.find(
    (one) => one.ending === ending && one.buyables === buyables && one.fits === fits,
  );
  if (same) return same.wanted;
  const { moves, cash } = ending;
  const targets = new Map<string, number>();
  for (const isin of gone) targets.set(isin, 0);
  const stays = gone.size > 0 ? ({ isin }: Holding) => !gone.has(isin) : null;
  moves.forEach((move, g) => {
    const held = stays ? inGroups[g]!.filter(stays) : inGroups[g]!;
    spread(context, move, held, buyables[g]!, clusters.fund, targets);
  });
  avoidClusters(context, holdings, buyables, targets, total, leastValue(request, total));
  if (fits) fitUnits(moves, inGroups, buyables, targets);
  const wanted: NecessaryTargets = { targets, cash };
  situation.reached.push({ ending, buyables, fits, wanted });
  return wanted;
}

/**
 * Where groups end: whichever fund of a group is preferred, it ends at the same. Only a share of equities asks which fund a
 * group nobody holds is opened with.
 */
function endingOf(
  situation: Situation,
  hints: readonly Hint[],
  gone: ReadonlySet<string>,
  buyables: Buyables,
  { raises, avoids }: BuyPreference,
): Ending {
  const { context, request, total, inGroups, endings } = situation;
  const least = raises ? leastValue(request, total) : 0;
  const opened = context.input.measure === 'EQUITY_QUOTA' ? buyables.map(([first]) => first?.isin) : [];
  const asked = hints.flatMap(({ code, subject }) =>
    groupCodes.has(code) || riskCodes.has(code) ? `${code} ${subject}` : [],
  );
  const key = [least, avoids, ...gone, ...asked, ...opened].join('|');
  let found = endings.get(key);
  if (!found) {
    const stays = (holding: Holding) => !gone.has(holding.isin);
    const groups = inGroups.map((inGroup, g) => {
      const sums = groupSums(inGroup, buyables[g]!, stays);
      const canBuy = buyables[g]!.length > 0 && context.target[g]! > 0;
      return { ...sums, ...capacities(situation, inGroup, g, sums, avoids), canBuy, least };
    });
    endings.set(key, (found = ended(situation, hints, gone, buyables, groups)));
  }
  return found;
}

/** What a group's funds may carry without a cluster risk, in cents: those that are held, and all that may be. */
function capacities(
  { context, clusters, total }: Situation,
  inGroup: readonly Holding[],
  g: number,
  { locked, held, usable }: ReturnType<typeof groupSums>,
  avoids: boolean,
) {
  // Funds of other groups may be the greater cluster: the last way opens a fund of the group instead, and so does any
  // where more is sold than the cluster asks for.
  const opens = avoids || inGroup.some((holding) => isRaised(holding, clusters.fund));
  return {
    heldCapacity: opens ? Number.MAX_SAFE_INTEGER : locked + clusters.fund * held,
    // A target that all of its funds together cannot carry is the tariff's own cluster.
    capacity: Math.max(locked + clusters.fund * usable, context.target[g]! * total),
  };
}

/** Groups moved, balanced and steered into the band. */
function ended(
  { context, request, holdings, cash, addedCash, total, inGroups }: Situation,
  hints: readonly Hint[],
  gone: ReadonlySet<string>,
  buyables: Buyables,
  groups: readonly GroupHoldings[],
): Ending {
  const moves = groupMoves(context, hints, groups, request.rules, total);
  const freed = holdings.reduce((sum, { isin, value }) => sum + (gone.has(isin) ? value : 0), 0);
  const invested = Math.max(0, Math.min(cash, addedCash));
  // What is missing from the account is no money to buy with: groups give it as they give for what must be bought.
  const missing = Math.max(0, -cash - toCents(request.contract.cashReserve));
  const { used } = balanceGroups(moves, freed + invested - missing, Math.max(0, cash - invested));
  const spare = Math.max(0, cash - invested - used);
  const spent = steer(context, hints, inGroups, buyables, moves, total, spare);
  return { moves, cash: Math.min(cash, Math.ceil(invested + used + spent)) };
}

/** What a group's funds are worth in cents, how many are held that may stay and be sold, and with those that may be bought. */
function groupSums(
  inGroup: readonly Holding[],
  buyables: readonly Holding[],
  stays: (holding: Holding) => boolean,
) {
  const usable = new Set(buyables);
  let [before, kept, locked, held] = [0, 0, 0, 0];
  for (const holding of inGroup) {
    const { value, isLocked } = holding;
    before += value;
    if (isLocked) locked += value;
    if (!stays(holding)) continue;
    kept += value;
    if (value <= 0 || isLocked) continue;
    held++;
    usable.add(holding);
  }
  return { before, kept, locked, held, usable: usable.size };
}

/** The least a security may be worth, in cents, a little above the limit that fees and prices then eat into. */
export function leastValue({ portfolioLimits: { share, value } }: PlanRequest, total: number): number {
  return Math.ceil(1.005 * Math.max((share.min ?? 0) * total, (value.min ?? 0) * 100));
}

/** Risk into the band: a quarter of the range inside where it was outside, else only not out of it. Cents of cash spent. */
function steer(
  context: TariffContext,
  hints: readonly Hint[],
  inGroups: readonly (readonly Holding[])[],
  buyables: Buyables,
  moves: readonly GroupMove[],
  total: number,
  cash: number,
): number {
  const { low, high } = context.band;
  const wasOutside = hints.some(({ code }) => riskCodes.has(code));
  const inside = Math.min((high - low) / 2, wasOutside ? context.input.range / 4 : context.input.range / 50);
  // What measures volatility does not ask for them.
  const quoted = context.input.measure === 'EQUITY_QUOTA' ? inGroups : [];
  const quotas = quoted.map((inGroup, g) => {
    const held = inGroup.filter(({ value }) => value > 0);
    const of = held.length > 0 ? held : buyables[g]!.slice(0, 1);
    const sum = of.reduce((all, { value }) => all + Math.max(1, value), 0);
    return of.reduce(
      (all, { isin, value }) =>
        all + ((context.funds.get(isin)?.equityQuota ?? 0) * Math.max(1, value)) / sum,
      0,
    );
  });
  let specific = 0;
  if (context.input.rules.usesSpecificRisk)
    inGroups.forEach((inGroup, g) => {
      const { before, end } = moves[g]!;
      for (const { isin, value } of inGroup) {
        const weight = (value / total) * (before > 0 ? end / before : 1);
        specific += (weight * (context.funds.get(isin)?.trackingError ?? 0)) ** 2;
      }
    });
  const model = { context, quotas, specific, total };
  if (!Number.isFinite(riskOf(model, moves))) return 0;
  return steerRisk(model, moves, { low: low > 0 ? low + inside : 0, high: high - inside }, cash);
}

/** What stays of a fund that is worth more than one fund may carry: so little that what is sold is an order. */
function carriedOf(holding: Holding, limit: number): number {
  const carried = Math.min(Math.floor(limit), holding.value - leastSaleOf(holding));
  return carried > 0 ? carried : Math.floor(limit);
}

/** Whether a fund is worth more than one may carry, but by less than can be sold of it. */
const isRaised = (holding: Holding, limit: number): boolean =>
  isCrowding(holding, limit) && carriedOf(holding, limit) < Math.floor(limit);

/** Whether a fund is worth more than one may carry, without the margin that is kept below. */
const isCrowding = ({ isLocked, value }: Holding, limit: number): boolean =>
  !isLocked && value > limit / 0.9875;

/** What a group sells first: what ranks lowest, then what costs most. */
export function worstFirst({ funds }: TariffContext): (a: Holding, b: Holding) => number {
  const quality = ({ isin }: Holding) => funds.get(isin)?.rank ?? 3;
  const costs = ({ isin }: Holding) => funds.get(isin)?.assumedTer ?? 0;
  return (a, b) => quality(a) - quality(b) || costs(b) - costs(a) || (a.isin < b.isin ? -1 : 1);
}

/** A group's end among its funds: what shrinks loses its worst funds first, what grows goes to the preferred ones. */
function spread(
  context: TariffContext,
  { end, kept }: GroupMove,
  held: readonly Holding[],
  candidates: readonly Holding[],
  limit: number,
  targets: Map<string, number>,
): void {
  const valueOf = (holding: Holding) => targets.get(holding.isin) ?? holding.value;
  let missing = Math.round(end - kept);
  const crowded = new Set<string>();
  for (const holding of held) {
    // More than one fund may carry: the rest goes to others of the group.
    if (!isCrowding(holding, limit)) continue;
    const carried = carriedOf(holding, limit);
    targets.set(holding.isin, carried);
    missing += holding.value - carried;
    crowded.add(context.funds.get(holding.isin)?.company ?? '');
  }
  if (missing === 0) return;
  if (missing < 0) {
    const inOrder = held
      .filter(({ isLocked, value }) => !isLocked && value > 0)
      .toSorted(worstFirst(context));
    for (const holding of inOrder) {
      const part = Math.min(-missing, valueOf(holding));
      if (part <= 0) continue;
      targets.set(holding.isin, valueOf(holding) - part);
      missing += part;
    }
    return;
  }
  const isOther = ({ isin }: Holding) => !crowded.has(context.funds.get(isin)?.company ?? '');
  const others = crowded.size > 0 ? candidates.filter(isOther) : candidates;
  // One fund that can take it all before two that share it; another company's where one is too large.
  const canTake = (holding: Holding) => limit - valueOf(holding) >= missing;
  // Less than its smallest order, or than one unit, no fund can take.
  const mayTake = (holding: Holding) =>
    canTake(holding) && missing >= Math.max(holding.minimumOrder, unitOf(holding));
  const whole =
    others.find(mayTake) ?? candidates.find(mayTake) ?? others.find(canTake) ?? candidates.find(canTake);
  for (const holding of whole ? [whole] : [...others, ...candidates]) {
    if (missing <= 0) return;
    const part = Math.min(missing, Math.max(0, Math.floor(limit - valueOf(holding))));
    if (part <= 0) continue;
    targets.set(holding.isin, valueOf(holding) + part);
    missing -= part;
  }
  const [first] = candidates;
  if (missing > 0 && first) targets.set(first.isin, valueOf(first) + missing);
}

import type { Hint } from '../check/contract-input.ts';
import { toCents } from '../rounding/in-cents.ts';
import { applyLimits } from './apply-limits.ts';
import { unitOf } from './fit-units.ts';
import { groupEdges } from './group-room.ts';
import type { Holding } from './holdings.ts';
import { mergeFunds } from './merge-funds.ts';
import { leastValue, necessaryTargets } from './necessary-targets.ts';
import type { PlanRequest } from './plan-input.ts';
import {
  hasPortfolioLimits,
  ordersToTargets,
  type PortfolioPlan,
  reserveOf,
  soldWhateverTheTurnover,
} from './plan-portfolio.ts';
import { type BuyPreference, type Situation, situationOf } from './situation.ts';

/** Orders of less than this part of the value mend nothing. */
const smallestShare = 0.001;

/** The ways to mend what is wrong, the plainest first. */
export function waysFor(
  { contract, traded, portfolioLimits: { share, value } }: PlanRequest,
  fits: boolean,
): BuyPreference[] {
  const ways: BuyPreference[] = [
    { funds: 'held', raises: true, fits: false, avoids: false },
    { funds: 'best', raises: true, fits: false, avoids: false },
  ];
  // Where a tariff has a least share or value: what cannot be brought up to it is sold after all.
  if (share.min !== null || value.min !== null) ways.push(...ways.map((way) => ({ ...way, raises: false })));
  const isWhole = contract.positions.some(({ isin }) => traded.get(isin)?.unitDecimals === 0);
  if (isWhole && fits) ways.push(...ways.map((way) => ({ ...way, fits: true })));
  ways.push({ funds: 'cheapest', raises: true, fits: false, avoids: false });
  ways.push({ funds: 'held', raises: true, fits: false, avoids: true });
  return ways;
}

/** How often funds that cannot be traded as asked are left out before what is asked of the others is. */
const roundsAround = 4;

/**
 * Plans without the funds whose smallest order is more than is asked of them: they stay, or are sold where they are too
 * small to stay.
 */
export function planAround(
  situation: Situation,
  hints: readonly Hint[],
  prefers: BuyPreference,
): PortfolioPlan {
  const { request, holdings } = situation;
  const kept = new Set<string>();
  const sold = new Set<string>();
  let plan = planOnce(situation, hints, prefers);
  for (let round = 1; round < roundsAround; round++) {
    const stuck = stuckIn(request, plan).filter(({ isin }) => !kept.has(isin) && !sold.has(isin));
    if (stuck.length === 0) break;
    const least = leastValue(request, plan.total);
    for (const { isin, value } of stuck) (value > 0 && value < least ? sold : kept).add(isin);
    // What stays is locked for this way alone: what becomes of the plan may trade it again.
    plan = { ...planOnce(withLocked(situation, kept), hints, prefers, sold), holdings };
  }
  return plan;
}

/** A situation in which some funds are locked; ways that lock the same share it. */
function withLocked({ context, request, holdings, around }: Situation, kept: ReadonlySet<string>): Situation {
  const key = [...kept].toSorted().join(' ');
  let locked = around.get(key);
  if (!locked) {
    const others = holdings.map((holding) =>
      kept.has(holding.isin) ? { ...holding, isLocked: true } : holding,
    );
    around.set(key, (locked = situationOf(context, request, others)));
  }
  return locked;
}

/** Funds that a plan asks for less than their smallest order, or for less than a unit. */
const stuckIn = ({ locked }: PlanRequest, { holdings, targets }: PortfolioPlan): readonly Holding[] =>
  holdings.filter((holding) => {
    const { isin, value, minimumOrder } = holding;
    const target = targets.get(isin) ?? 0;
    if (locked.has(isin) || holding.isLocked || target === 0) return false;
    const asked = Math.abs(target - value);
    return asked > 1 && asked < Math.max(minimumOrder, unitOf(holding));
  });

/** @param sold funds that leave beside those that hints name */
export function planOnce(
  situation: Situation,
  hints: readonly Hint[],
  prefers: BuyPreference,
  sold?: ReadonlySet<string>,
): PortfolioPlan {
  const { holdings, planned } = situation;
  const wanted = necessaryTargets(situation, hints, prefers, sold);
  const known = planned.find((one) => one.wanted === wanted);
  if (known) return known.plan;
  const values = holdings.map(({ isin, value }) => wanted.targets.get(isin) ?? value);
  const same = planned.find(
    (one) => one.wanted.cash === wanted.cash && one.values.every((value, k) => value === values[k]),
  );
  const plan = same?.plan ?? planTo(situation, values, wanted.cash);
  planned.push({ wanted, values, plan });
  return plan;
}

/**
 * Orders to targets within the limits.
 *
 * @param values targets in cents, by place of the holding
 * @param spendable cents of cash beyond what sales bring
 */
function planTo(
  { context, request, holdings, cash }: Situation,
  values: readonly number[],
  spendable: number,
): PortfolioPlan {
  const targets = new Map<string, number>();
  holdings.forEach(({ isin }, k) => {
    if (values[k]! > 0) targets.set(isin, values[k]!);
  });
  const total = holdings.reduce((sum, { value }) => sum + value, 0) + cash;
  if (hasPortfolioLimits(request)) mergeFunds(context, request, holdings, targets, total);
  const fixed = new Set(
    holdings.flatMap(({ isin, isLocked, value }) => (isLocked && value > 0 ? [isin] : [])),
  );
  const limited = applyLimits(
    targets,
    fixed,
    reserveOf(context, holdings),
    request.portfolioLimits,
    'portfolio',
  );
  const rules = { ...request.rules, driftRelative: 0 };
  const mustLeave = soldWhateverTheTurnover(context, request);
  const edges = groupEdges(context, total + toCents(request.contract.cashReserve));
  // A reserve that was not there is not filled while a group lacks what its tolerance asks for.
  const own = toCents(request.contract.cash) + toCents(request.addedCash);
  const free = own < 0 ? cash : Math.max(cash, 0);
  const leftOver = { spareCash: Math.max(0, free - spendable), edges };
  const none: ReadonlySet<string> = new Set();
  return ordersToTargets(
    request,
    holdings,
    limited,
    spendable,
    rules,
    smallestShare,
    none,
    mustLeave,
    leftOver,
  );
}

import type { ContractInput } from '../check/contract-input.ts';
import { measureContract } from '../check/measure-contract.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { riskBandStatus } from '../risk-band.ts';
import { toCents } from '../rounding/in-cents.ts';
import { applyLimits } from './apply-limits.ts';
import { applyOrders } from './apply-orders.ts';
import { euros } from './euro-text.ts';
import { groupEdges } from './group-room.ts';
import { collectHoldings, type Holding, isBuyable, valueOfTicks } from './holdings.ts';
import { knownCheck } from './known-checks.ts';
import { limitSlack, sideOutside } from './limit-side.ts';
import { makeOrders } from './make-orders.ts';
import { mergeFunds } from './merge-funds.ts';
import type { Order, OrderProblem } from './order-problem.ts';
import { type BindingLimit, type OrderRules, type PlanRequest, planFeeOf } from './plan-input.ts';
import { targetValues } from './target-values.ts';

/** Orders for a portfolio and the contract after them. */
export interface PortfolioPlan {
  readonly orders: readonly Order[];
  readonly holdings: readonly Holding[];
  readonly targets: ReadonlyMap<string, number>;
  readonly after: ContractInput;
  /** Portfolio value in cents that shares refer to. */
  readonly total: number;
  /** Cash after the orders in cents, reserve included. */
  readonly cashAfter: number;
  readonly binding: readonly BindingLimit[];
  /** How many runs' orders were made as one; what is not said is one. */
  readonly runs?: number;
  /** Whether a further run would go on and cannot, because a limit holds it. */
  readonly isHeldByLimit?: boolean;
  /** Whether money that is left over was kept out of a group that it would have taken out of its tolerance. */
  readonly isHeldBack?: boolean;
  /** The funds that are sold for nothing else than an account that is overdrawn. */
  readonly fills?: readonly string[];
  /** That the cap of the tariff on ongoing costs decides, and how. */
  readonly costCap?: CapDecision;
}

/** What the cap of the tariff on ongoing costs makes of a plan. */
export interface CapDecision {
  /** It is kept by cheaper funds, by doing less, or by new money that waits; or no plan was found that keeps it. */
  readonly decides: 'kept' | 'limits' | 'waits' | 'broken';
  /** The contract after the plan that would be made without it. */
  readonly free: ContractInput;
}

const passes = 6;

/**
 * Plans the orders of a portfolio (engine.md section 13). A fund that a second run on the result
 * would still trade, and a fund outside the limits after the orders, is traded in this run whatever its threshold,
 * so that a second run proposes nothing.
 */
export function planPortfolio(
  context: TariffContext,
  request: PlanRequest,
  driftAbsolute: number,
): PortfolioPlan {
  const forced = new Set<string>();
  const left = new Set(request.excluded);
  let plan = planOnce(context, request, driftAbsolute, forced);
  // Of the contract as it is, with what is excluded: the same in every pass that excludes nothing more.
  let { holdings } = plan;
  for (let pass = 0; pass < passes && plan.binding.length === 0; pass++) {
    const unbought = unboughtBesideOthers(plan);
    for (const isin of unbought) left.add(isin);
    const own = { ...request, excluded: left };
    if (unbought.length > 0) {
      plan = planOnce(context, own, driftAbsolute, forced);
      ({ holdings } = plan);
      continue;
    }
    // Where nothing is traded, the contract after it is the same one.
    const isAsAsked = forced.size === 0 && left.size === request.excluded.size && request.addedCash === 0;
    const isSettled = plan.orders.length === 0 && isAsAsked;
    const second = { ...request, contract: plan.after, addedCash: 0 };
    const again = isSettled ? [] : planOnce(context, second, driftAbsolute, new Set()).orders;
    const missing = [...again.map((order) => order.isin), ...limitBreakers(request, plan)].filter(
      (isin) => !forced.has(isin),
    );
    if (missing.length === 0) break;
    for (const isin of missing) forced.add(isin);
    plan = planOnce(context, own, driftAbsolute, forced, holdings);
  }
  const broken = limitBreakers(request, plan);
  if (broken.length === 0 || plan.binding.length > 0) return plan;
  // A fund that would be opened below the tariff's least share or value is not opened: its group's others take its part.
  const fresh = plan.holdings.filter(({ isin, value }) => value === 0 && broken.includes(isin));
  if (fresh.length > 0) {
    const excluded = new Set([...request.excluded, ...fresh.map(({ isin }) => isin)]);
    const without = planPortfolio(context, { ...request, excluded }, driftAbsolute);
    if (without.binding.length === 0) return without;
  }
  return { ...plan, binding: [...plan.binding, ...broken.map((isin) => unmendable(request, plan, isin))] };
}

/** If the measure would stay outside its band, once more without the absolute drift threshold. */
export function planWithRetry(context: TariffContext, request: PlanRequest): PortfolioPlan {
  const plan = planPortfolio(context, request, request.rules.driftAbsolute);
  if (request.rules.buyOnly || plan.binding.length > 0) return plan;
  const { measure } = measureContract(context, plan.after);
  if (riskBandStatus(measure, context.band).status === 'in') return plan;
  const retried = planPortfolio(context, { ...request, rules: { ...request.rules, driftRelative: 0 } }, 0);
  return retried.binding.length > 0 ? plan : retried;
}

/**
 * Funds that should be bought anew but got no order (too little for their minimum or one unit), where another fund of
 * the group is held or bought: it takes their share, as it would in the next run, which keeps what is held.
 */
function unboughtBesideOthers({ holdings, targets, orders }: PortfolioPlan): string[] {
  const ordered = new Set(orders.map(({ isin }) => isin));
  const isWanted = ({ isin }: Holding) => (targets.get(isin) ?? 0) > 0;
  return holdings
    .filter((holding) => holding.value === 0 && isWanted(holding) && !ordered.has(holding.isin))
    .filter(({ groupIndex }) =>
      holdings.some(
        (other) =>
          other.groupIndex === groupIndex && isWanted(other) && (other.value > 0 || ordered.has(other.isin)),
      ),
    )
    .map(({ isin }) => isin);
}

function planOnce(
  context: TariffContext,
  request: PlanRequest,
  driftAbsolute: number,
  forced: ReadonlySet<string>,
  holdings: readonly Holding[] = collectHoldings(context, request),
): PortfolioPlan {
  const { contract, rules } = request;
  const cash = toCents(contract.cash) + toCents(request.addedCash);
  const reserve = toCents(contract.cashReserve);
  const total = holdings.reduce((sum, { value }) => sum + value, 0) + cash - reserve;
  const raw = targetValues(context, request, holdings, total);
  if (hasPortfolioLimits(request)) mergeFunds(context, request, holdings, raw, total);
  const fixed = new Set(
    holdings.flatMap((holding) => (holding.isLocked && holding.value > 0 ? [holding.isin] : [])),
  );
  const { targets, binding } = applyLimits(
    raw,
    fixed,
    reserveOf(context, holdings),
    request.portfolioLimits,
    'portfolio',
  );
  return ordersToTargets(
    request,
    holdings,
    { targets, binding },
    cash - reserve,
    rules,
    driftAbsolute,
    forced,
    soldWhateverTheTurnover(context, request),
    { spareCash: 0, edges: groupEdges(context, total + reserve) },
  );
}

/** Cash that buys may use beside what they are given, and where groups end that take money that is left over. */
type LeftOver = Pick<OrderProblem, 'spareCash' | 'edges'>;

const anywhere: LeftOver = { spareCash: 0, edges: null };

/**
 * The orders that lead from what is held to targets, and the contract after them.
 *
 * @param limited targets in cents by ISIN, or the limits that bind: then there are no orders
 * @param spendable cents of cash that buys may use beyond what sales bring
 * @param mustLeave ISINs that no limit of turnover keeps
 * @param leftOver what may be done with cash beside, and with money that is left over
 */
export function ordersToTargets(
  request: PlanRequest,
  holdings: readonly Holding[],
  { targets, binding }: { readonly targets: Map<string, number>; readonly binding: readonly BindingLimit[] },
  spendable: number,
  rules: OrderRules,
  driftAbsolute: number,
  forced: ReadonlySet<string>,
  mustLeave: ReadonlySet<string>,
  leftOver: LeftOver = anywhere,
): PortfolioPlan {
  const { contract } = request;
  const cash = toCents(contract.cash) + toCents(request.addedCash);
  const total = holdings.reduce((sum, { value }) => sum + value, 0) + cash - toCents(contract.cashReserve);
  const { orders, isHeldBack } =
    binding.length > 0
      ? { orders: [], isHeldBack: false }
      : makeOrders({
          holdings,
          targets,
          total,
          cash: spendable,
          rules,
          driftAbsolute,
          forced,
          mustLeave,
          excluded: request.excluded,
          spareCash: leftOver.spareCash,
          edges: request.overfills === true ? null : leftOver.edges,
        });
  const cashAfter = orders.reduce(
    (sum, { action, amount, fee }) => sum + (action === 'sell' ? amount : -amount) - fee,
    cash - planFeeOf(rules, orders),
  );
  return {
    orders,
    holdings,
    targets,
    after: applyOrders(contract, holdings, orders, cashAfter),
    total,
    cashAfter,
    binding,
    ...(isHeldBack ? { isHeldBack } : {}),
  };
}

const noOrders: PortfolioPlan['orders'] = [];
const nothing: ReadonlySet<string> = new Set();

/** Funds whose full sale no limit of turnover holds back: findings of severity 2 speak of them, or the adviser excludes them. */
export function soldWhateverTheTurnover(context: TariffContext, request: PlanRequest): ReadonlySet<string> {
  if (request.rules.maximumTurnover === null) return nothing;
  const { hints } = knownCheck(context, request.contract);
  const severe = hints.flatMap(({ severity, subject }) => (severity === 2 ? [subject] : []));
  return new Set([...severe, ...request.excluded]);
}

/** Nothing is traded; money that comes in stays cash. */
export function unchanged({ contract, addedCash }: PlanRequest): PortfolioPlan {
  const cashAfter = toCents(contract.cash) + toCents(addedCash);
  return {
    orders: noOrders,
    holdings: [],
    targets: new Map(),
    after: addedCash > 0 ? { ...contract, cash: cashAfter / 100 } : contract,
    total: 0,
    cashAfter,
    binding: [],
  };
}

/** Shortlisted funds that may be added, best first within each peer group. */
export function* reserveOf(context: TariffContext, holdings: readonly Holding[]): Generator<string> {
  const addable = new Set(holdings.flatMap((holding) => (isBuyable(context, holding) ? holding.isin : [])));
  for (const list of context.input.shortlists) for (const isin of list) if (addable.has(isin)) yield isin;
}

/** Whether the tariff limits number, share or value of its securities at all. */
export const hasPortfolioLimits = ({ portfolioLimits: { count, share, value } }: PlanRequest): boolean =>
  [count, share, value].some(({ min, max }) => min !== null || max !== null);

/** What limits are checked on. */
type Traded = Pick<PortfolioPlan, 'holdings' | 'orders' | 'total'>;

/** Whether number, share or value of what is held after the orders breaks a limit of the tariff. */
export function breaksLimits(request: PlanRequest, plan: Traded): boolean {
  const { count } = request.portfolioLimits;
  if (limitBreakers(request, plan).length > 0) return true;
  if (count.min === null && count.max === null) return false;
  const ordered = new Map(plan.orders.map((order) => [order.isin, order]));
  const held = plan.holdings.filter(({ isin, ticks }) => {
    const order = ordered.get(isin);
    return ticks + (order ? (order.action === 'buy' ? order.ticks : -order.ticks) : 0) > 0;
  }).length;
  return held > 0 && sideOutside(held, count) !== null;
}

/** Tradable funds whose value after the orders breaks the limits of share and value by more than rounding. */
export function limitBreakers(request: PlanRequest, plan: Traded): string[] {
  const { share, value } = request.portfolioLimits;
  if (share.min === null && share.max === null && value.min === null && value.max === null) return [];
  const change = new Map<string, number>();
  for (const { isin, action, ticks } of plan.orders)
    change.set(isin, (change.get(isin) ?? 0) + (action === 'buy' ? ticks : -ticks));
  return plan.holdings.flatMap((holding) => {
    const ticks = holding.ticks + (change.get(holding.isin) ?? 0);
    if (ticks === 0 || holding.isLocked) return [];
    const after = valueOfTicks(ticks, holding.price, holding.decimals);
    if (after <= 0) return [];
    const unit = valueOfTicks(1, holding.price, holding.decimals);
    const low = Math.max((share.min ?? 0) * plan.total, (value.min ?? 0) * 100);
    const high = Math.min(
      // Of a whole that debts have eaten up there is no share to be above.
      share.max === null || plan.total <= 0 ? Number.POSITIVE_INFINITY : share.max * plan.total,
      value.max === null ? Number.POSITIVE_INFINITY : value.max * 100,
    );
    const slackTo = (limit: number) => Math.max(1, limitSlack(unit, plan.total, limit));
    return after < low - slackTo(low) || after > high + slackTo(high) ? [holding.isin] : [];
  });
}

function valueAfter(plan: Traded, holding: Holding): number {
  const change = plan.orders.reduce(
    (sum, order) =>
      order.isin === holding.isin ? sum + (order.action === 'buy' ? order.ticks : -order.ticks) : sum,
    0,
  );
  return valueOfTicks(holding.ticks + change, holding.price, holding.decimals);
}

function unmendable(request: PlanRequest, plan: PortfolioPlan, isin: string): BindingLimit {
  const holding = plan.holdings.find((candidate) => candidate.isin === isin);
  const after = holding ? valueAfter(plan, holding) : 0;
  const { share, value } = request.portfolioLimits;
  const isLow = after < Math.max((share.min ?? 0) * plan.total, (value.min ?? 0) * 100);
  const limit = isLow
    ? share.min !== null
      ? 'share.min'
      : 'value.min'
    : share.max !== null
      ? 'share.max'
      : 'value.max';
  const text = `${isin} bliebe mit ${euros(after)} ${isLow ? 'unter der Untergrenze' : 'über der Obergrenze'}; Mindestauftrag oder Anteilsgröße erlauben keinen passenden Auftrag.`;
  return { limit: `portfolio.${limit}`, subject: isin, values: { value: after }, text };
}

import type { ContractInput } from '../check/contract-input.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { applyLimits } from './apply-limits.ts';
import { collectHoldings, type Holding, valueOfTicks } from './holdings.ts';
import { makeOrders, type Order } from './make-orders.ts';
import { type BindingLimit, type PlanRequest, planFeeOf, toCents } from './plan-input.ts';
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
}

const passes = 6;

/**
 * Plans the orders of a portfolio (engine.md section 13 with the limits of G-65). A fund that a second run on the result
 * would still trade, and a fund outside the limits after the orders, is traded in this run whatever its threshold,
 * so that a second run proposes nothing (G-67).
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
    const again = planOnce(
      context,
      { ...request, contract: plan.after, addedCash: 0 },
      driftAbsolute,
      new Set(),
    );
    const missing = [...again.orders.map((order) => order.isin), ...limitBreakers(request, plan)].filter(
      (isin) => !forced.has(isin),
    );
    if (missing.length === 0) break;
    for (const isin of missing) forced.add(isin);
    plan = planOnce(context, own, driftAbsolute, forced, holdings);
  }
  const broken = limitBreakers(request, plan);
  if (broken.length === 0 || plan.binding.length > 0) return plan;
  return { ...plan, binding: [...plan.binding, ...broken.map((isin) => unmendable(request, plan, isin))] };
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
  const orders =
    binding.length > 0
      ? []
      : makeOrders({ holdings, targets, total, cash: cash - reserve, rules, driftAbsolute, forced });
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
  };
}

/** Shortlisted funds that may be added, best first within each peer group. */
function* reserveOf(context: TariffContext, holdings: readonly Holding[]): Generator<string> {
  const addable = new Set(
    holdings.flatMap((holding) => (holding.isAcceptable && !holding.isLocked ? holding.isin : [])),
  );
  for (const list of context.input.shortlists) for (const isin of list) if (addable.has(isin)) yield isin;
}

/** The contract after its orders; new positions have the price of the order. */
export function applyOrders(
  contract: ContractInput,
  holdings: readonly Holding[],
  orders: readonly Order[],
  cashAfter: number,
): ContractInput {
  const change = new Map<string, number>();
  for (const { isin, action, ticks } of orders)
    change.set(isin, (change.get(isin) ?? 0) + (action === 'buy' ? ticks : -ticks));
  const firstOf = new Map<string, ContractInput['positions'][number]>();
  for (const position of contract.positions)
    if (!firstOf.has(position.isin)) firstOf.set(position.isin, position);
  const positions = holdings.flatMap((holding) => {
    const ticks = holding.ticks + (change.get(holding.isin) ?? 0);
    const before = firstOf.get(holding.isin);
    // Dust beyond the fund's decimals stays where nothing was sold completely.
    if (before && !change.has(holding.isin))
      return contract.positions.filter((position) => position.isin === holding.isin);
    if (ticks <= 0) return [];
    return [
      {
        isin: holding.isin,
        quantity: ticks / 10 ** holding.decimals,
        price: holding.price,
        priceDay: before?.priceDay ?? contract.day,
        costValue: null,
      },
    ];
  });
  return { ...contract, positions, cash: cashAfter / 100 };
}

/** Tradable funds whose value after the orders breaks the limits of share and value by more than fees and one unit. */
function limitBreakers(request: PlanRequest, plan: PortfolioPlan): string[] {
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
    const slack = Math.max(1, unit, plan.total * 0.001);
    const low = Math.max((share.min ?? 0) * plan.total, (value.min ?? 0) * 100);
    const high = Math.min(
      share.max === null ? Number.POSITIVE_INFINITY : share.max * plan.total,
      value.max === null ? Number.POSITIVE_INFINITY : value.max * 100,
    );
    return after < low - slack || after > high + slack ? [holding.isin] : [];
  });
}

function valueAfter(plan: PortfolioPlan, holding: Holding): number {
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
  const text = `${isin} bliebe mit ${(after / 100).toFixed(2)} EUR ${isLow ? 'unter der Untergrenze' : 'über der Obergrenze'}; Mindestauftrag oder Anteilsgröße erlauben keinen passenden Auftrag.`;
  return { limit: `portfolio.${limit}`, subject: isin, values: { value: after }, text };
}

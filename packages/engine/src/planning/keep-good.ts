import type { ContractCheck } from '../check/check-contract.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { namedBy } from './given-up.ts';
import {
  type Holding,
  isBuyable,
  isClearlyCheaper,
  paysToSwitch,
  tickOf,
  ticksFor,
  valueOfTicks,
} from './holdings.ts';
import { addedFindings, compareAims, compareFindings, fallenParts } from './judge-plan.ts';
import { knownCheck } from './known-checks.ts';
import type { Order } from './order-problem.ts';
import { feeOf, type PlanRequest } from './plan-input.ts';
import { type PortfolioPlan, unchanged } from './plan-portfolio.ts';
import { isLarger } from './plan-size.ts';
import { floorOf, type PlanStep, settlePlan } from './settle-plan.ts';
import { keepsAsMuch } from './trimmed-plan.ts';
import { withOrders } from './with-orders.ts';
import { contextFor, judgeOf, shownCheck, withSavings } from './with-savings.ts';

/** A sale of a good fund and a buy of another of its group, which nothing about the fund itself asks for. */
interface Switch {
  /** The good fund. */
  readonly holding: Holding;
  readonly sale: Order;
  readonly buy: Order;
  /** Cents of the sale that go into the buy: what buys that pay for it take is none of them. */
  readonly moved: number;
}

/** So many switches of one plan are looked at. */
const mostSwitches = 8;

/**
 * A plan that does not sell a part of a good fund while it buys another of its group: the smaller of both orders goes, and the
 * other becomes smaller by as much. One plan seldom does that; runs made as one, and whole units, do. Where the contract is no
 * worse without and comes to rest there, it is left out; a switch that pays, or that a finding about the fund asks for, stays.
 *
 * @param next what a further run orders
 * @param goesOn whether what a further run adds to a way may be part of it: not for a plan that another one asks for, or each asks for all that follow
 */
export function withoutSwitches(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  isNecessary: boolean,
  next: PlanStep,
  goesOn: boolean,
): PortfolioPlan {
  // What a limit on the turnover holds back is for the next run, whatever becomes of this one.
  if (plan.binding.length > 0 || request.rules.maximumTurnover !== null) return plan;
  const own = contextFor(context, request, request.contract);
  const isAtRest = ({ after }: PortfolioPlan) => (next(after, false)?.orders.length ?? 0) === 0;
  // What a further run would add to a way is part of it; the smallest intervention must stay the smaller one by it.
  const onward = (ways: readonly PortfolioPlan[], than: PortfolioPlan, found: Switch) => {
    const [way] = ways;
    const settled =
      way && settlePlan(request, (contract, isFirst) => (isFirst ? way : next(contract, false)));
    if (
      !settled?.isSettled ||
      (isNecessary && isLarger(settled, than)) ||
      hasSwitch(own, request, settled, found)
    )
      return null;
    return isAsGood(own, request, than, settled, isNecessary) ? settled : null;
  };
  let best = plan;
  const tried = new Set<string>();
  for (let round = 0; round < mostSwitches; round++) {
    const found = switchesOf(own, request, best).find(({ sale, buy }) => !tried.has(keyOf(sale, buy)));
    if (!found) return best;
    tried.add(keyOf(found.sale, found.buy));
    const ways = withoutSwitch(own, request, best, found).map((less) =>
      withSavings(own, request, less, isNecessary),
    );
    const good = ways.filter((less) => isAsGood(own, request, best, less, isNecessary));
    best = good.find(isAtRest) ?? (goesOn ? onward(good, best, found) : null) ?? best;
  }
  return best;
}

/** Whether a plan has a switch out of and into the same funds, or out of the same into one that is not clearly cheaper. */
const hasSwitch = (
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  { sale, buy }: Switch,
) =>
  switchesOf(context, request, plan).some(
    (one) =>
      one.sale.isin === sale.isin &&
      (one.buy.isin === buy.isin || !isClearlyCheaper(context, one.buy.isin, sale.isin)),
  );

const keyOf = (sale: Order, buy: Order) => `${sale.isin} ${buy.isin}`;

/** Points of the measure that two rounded ones may differ by and be the same. */
const sameMeasure = 0.02;

/**
 * Whether a check is as good as another in the order of aims. Far outside the band a switch of two funds of a group moves a
 * hundredth of the way through their own risk alone: that is no reason to give up a good fund.
 */
function isAsNear({ input: { range } }: TariffContext, now: ContractCheck, then: ContractCheck): boolean {
  if (compareAims(then, now) <= 0) return true;
  const isOut = now.status !== 'in' && then.status === now.status;
  const same = Math.max(sameMeasure, range / 50);
  return isOut && compareFindings(then, now) <= 0 && then.distance <= now.distance + same + 1e-9;
}

/**
 * Parts of the score that fall, without the quality of the funds: that a rank is better is no reason to give up a good fund, so it is none
 * that the quality falls by what the other orders sell. It is named where it does.
 */
const fallenBy = (before: ContractCheck, after: ContractCheck) =>
  fallenParts(before, after).filter((part) => part !== 'quality');

/** Whether a plan is no worse than another in anything that is promised. */
function isAsGood(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  less: PortfolioPlan,
  isNecessary: boolean,
): boolean {
  const judge = judgeOf(context, request, isNecessary);
  const [before, now, then] = [judge(unchanged(request)), judge(plan), judge(less)];
  return (
    isAsNear(context, now, then) &&
    then.score >= Math.min(before.score, now.score) &&
    addedFindings(now, then).length === 0 &&
    fallenBy(before, then).length <= fallenBy(before, now).length &&
    keepsAsMuch(context, request, plan, less) &&
    addedFindings(shownCheck(context, request, plan), shownCheck(context, request, less)).length === 0
  );
}

/** Switches of a plan out of good funds, the largest first. */
function switchesOf(context: TariffContext, request: PlanRequest, plan: PortfolioPlan): Switch[] {
  const sales = plan.orders.filter(({ action }) => action === 'sell');
  const buys = plan.orders.filter(({ action }) => action === 'buy');
  if (sales.length === 0 || buys.length === 0) return [];
  const holdings = new Map(plan.holdings.map((holding) => [holding.isin, holding]));
  const groupOf = ({ isin }: Order) => holdings.get(isin)?.groupIndex ?? -1;
  const named = namedBy(knownCheck(context, request.contract).hints);
  return sales.flatMap((sale): Switch[] => {
    const holding = holdings.get(sale.isin);
    const group = groupOf(sale);
    if (!holding?.isAcceptable || group < 0 || (context.target[group] ?? 0) <= 0) return [];
    if (named.has(sale.isin) || named.has(context.funds.get(sale.isin)?.company ?? '')) return [];
    const inGroup = buys.filter((buy) => groupOf(buy) === group);
    const paying = inGroup.filter((buy) => isWorth(context, request, holding, sale, buy));
    // What is less than one more unit of them costs, than a euro or a hundredth of the sale, has nowhere better to go.
    const taken = (buy: Order) => buy.amount + Math.max(100, tickOf(holdings.get(buy.isin) ?? holding));
    if (paying.length > 0 && 0.99 * sale.amount <= paying.reduce((sum, buy) => sum + taken(buy), 0))
      return [];
    const left = sale.amount - paying.reduce((sum, { amount }) => sum + amount, 0);
    return inGroup
      .filter((buy) => !paying.includes(buy))
      .map((buy) => ({ holding, sale, buy, moved: Math.min(left, buy.amount) }));
  });
}

/** Whether what is moved saves enough to be moved. */
const isWorth = (
  context: TariffContext,
  request: PlanRequest,
  holding: Holding,
  sale: Order,
  buy: Order,
): boolean => {
  const value = Math.min(sale.amount, buy.amount);
  return paysToSwitch(context, request, { ...holding, value }, buy.isin);
};

/**
 * Plans without a switch: both orders smaller by what it moves; else what is left of it in the good fund alone, where
 * whole units or a smallest order of the other allow no less. What is left is at least the smallest order of its fund.
 */
function withoutSwitch(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  found: Switch,
): PortfolioPlan[] {
  const { sale, buy } = found;
  const other = plan.holdings.find(({ isin }) => isin === buy.isin);
  if (!other) return [];
  const others = plan.orders.filter((order) => order !== sale && order !== buy);
  return [
    ...smallerBy(context, request, found, other),
    ...raisedSale(request, plan, found),
    ...boughtInstead(context, request, plan, found).map((order) => [sale, order]),
    ...soldInstead(context, request, plan, found).map((order) => [order, buy]),
  ]
    .map((left) => [...others.filter(({ isin }) => left.every((order) => order.isin !== isin)), ...left])
    .map((left) => withOrders(request, plan, left))
    .filter(({ cashAfter, orders }) => cashAfter >= floorOf(request, orders));
}

/** What is left of both orders without what is moved between them: of one of them, where that is all of the other. */
function smallerBy(
  context: TariffContext,
  request: PlanRequest,
  { sale, buy, holding, moved }: Switch,
  other: Holding,
): Order[][] {
  const { fee } = request.rules;
  const rest = buy.amount + buy.fee - (sale.amount - sale.fee);
  const bought = (fund: Holding, money: number) =>
    sized(request, 'buy', fund, Math.floor((money - feeOf(fee, Math.max(0, money))) / tickOf(fund) + 1e-9));
  if (moved < Math.min(sale.amount, buy.amount)) {
    const kept = sized(request, 'sell', holding, Math.ceil((sale.amount - moved) / tickOf(holding) - 1e-9));
    const brought = kept.reduce((sum, { amount, fee: own }) => sum + amount - own, 0);
    // Whole units may allow no less.
    return kept.some(({ ticks }) => ticks === sale.ticks)
      ? []
      : [[...kept, ...bought(other, rest + brought)]];
  }
  if (rest < 0)
    return [sized(request, 'sell', holding, Math.ceil((feeOf(fee, -rest) - rest) / tickOf(holding) - 1e-9))];
  const funds = isBuyable(context, holding) ? [other, holding] : [other];
  return funds.map((fund) => bought(fund, rest));
}

/**
 * What is left of the sale without the buy is less than its smallest order: it is made as large as that, and what it brings more goes into
 * one of the other buys, or stays.
 */
function raisedSale(
  request: PlanRequest,
  { holdings, orders }: PortfolioPlan,
  { sale, buy, holding, moved }: Switch,
): Order[][] {
  const rest = sale.amount - sale.fee - buy.amount - buy.fee;
  const least = Math.ceil(holding.minimumOrder / tickOf(holding) - 1e-9);
  if (moved < buy.amount || rest <= 0 || rest >= holding.minimumOrder || least >= sale.ticks) return [];
  const raised = sized(request, 'sell', holding, least);
  const brought = raised.reduce((sum, { amount, fee }) => sum + amount - fee, 0) - rest;
  const larger = orders.flatMap((order) => {
    const fund = holdings.find(({ isin }) => isin === order.isin);
    if (order.action === 'sell' || order === buy || !fund) return [];
    const more = ticksFor(brought - feeOf(request.rules.fee, brought), fund);
    return more > 0 ? [[...raised, ...sized(request, 'buy', fund, order.ticks + more)]] : [];
  });
  return [...larger, raised];
}

/**
 * Sales of other funds of the group that nothing is ordered of yet, for as much money: those the buy is clearly cheaper than. What whole units leave over may so go
 * into a cheaper fund of finer ones, and the good one stays.
 */
function soldInstead(
  context: TariffContext,
  request: PlanRequest,
  { holdings, orders }: PortfolioPlan,
  { sale, buy, holding }: Switch,
): Order[] {
  const ordered = new Set(orders.map(({ isin }) => isin));
  return holdings
    .filter(
      ({ isin, groupIndex, isLocked }) =>
        groupIndex === holding.groupIndex &&
        !isLocked &&
        !ordered.has(isin) &&
        isClearlyCheaper(context, buy.isin, isin),
    )
    .flatMap((other) => {
      const ticks = Math.ceil(sale.amount / tickOf(other) - 1e-9);
      return ticks > other.ticks ? [] : sized(request, 'sell', other, ticks);
    });
}

/**
 * Buys of other funds of the group for as much money as the buy takes, or of more of them: those that are clearly cheaper than the
 * good fund. What a whole unit brings too much goes into such a fund, and not into a dear one of the target's own.
 */
function boughtInstead(
  context: TariffContext,
  request: PlanRequest,
  { holdings, orders }: PortfolioPlan,
  { buy, holding }: Switch,
): Order[] {
  const ordered = new Map(orders.map((order) => [order.isin, order]));
  const money = buy.amount + buy.fee;
  return holdings
    .filter(
      (other) =>
        other.groupIndex === holding.groupIndex &&
        other.isin !== buy.isin &&
        ordered.get(other.isin)?.action !== 'sell' &&
        isBuyable(context, other) &&
        isClearlyCheaper(context, other.isin, holding.isin),
    )
    .flatMap((other) => {
      const more = ticksFor(money - feeOf(request.rules.fee, money), other);
      return more > 0 ? sized(request, 'buy', other, more + (ordered.get(other.isin)?.ticks ?? 0)) : [];
    });
}

/** An order of so many ticks; none where that is no order. */
function sized(request: PlanRequest, action: Order['action'], holding: Holding, ticks: number): Order[] {
  const amount = valueOfTicks(ticks, holding.price, holding.decimals);
  if (ticks <= 0 || amount < holding.minimumOrder) return [];
  const isFullSale = action === 'sell' && ticks === holding.ticks;
  return [{ isin: holding.isin, action, ticks, amount, fee: feeOf(request.rules.fee, amount), isFullSale }];
}

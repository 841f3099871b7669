import type { HintCode } from '@depotwerk/domain/advice/hint-codes';
import type { ContractCheck } from '../check/check-contract.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { toCents } from '../rounding/in-cents.ts';
import { clusterAvoidance } from './cluster-avoidance.ts';
import { hintsBySubject } from './hints-by-subject.ts';
import { type Holding, isBuyable, isClearlyCheaper, valueOfTicks } from './holdings.ts';
import { leastValue } from './necessary-targets.ts';
import { overdraftOf } from './open-demands.ts';
import type { Order } from './order-problem.ts';
import { explainOrder, freedText, type OrderSides } from './order-reasons.ts';
import { pairSwitches } from './pair-switches.ts';
import type { PlanRequest } from './plan-input.ts';
import type { PortfolioPlan } from './plan-portfolio.ts';

/** An order as the adviser sees it. Money in euros. */
export interface PlannedOrder {
  readonly action: 'sell' | 'buy';
  readonly isin: string;
  readonly quantity: number;
  readonly amount: number;
  readonly fee: number;
  readonly fractionBefore: number;
  readonly fractionAfter: number;
  /** The other half of a switch inside the peer group. */
  readonly switchWith: string | null;
  readonly reason: string;
  readonly hints: readonly HintCode[];
}

/** Units, euros and shares of an order; `total` is the portfolio's value in cents. */
export function orderFigures(
  { action, isin, ticks, amount, fee }: Order,
  { value, decimals }: Holding,
  total: number,
): Omit<PlannedOrder, 'switchWith' | 'reason' | 'hints'> {
  const share = (cents: number) => (total > 0 ? cents / total : 0);
  return {
    action,
    isin,
    quantity: ticks / 10 ** decimals,
    amount: amount / 100,
    fee: fee / 100,
    fractionBefore: share(value),
    fractionAfter: share(value + (action === 'buy' ? amount : -amount)),
  };
}

/** The orders of a plan in words: what each is for, and what it goes with. */
export function describeOrders(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  before: ContractCheck,
): PlannedOrder[] {
  if (plan.orders.length === 0) return [];
  const amounts = new Map(plan.orders.map(({ isin, amount }) => [isin, amount]));
  // Most funds are neither held nor ordered.
  const byIsin = new Map<string, Holding>();
  for (const holding of plan.holdings) if (amounts.has(holding.isin)) byIsin.set(holding.isin, holding);
  const partners = pairSwitches(context, plan, before.hints);
  const found = hintsBySubject(before.hints);
  // Of the whole, as the check weighs groups: with the cash that is reserved.
  const whole = plan.total + toCents(request.contract.cashReserve);
  const share = (cents: number) => (whole > 0 ? cents / whole : 0);
  const signed = ({ action, amount }: Order) => (action === 'buy' ? amount : -amount);
  const [groupValues, groupChanges] = [new Map<number, number>(), new Map<number, number>()];
  let held = 0;
  for (const { groupIndex, value } of plan.holdings) {
    if (value === 0) continue;
    held += Number(value > 0);
    groupValues.set(groupIndex, (groupValues.get(groupIndex) ?? 0) + value);
  }
  for (const order of plan.orders) {
    const group = byIsin.get(order.isin)?.groupIndex ?? -1;
    groupChanges.set(group, (groupChanges.get(group) ?? 0) + signed(order));
  }
  const firstBuys = new Map<number, string>();
  for (const { isin, action } of plan.orders) {
    const group = action === 'buy' ? (byIsin.get(isin)?.groupIndex ?? -1) : -1;
    if (group >= 0 && !firstBuys.has(group)) firstBuys.set(group, isin);
  }
  const opened = plan.orders.filter(
    ({ isin, action }) => action === 'buy' && !byIsin.get(isin)?.value,
  ).length;
  const least = leastValue(request, plan.total);
  const soldWholly = new Set(plan.orders.flatMap(({ isin, isFullSale }) => (isFullSale ? [isin] : [])));
  const avoidsCluster = clusterAvoidance(context, plan, found);
  const isCrowded = held + opened > (request.portfolioLimits.count.max ?? Number.POSITIVE_INFINITY);
  const isOverdrawn = overdraftOf(request) > 0;
  const buysAnything = plan.orders.some(({ action }) => action === 'buy');
  const described = plan.orders.flatMap((order): PlannedOrder[] => {
    const holding = byIsin.get(order.isin);
    if (!holding) return [];
    const partner = partners.get(order.isin) ?? null;
    const moved = Math.min(order.amount, amounts.get(partner ?? '') ?? order.amount);
    const groupValue = groupValues.get(holding.groupIndex) ?? 0;
    const { text, hints } = explainOrder(context, request, order, holding, found, {
      groupShare: share(groupValue),
      groupShareAfter: share(groupValue + (groupChanges.get(holding.groupIndex) ?? 0)),
      partner,
      moved,
      isCrowded,
      tooSmall: [holding, partner === null ? undefined : byIsin.get(partner)].find(
        (side) => side !== undefined && soldWholly.has(side.isin) && side.value < least,
      ),
      avoidsCluster: avoidsCluster(order, partner ?? boughtBeside(order, firstBuys, holding.groupIndex)),
      isWholeUnit:
        partner !== null &&
        !isClearlyCheaper(context, partner, order.isin) &&
        isOneUnitTooMuch(order, holding, moved),
      isRiskOff: before.status === 'above' || before.status === 'below',
      isAlone: plan.orders.length === 1,
      fillsCash: isOverdrawn ? fillsCash(plan, order, partners) : undefined,
      proceeds: isOverdrawn || buysAnything ? undefined : proceedsOf(context, plan, holding),
    });
    return [
      {
        ...orderFigures(order, holding, plan.total),
        switchWith: partner,
        reason: text,
        hints,
      },
    ];
  });
  return isOverdrawn && plan.cashAfter > toCents(request.contract.cash)
    ? withAccountNamed(described, plan, partners, found.ofOverdraft)
    : described;
}

/** Cents from which on what a sale leaves on an account is more than rounding. */
const leastLeft = 100;

/**
 * Orders of which the sales say that what they leave fills the account that is overdrawn, where they say nothing of it: all of a plan
 * that buys nothing but the other halves of switches; else only the one that leaves the most, where none does.
 */
function withAccountNamed(
  described: readonly PlannedOrder[],
  { orders }: PortfolioPlan,
  partners: ReturnType<typeof pairSwitches>,
  served: readonly HintCode[],
): PlannedOrder[] {
  const byIsin = new Map(orders.map((order) => [order.isin, order]));
  const leftBy = ({ isin, action, amount, fee }: Order) => {
    if (action === 'buy') return 0;
    const buy = byIsin.get(partners.get(isin) ?? '');
    return amount - fee - (buy ? buy.amount + buy.fee : 0);
  };
  const areForIt = orders.every(({ isin, action }) => action === 'sell' || partners.has(isin));
  const leaving = orders.filter((order) => leftBy(order) >= leastLeft);
  const isNamed = ({ reason }: PlannedOrder) => reason.includes('sonstige');
  const most = leaving.toSorted((a, b) => leftBy(b) - leftBy(a) || (a.isin < b.isin ? -1 : 1)).slice(0, 1);
  const named = areForIt ? leaving : described.some(isNamed) ? [] : most;
  const isins = new Set(named.map(({ isin }) => isin));
  const text = freedText({ isShared: leaving.length > 1 || !areForIt });
  return described.map((order) => {
    if (!isins.has(order.isin) || isNamed(order)) return order;
    const hints = [...new Set([...order.hints, ...served])].toSorted();
    return { ...order, reason: `${order.reason} ${text}`, hints };
  });
}

/**
 * What an order of a contract does for its account that is overdrawn, and whether it does so alone: what is sold for nothing else, and
 * all of a plan that buys nothing but the other halves of switches.
 */
function fillsCash(
  { fills = [], orders }: PortfolioPlan,
  { isin }: Order,
  partners: ReturnType<typeof pairSwitches>,
): OrderSides['fillsCash'] {
  const sold = new Map(
    orders.flatMap((order) => (order.action === 'sell' ? [[order.isin, order] as const] : [])),
  );
  const isSwitched = (order: Order) =>
    (sold.get(partners.get(order.isin) ?? '')?.amount ?? 0) >= order.amount;
  const isOnly = fills.includes(isin);
  const areForIt = orders.every((order) => order.action === 'sell' || isSwitched(order));
  if (!isOnly && !areForIt) return undefined;
  return { isOnly, isShared: fills.length > 1 || (areForIt && sold.size > 1) };
}

/** Why the money of a sale stays where nothing is bought. */
const proceedsOf = (
  context: TariffContext,
  { holdings }: PortfolioPlan,
  { groupIndex }: Holding,
): OrderSides['proceeds'] =>
  groupIndex >= 0 && !holdings.some((one) => one.groupIndex === groupIndex && isBuyable(context, one))
    ? 'groupWithoutFund'
    : 'kept';

/** The fund of its group that a plan buys beside a sale that has no other half; null where there is none. */
const boughtBeside = (
  { action }: Order,
  firstBuys: ReadonlyMap<number, string>,
  group: number,
): string | null => (action === 'sell' ? (firstBuys.get(group) ?? null) : null);

/** Whether a sale moves a part of it inside its group only because there is no smaller one that frees as much for others. */
const isOneUnitTooMuch = ({ amount, ticks }: Order, { decimals, price }: Holding, moved: number): boolean =>
  decimals === 0 && moved < amount && valueOfTicks(ticks - 1, price, decimals) < amount - moved;

/** Month by month life of one depot: initial investment, savings plan at real demo prices, rebalancing. */
import type { DemoFund } from './demo-funds.ts';

/** Quantities are whole ten-thousandths of a unit, like prices of a euro, so values are exact. */
export const quantityScale = 10_000;

/** Value in cents of a quantity at a price, half a cent rounded up. */
export function valueInCents(quantity: number, price: number): number {
  return Math.floor((quantity * price + 500_000) / 1_000_000);
}

/** The price of a day, or the last one of a fund that ended before. */
export function priceOn(fund: DemoFund, day: number): number {
  return fund.prices[Math.min(day, fund.lastDay)] ?? 0;
}

export interface DepotPlan {
  readonly funds: readonly DemoFund[];
  /** Weights of the initial investment and of the savings plan, by position in `funds`; each sums to 1. */
  readonly weights: readonly number[];
  readonly planWeights: readonly number[];
  readonly startDay: number;
  /** Euro invested at the start, and how much of it was paid in (the rest is earlier gain). */
  readonly initialValue: number;
  readonly initialContributions: number;
  /** Euro of one payment of the savings plan, and the days one is made on. */
  readonly payment: number;
  readonly paymentDays: ReadonlySet<number>;
  /** Part of the initial investment and of every payment that buys funds; the rest is kept elsewhere. */
  readonly fundShare: number;
  /** Days on which the depot is set back to its weights. */
  readonly rebalancingDays: ReadonlySet<number>;
}

/** The depot on one day. Entries without units are left out by the reader. */
export interface DepotState {
  readonly day: number;
  readonly quantities: readonly number[];
  /** Cost of the units held, in euro. */
  readonly costs: readonly number[];
  /** Paid in until then, in euro. */
  readonly contributions: number;
}

/** Units and euros that came into one fund of a depot on a day, or went out of it. */
export interface SimulatedMovement {
  readonly index: number;
  readonly day: number;
  /** Below zero for a sale. */
  readonly units: number;
  readonly amount: number;
}

function wholeUnits(units: number, fund: DemoFund): number {
  const step = fund.unitDecimals === 0 ? quantityScale : fund.unitDecimals === 3 ? 10 : 1;
  return Math.floor((units * quantityScale) / step) * step;
}

/** The fund with the most money of those that give out parts of a unit that day; -1 where there is none. */
function fundOfParts(funds: readonly DemoFund[], units: Float64Array, day: number): number {
  const moneyOf = (fund: DemoFund, index: number) =>
    fund.unitDecimals === 0 || fund.lastDay < day ? 0 : (units[index] ?? 0) * priceOn(fund, day);
  const money = funds.map(moneyOf);
  const most = Math.max(0, ...money);
  return most > 0 ? money.indexOf(most) : -1;
}

/**
 * Units as they are held, and their costs: whole ones of funds that have no others. What does not come to a whole one is kept in the
 * fund that has parts of units, for a depot that is worth less than was invested would look as if somebody had taken costs from it.
 */
function heldOn(
  day: number,
  funds: readonly DemoFund[],
  units: Float64Array,
  costs: Float64Array,
): Pick<DepotState, 'quantities' | 'costs'> {
  const held = funds.map((fund, index) => wholeUnits(units[index] ?? 0, fund));
  const heldCosts = Array.from(costs);
  const keeper = fundOfParts(funds, units, day);
  const kept = funds[keeper];
  if (kept === undefined) return { quantities: held, costs: heldCosts };
  let rest = units[keeper] ?? 0;
  for (const [index, fund] of funds.entries()) {
    const all = units[index] ?? 0;
    if (index === keeper || fund.unitDecimals !== 0 || all === 0) continue;
    const left = all - (held[index] ?? 0) / quantityScale;
    rest += (left * priceOn(fund, day)) / priceOn(kept, day);
    const cost = ((costs[index] ?? 0) * left) / all;
    heldCosts[index] = (heldCosts[index] ?? 0) - cost;
    heldCosts[keeper] = (heldCosts[keeper] ?? 0) + cost;
  }
  held[keeper] = wholeUnits(rest, kept);
  return { quantities: held, costs: heldCosts };
}

/**
 * The depot at each of the days (ascending, the last is the end). `monthEnds` are the days savings can be
 * invested on. Units are kept exact inside and brought to the funds' decimals in the result. Who wants to know by what it came to
 * them gives `onMovement`.
 */
export function simulateDepot(
  plan: DepotPlan,
  monthEnds: readonly number[],
  days: readonly number[],
  onMovement: (movement: SimulatedMovement) => void = () => {},
): DepotState[] {
  const { funds } = plan;
  const count = funds.length;
  const units = new Float64Array(count);
  const costs = new Float64Array(count);
  let contributions = plan.initialContributions;
  const price = (index: number, day: number): number => {
    const fund = funds[index];
    return fund === undefined ? 1 : priceOn(fund, day) / quantityScale;
  };
  for (let index = 0; index < count; index += 1) {
    const amount = plan.initialValue * plan.fundShare * (plan.weights[index] ?? 0);
    units[index] = amount / price(index, plan.startDay);
    costs[index] = (plan.initialContributions * amount) / Math.max(plan.initialValue, 0.01);
    onMovement({ index, day: plan.startDay, units: units[index] ?? 0, amount: costs[index] ?? 0 });
  }
  const states: DepotState[] = [];
  let next = 0;
  const record = (day: number): void => {
    states.push({
      day,
      ...heldOn(day, funds, units, costs),
      contributions: Math.round(contributions * 100) / 100,
    });
  };
  const rebalance = (day: number): void => {
    let total = 0;
    for (let index = 0; index < count; index += 1) total += (units[index] ?? 0) * price(index, day);
    for (let index = 0; index < count; index += 1) {
      const wanted = total * (plan.weights[index] ?? 0);
      const held = (units[index] ?? 0) * price(index, day);
      costs[index] =
        wanted > held
          ? (costs[index] ?? 0) + wanted - held
          : ((costs[index] ?? 0) * wanted) / Math.max(held, 0.01);
      const traded = wanted / price(index, day) - (units[index] ?? 0);
      onMovement({ index, day, units: traded, amount: Math.abs(wanted - held) });
      units[index] = wanted / price(index, day);
    }
  };
  for (const day of monthEnds) {
    if (day <= plan.startDay) continue;
    while ((days[next] ?? Number.POSITIVE_INFINITY) < day) record(days[next++] ?? 0);
    const payment = plan.paymentDays.has(day) ? plan.payment : 0;
    for (let index = 0; index < count; index += 1) {
      const amount = payment * plan.fundShare * (plan.planWeights[index] ?? 0);
      onMovement({ index, day, units: amount / price(index, day), amount });
      units[index] = (units[index] ?? 0) + amount / price(index, day);
      costs[index] = (costs[index] ?? 0) + amount;
    }
    contributions += payment;
    if (plan.rebalancingDays.has(day)) rebalance(day);
  }
  while (next < days.length) record(days[next++] ?? 0);
  return states;
}

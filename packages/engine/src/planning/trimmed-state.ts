import type { ContractCheck } from '../check/check-contract.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { multiply } from '../linear-algebra/matrix.ts';
import { toCents } from '../rounding/in-cents.ts';
import { type Holding, valueOfTicks } from './holdings.ts';
import { feeOf, type PlanRequest, paysItsFee } from './plan-input.ts';
import type { PortfolioPlan } from './plan-portfolio.ts';
import { mayWeigh, type TrimBounds, trimBounds } from './trim-bounds.ts';
import {
  type Change,
  type ChangedTrade,
  type Fractions,
  fractionsIn,
  knownOf,
  misplacedIn,
  noSums,
  rememberedOrders,
  type Sums,
  type Trade,
  type TradedKnown,
  tradeOf,
} from './trim-sums.ts';

/** Shortfalls of rounding that are none: cents, and points of measure and score. */
const cent = 1;
const noise = 1e-9;
/** Cents a year that the rounding of holdings to cents costs at most. */
const centsOfCosts = 0.1;

/** A plan's orders with all that must stay true while they become smaller, kept up to date order by order. */
export class TrimmedState {
  readonly trades: Trade[];
  readonly #context: TariffContext;
  readonly #request: PlanRequest;
  readonly #bounds: TrimBounds;
  readonly #total: number;
  readonly #leastQuality: number;
  readonly #leastMeasure: number;
  readonly #mostMeasure: number;
  /** Cents by peer group. */
  readonly #groups: Float64Array;
  readonly #fractions: Fractions | null;
  /** Covariance times weights, as fractions. */
  readonly #loads: Float64Array;
  readonly #companies = new Map<string, number>();
  readonly #sums: Sums = { ...noSums };
  /** Called once before the next change; null where nobody asked to remember. */
  #remember: (() => void) | null = null;

  constructor(
    context: TariffContext,
    request: PlanRequest,
    plan: PortfolioPlan,
    before: ContractCheck,
    after: ContractCheck,
  ) {
    this.#context = context;
    this.#request = request;
    this.#bounds = trimBounds(context, request, plan, before, after);
    this.#total = plan.total + toCents(request.contract.cashReserve);
    this.#sums.cash = plan.cashAfter;
    const orders = new Map(plan.orders.map((order) => [order.isin, order]));
    const n = context.target.length;
    this.#groups = new Float64Array(n);
    this.#fractions = fractionsIn(context, request, plan.holdings);
    this.#sums.costs = this.#fractions?.costs ?? 0;
    const trades: Trade[] = [];
    let [points, held] = [0, 0];
    for (const holding of plan.holdings) {
      const order = orders.get(holding.isin);
      // Most funds are neither held nor traded.
      if (!order && holding.value === 0) continue;
      if (order) {
        trades.push(tradeOf(context, holding, order, this.#bounds.leaving));
        this.#sums.turnover += order.amount + order.fee;
        this.#sums.orders += Number(order.ticks > 0);
      }
      const sign = order?.action === 'buy' ? 1 : -1;
      const value = holding.value + sign * (order?.amount ?? 0);
      const known = knownOf(context, holding);
      points += holding.value * known.quality;
      held += holding.value;
      if (value <= 0) continue;
      this.#sums.count += 1;
      this.#add(known, holding.groupIndex, value, 0);
    }
    const weights = this.#groups.map((value) => value / this.#total);
    this.#loads = multiply(context.covariance, weights, n);
    for (let g = 0; g < n; g++) this.#sums.variance += (this.#groups[g]! / this.#total) * this.#loads[g]!;
    // Where fees or fractions make the check see another measure or quality, what whole ticks come to may stay.
    const measure = this.#measure();
    const quality = Math.min(
      points / Math.max(1, held) - 0.5,
      this.#sums.quality / Math.max(1, this.#sums.invested),
    );
    this.#leastQuality = Math.min(this.#bounds.leastQuality, quality);
    // Other units of the same funds come to the same but for their cents.
    const cents = (100 * 2 * cent) / this.#total;
    this.#leastMeasure = Math.min(this.#bounds.leastMeasure, measure - cents);
    this.#mostMeasure = Math.max(this.#bounds.mostMeasure, measure + cents);
    this.trades = trades.sort((a, b) => b.amount - a.amount || (a.holding.isin < b.holding.isin ? -1 : 1));
  }

  /** Adds a change of a holding's value to the sums that are linear or belong to it alone. */
  #add({ fund, quality }: TradedKnown, groupIndex: number, change: number, from: number): void {
    this.#sums.invested += change;
    if (!fund) return;
    this.#sums.quality += change * quality;
    this.#sums.costs += change * fund.assumedTer;
    this.#sums.quota += change * (fund.equityQuota ?? 0);
    const own = fund.trackingError / this.#total;
    this.#sums.specific += ((from + change) ** 2 - from ** 2) * own * own;
    this.#companies.set(fund.company, (this.#companies.get(fund.company) ?? 0) + change);
    if (groupIndex >= 0) this.#groups[groupIndex]! += change;
  }

  /**
   * Remembers the orders as they are; the answer brings them back. Most trials change nothing: what is remembered is
   * copied when something does.
   */
  mark(): () => void {
    let restore: (() => void) | null = null;
    this.#remember = () => {
      restore = this.#copied();
      this.#remember = null;
    };
    return () => {
      this.#remember = null;
      restore?.();
    };
  }

  #copied(): () => void {
    const bringBack = rememberedOrders(this.trades);
    const [groups, loads] = [this.#groups.slice(), this.#loads.slice()];
    const [companies, sums] = [new Map(this.#companies), { ...this.#sums }];
    return () => {
      bringBack();
      this.#groups.set(groups);
      this.#loads.set(loads);
      // A company that came in with what is taken back has nothing any more.
      for (const company of this.#companies.keys()) this.#companies.set(company, companies.get(company) ?? 0);
      Object.assign(this.#sums, sums);
    };
  }

  /** Adds an order of nothing, which others may be exchanged for; its place. */
  offer(holding: Holding, sign: 1 | -1): number {
    const known = knownOf(this.#context, holding);
    return this.trades.push({ holding, sign, ticks: 0, amount: 0, fee: 0, isFixed: false, known }) - 1;
  }

  valueOf({ holding, sign, amount }: Trade): number {
    return holding.value + sign * amount;
  }

  /** Cents of cash above what must stay. */
  get spareCash(): number {
    return this.#sums.cash - this.#bounds.leastCash;
  }

  /** How much cash after a change is above (or, below 0, under) what must and may stay, in cents. */
  cashAfter(change: Change): { readonly aboveLeast: number; readonly aboveMost: number } {
    let { cash } = this.#sums;
    // Places instead of elements: these sums are made for millions of trials.
    for (let k = 0; k < change.length; k++) cash += this.cashBy(change[k]![0], change[k]![1]);
    return { aboveLeast: cash - this.#bounds.leastCash, aboveMost: cash - this.#bounds.mostCash - cent };
  }

  /** What an order of so many ticks instead of its own adds to the cash, in cents. */
  cashBy(index: number, ticks: number): number {
    const { holding, sign, amount, fee } = this.trades[index]!;
    const next = valueOfTicks(ticks, holding.price, holding.decimals);
    return sign * (amount - next) + fee - feeOf(this.#request.rules.fee, next);
  }

  /** Turnover with fees, in cents: what shall become less. */
  get turnover(): number {
    return this.#sums.turnover;
  }

  /** How many orders there are. */
  get orders(): number {
    return this.#sums.orders;
  }

  /** The one group that a change takes out of its bounds; null = none. */
  strainedGroup(change: Change): number | null | 'several' {
    let strained: number | null = null;
    for (let k = 0; k < change.length; k++) {
      const { groupIndex } = this.trades[change[k]![0]]!.holding;
      if (groupIndex < 0 || groupIndex === strained) continue;
      let value = this.#groups[groupIndex]!;
      for (let j = 0; j < change.length; j++) {
        const { holding, sign, amount } = this.trades[change[j]![0]]!;
        if (holding.groupIndex !== groupIndex) continue;
        value += sign * (valueOfTicks(change[j]![1], holding.price, holding.decimals) - amount);
      }
      if (mayWeigh(this.#bounds.groups[groupIndex]!, value)) continue;
      if (strained !== null) return 'several';
      strained = groupIndex;
    }
    return strained;
  }

  /** What a change adds to the turnover, in cents; below 0 it becomes less. */
  turnoverBy(change: Change): number {
    const { fee: rule } = this.#request.rules;
    let sum = 0;
    for (let k = 0; k < change.length; k++) {
      const { holding, amount, fee } = this.trades[change[k]![0]]!;
      const next = valueOfTicks(change[k]![1], holding.price, holding.decimals);
      sum += next + feeOf(rule, next) - amount - fee;
    }
    return sum;
  }

  /** Changes orders if everything that must be true stays true; whether it did. */
  apply(change: Change): boolean {
    const { fee: rule } = this.#request.rules;
    let { cash } = this.#sums;
    // Most changes end here: nothing is made for them.
    for (let k = 0; k < change.length; k++) {
      const trade = this.trades[change[k]![0]]!;
      const { price, decimals } = trade.holding;
      const ticks = change[k]![1];
      const amount = valueOfTicks(ticks, price, decimals);
      if (!this.#isOrder(trade, ticks, amount)) return false;
      cash += trade.sign * (trade.amount - amount) + trade.fee - feeOf(rule, amount);
    }
    if (cash < this.#bounds.leastCash || cash > this.#bounds.mostCash + cent) return false;
    for (let k = 0; k < change.length; k++) {
      const trade = this.trades[change[k]![0]]!;
      const amount = valueOfTicks(change[k]![1], trade.holding.price, trade.holding.decimals);
      if (!this.#mayHold(trade, this.valueOf(trade) + trade.sign * (amount - trade.amount))) return false;
    }
    if (this.strainedGroup(change) !== null) return false;
    const next = change.map(([index, ticks]): ChangedTrade => {
      const trade = this.trades[index]!;
      const amount = valueOfTicks(ticks, trade.holding.price, trade.holding.decimals);
      return { trade, ticks, amount, fee: feeOf(rule, amount), delta: trade.sign * (amount - trade.amount) };
    });
    const deltas = new Map<number, number>();
    for (const { trade, delta } of next) {
      const { groupIndex } = trade.holding;
      if (groupIndex >= 0) deltas.set(groupIndex, (deltas.get(groupIndex) ?? 0) + delta);
    }
    this.#remember?.();
    const undo = this.#moved(next, deltas, cash);
    if (!this.#isSound()) {
      undo();
      return false;
    }
    const { covariance, target } = this.#context;
    const n = target.length;
    for (const [g, delta] of deltas)
      for (let j = 0; j < n; j++) this.#loads[j]! += covariance[j * n + g]! * (delta / this.#total);
    for (const { trade, ticks, amount, fee } of next) {
      this.#sums.turnover += amount + fee - trade.amount - trade.fee;
      this.#sums.orders += Number(ticks > 0) - Number(trade.ticks > 0);
      trade.ticks = ticks;
      trade.amount = amount;
      trade.fee = fee;
    }
    return true;
  }

  /** The sums with a change in them; the answer brings the former ones back. */
  #moved(next: readonly ChangedTrade[], deltas: ReadonlyMap<number, number>, cash: number): () => void {
    const sums = { ...this.#sums };
    const groups = [...deltas.keys()].map((g) => [g, this.#groups[g]!] as const);
    const companies = next.map(({ trade }) => {
      const company = trade.known.fund?.company ?? '';
      return [company, this.#companies.get(company) ?? 0] as const;
    });
    this.#sums.variance = this.#varianceAfter(deltas);
    this.#sums.cash = cash;
    for (const { trade, delta } of next) {
      const from = this.valueOf(trade);
      this.#add(trade.known, trade.holding.groupIndex, delta, from);
      this.#sums.count += Number(from + delta > 0) - Number(from > 0);
    }
    return () => {
      Object.assign(this.#sums, sums);
      for (const [g, value] of groups) this.#groups[g] = value;
      for (const [company, sum] of companies) this.#companies.set(company, sum);
    };
  }

  /** No order, or one that is large enough and leaves nothing too small behind. */
  #isOrder({ holding, sign, isFixed, ticks: now }: Trade, ticks: number, amount: number): boolean {
    if (ticks < 0 || (isFixed && ticks !== now)) return false;
    if (ticks === 0) return true;
    if (sign === -1 && ticks > holding.ticks) return false;
    const least = Math.max(1, holding.minimumOrder);
    if (sign === 1) return amount >= Math.max(least, this.#bounds.leastOrder);
    if (ticks === holding.ticks) return isFixed || paysItsFee(amount, feeOf(this.#request.rules.fee, amount));
    return amount >= Math.max(least, this.#bounds.leastOrder) && holding.value - amount >= least;
  }

  #mayHold(trade: Trade, value: number): boolean {
    const { low, high } = this.#bounds.fundLimits;
    const now = this.valueOf(trade);
    if (value > Math.max(now, this.#bounds.mostOf(trade.holding.isin))) return false;
    const least = now > 0 ? Math.min(low, now) : low;
    return value <= 0 || (value >= least && value <= Math.max(high, now));
  }

  #varianceAfter(deltas: ReadonlyMap<number, number>): number {
    const { covariance, target } = this.#context;
    let variance = this.#sums.variance;
    for (const [a, x] of deltas) {
      variance += (2 * x * this.#loads[a]!) / this.#total;
      for (const [b, y] of deltas)
        variance += (x / this.#total) * (y / this.#total) * covariance[a * target.length + b]!;
    }
    return variance;
  }

  #isSound(): boolean {
    const bounds = this.#bounds;
    if (this.#sums.count < bounds.leastCount || this.#sums.count > bounds.mostCount) return false;
    for (const [company, sum] of this.#companies)
      if (company !== '' && sum > bounds.mostOf(company) + cent) return false;
    const measure = this.#measure();
    if (measure < this.#leastMeasure - noise || measure > this.#mostMeasure + noise) return false;
    if (this.#sums.quality < (this.#leastQuality - noise) * this.#sums.invested) return false;
    const worth = this.#sums.invested + this.#sums.cash + (this.#fractions?.value ?? 0);
    if (this.#sums.costs > (bounds.mostCosts + noise) * worth + centsOfCosts) return false;
    // What fees take is not there to be placed.
    const placeable = Math.max(cent, worth - Math.min(bounds.reserve, this.#sums.cash));
    const misplaced = misplacedIn(this.#groups, this.#fractions, this.#context.target, placeable);
    return misplaced <= bounds.mostMisplaced + cent / placeable;
  }

  #measure(): number {
    const { input } = this.#context;
    if (input.measure === 'EQUITY_QUOTA') return (100 * this.#sums.quota) / this.#total;
    const specific = input.rules.usesSpecificRisk ? this.#sums.specific : 0;
    const scale = input.measure === 'VALUE_AT_RISK' ? 196 : 100;
    return scale * Math.sqrt(Math.max(0, this.#sums.variance + specific));
  }
}

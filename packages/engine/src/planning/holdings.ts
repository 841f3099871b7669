import { costSaving, type TariffContext } from '../check/tariff-context.ts';
import { isRankAllowed } from '../ranking/select-funds.ts';
import { toCents } from '../rounding/in-cents.ts';
import { feeOf, type OrderRules, type PlanRequest, type TradedFund } from './plan-input.ts';

/** A fund the plan may hold: held now or wanted. Amounts in cents, units in ticks (10^-decimals). */
export interface Holding {
  readonly isin: string;
  readonly groupIndex: number;
  readonly price: number;
  readonly decimals: number;
  readonly ticks: number;
  /** Value of the ticks in cents. */
  readonly value: number;
  readonly isLocked: boolean;
  /** May stay: in the universe, open for holders, good enough, not against the client's preference. */
  readonly isAcceptable: boolean;
  readonly minimumOrder: number;
}

/** Powers that units are divided by: a plan asks for thousands, and computing them is what most of a value would cost. */
const powers = Array.from({ length: 10 }, (_, decimals) => 10 ** decimals);

/** Value in cents of a number of ticks. */
export function valueOfTicks(ticks: number, price: number, decimals: number): number {
  return toCents((ticks * price) / (powers[decimals] ?? 10 ** decimals));
}

/** One tick of a fund in cents, not rounded. */
export const tickOf = ({ price, decimals }: Holding): number =>
  (100 * price) / (powers[decimals] ?? 10 ** decimals);

/**
 * Ticks that so many cents are worth, rounded down. Money is in whole cents and prices may be finer: half a cent less than a whole unit
 * costs is what the unit itself comes to in cents.
 */
export const ticksFor = (cents: number, holding: Holding): number =>
  Math.floor((cents + (holding.decimals === 0 ? 0.5 : 0)) / tickOf(holding) + 1e-9);

/** Places of the units of a fund that nobody says them of. */
export const unknownDecimals = 4;

/** An order of less than so many times its fixed fee is not worth it. */
export const feesAnOrder = 10;

/** The smallest order of a plan in cents: what the contract asks for, and ten times what an order costs at least. */
const smallestOrder = ({ minimumOrder, fee }: OrderRules): number =>
  Math.max(toCents(minimumOrder), feesAnOrder * toCents(Math.min(fee.fixed, fee.cap ?? fee.fixed)));

/** Whole units of so many decimals in a quantity: what is less than one cannot be traded. */
export const ticksOf = (quantity: number, decimals: number): number =>
  Math.floor(quantity * (powers[decimals] ?? 10 ** decimals) + 1e-6);

/** Every fund that is held or could be bought, in the order of its ISIN so that the input's order does not matter. */
export function collectHoldings(context: TariffContext, request: PlanRequest): Holding[] {
  const held = heldOf(request);
  return holdingsOf(context, request, held, merged(offersOf(context).offered, [...held.keys()]));
}

/** The funds of it that are held: the dozens a tariff offers beside them are nothing to whoever asks what lies in the portfolio. */
export function collectHeld(context: TariffContext, request: PlanRequest): Holding[] {
  const held = heldOf(request);
  const isins = [...held].flatMap(([isin, { quantity }]) => (quantity === 0 ? [] : [isin]));
  return holdingsOf(context, request, held, isins.toSorted());
}

type HeldUnits = ReadonlyMap<string, { readonly quantity: number; readonly price: number | null }>;

function heldOf({ contract }: PlanRequest): HeldUnits {
  const held = new Map<string, { quantity: number; price: number | null }>();
  for (const { isin, quantity, price } of contract.positions)
    held.set(isin, { quantity: (held.get(isin)?.quantity ?? 0) + quantity, price });
  return held;
}

function holdingsOf(
  context: TariffContext,
  request: PlanRequest,
  held: HeldUnits,
  isins: readonly string[],
): Holding[] {
  const { traded, locked, excluded } = request;
  const { acceptable, unheld } = offersOf(context);
  const least = smallestOrder(request.rules);
  const holdings: Holding[] = [];
  for (const isin of isins) {
    const trade = traded.get(isin);
    const own = held.get(isin);
    const quantity = own?.quantity ?? 0;
    if (quantity === 0 && (!trade || excluded.has(isin))) continue;
    const isFree = quantity === 0 && trade !== undefined && !locked.has(isin);
    const known = isFree ? unheld.get(trade) : undefined;
    if (known && known.least === least) {
      holdings.push(known.holding);
      continue;
    }
    // What is held is traded at the price it is checked at: at another one it would be worth two things, before and after.
    const price = (quantity > 0 ? own?.price : trade?.price) ?? 0;
    const decimals = trade?.unitDecimals ?? unknownDecimals;
    const ticks = ticksOf(quantity, decimals);
    const holding: Holding = {
      isin,
      groupIndex: context.funds.get(isin)?.groupIndex ?? -1,
      price,
      decimals,
      ticks,
      value: valueOfTicks(ticks, price, decimals),
      // What has no price or no trading data cannot be traded and stays as it is.
      isLocked: locked.has(isin) || !((trade?.price ?? 0) > 0) || !(price > 0),
      isAcceptable: !excluded.has(isin) && isKnownAcceptable(context, acceptable, isin),
      minimumOrder: Math.max(toCents(trade?.minimumOrder ?? 0), least),
    };
    if (isFree) unheld.set(trade, { least, holding });
    holdings.push(holding);
  }
  return holdings;
}

/** What a context offers is the same for all of its contracts; plans by the million ask for it again and again. */
interface Offers {
  /** ISINs of shortlists and proposal, ascending. */
  readonly offered: readonly string[];
  readonly acceptable: Map<string, boolean>;
  /** Funds nobody holds yet, good as long as they are traded the same way. */
  readonly unheld: WeakMap<TradedFund, { readonly least: number; readonly holding: Holding }>;
}

const offers = new WeakMap<TariffContext, Offers>();

function offersOf(context: TariffContext): Offers {
  let known = offers.get(context);
  if (!known) {
    const isins = new Set([...context.input.shortlists.flat(), ...context.proposal.keys()]);
    known = { offered: [...isins].sort(), acceptable: new Map(), unheld: new WeakMap() };
    offers.set(context, known);
  }
  return known;
}

/** All of two lists in ascending order, each once; the first is sorted. */
function merged(sorted: readonly string[], others: readonly string[]): string[] {
  const all: string[] = [];
  const left = others.toSorted();
  let k = 0;
  for (const isin of sorted) {
    while (k < left.length && left[k]! < isin) all.push(left[k++]!);
    if (left[k] === isin) k++;
    all.push(isin);
  }
  while (k < left.length) all.push(left[k++]!);
  return all;
}

/** Whether a fund may stay where it is held or saved into: open or softly closed, in the universe, wanted, of accepted rank. */
export const mayStay = (context: TariffContext, isin: string): boolean =>
  isKnownAcceptable(context, offersOf(context).acceptable, isin);

function isKnownAcceptable(context: TariffContext, known: Map<string, boolean>, isin: string): boolean {
  let result = known.get(isin);
  if (result === undefined) known.set(isin, (result = isAcceptable(context, isin)));
  return result;
}

function isAcceptable(context: TariffContext, isin: string): boolean {
  const fund = context.funds.get(isin);
  if (!fund || !fund.isInUniverse || fund.isUnwanted) return false;
  if (fund.status !== 'open' && fund.status !== 'softClosed') return false;
  return isRankAllowed(fund.rank, context.input.rules);
}

/** Whether a plan may buy a fund: acceptable, within the tariff's risk indicator, with risk data, open or held already. */
export function isBuyable(
  { funds, input: { rules } }: TariffContext,
  { isin, isAcceptable: isGood, isLocked, value }: Holding,
): boolean {
  const fund = funds.get(isin);
  if (!fund || !isGood || isLocked || !fund.hasRiskData) return false;
  if (rules.sriLimit !== null && fund.sri !== null && fund.sri > rules.sriLimit) return false;
  return fund.status === 'open' || value > 0;
}

/** Cents a year: what saves less is no reason for an order, and none is said. */
export const leastSwitchGain = 100;

/**
 * Whether a good holding is worth being switched into another fund of its group: not a lower rank, the tariff's saving a
 * year, at least a euro of it, and fees that are earned back within the tariff's months.
 */
export function paysToSwitch(
  context: TariffContext,
  request: PlanRequest,
  from: Holding,
  to: string,
): boolean {
  if (!isClearlyCheaper(context, to, from.isin)) return false;
  const { switchPaybackMonths } = context.input.rules;
  const { perYear, fee } = switchBenefit(context, request, from, to);
  return perYear >= leastSwitchGain && fee <= (perYear * switchPaybackMonths) / 12;
}

/** Whether a fund of no lower rank costs less than another by at least the tariff's threshold. */
export function isClearlyCheaper(context: TariffContext, isin: string, than: string): boolean {
  const [fund, other] = [context.funds.get(isin), context.funds.get(than)];
  if (!fund || !other || (fund.rank ?? 0) < (other.rank ?? 0)) return false;
  const saving = costSaving(other, fund);
  return saving !== null && saving >= context.input.rules.switchSaving - 1e-12;
}

/** Yearly gain in cents of holding `to` instead of `from`, from ongoing costs, and what the switch costs once. */
export function switchBenefit(context: TariffContext, request: PlanRequest, from: Holding, to: string) {
  const saving = costSaving(context.funds.get(from.isin), context.funds.get(to)) ?? 0;
  const { fee, planFee } = request.rules;
  return { perYear: from.value * saving, fee: 2 * feeOf(fee, from.value) + toCents(planFee ?? 0) };
}

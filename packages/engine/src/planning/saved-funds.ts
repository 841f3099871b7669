import type { SavingsPlan } from '../check/contract-input.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { isClearlyCheaper, mayStay } from './holdings.ts';
import type { PlanRequest } from './plan-input.ts';
import type { PortfolioPlan } from './plan-portfolio.ts';

type Entries = SavingsPlan['entries'];

/** A fund that is held and may be saved into. */
interface SavableFund {
  readonly isin: string;
  readonly group: number;
  /** 0 = the plan buys it, 1 = it leaves it alone, 2 = it sells a part of it. */
  readonly place: number;
  readonly isProposed: boolean;
  readonly value: number;
}

/** What a plan of orders says of the funds a savings plan may begin with. */
export interface SavedChoice {
  /** Good funds held afterwards by group, the preferred of a group first: its fund is chosen once, for orders and savings. */
  readonly held: readonly string[];
  /** The same with what they were chosen by. */
  readonly funds: readonly SavableFund[];
  /** Funds the plan buys. */
  readonly bought: ReadonlySet<string>;
  /** Funds it sells wholly. */
  readonly sold: ReadonlySet<string>;
  /** The same for all choices by which the same funds may be saved into. */
  readonly key: string;
  /** Funds that may be saved into by group, made when first asked for. */
  readonly offers: (readonly string[])[];
}

/**
 * What new savings begin with rather than with others of a group: funds a plan leaves in the portfolio, if they are good and
 * may be bought. First what the plan buys, then what it leaves alone, then what it sells a part of; of these the target's
 * own funds first, then the largest.
 */
export function savedChoice(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  sold: ReadonlySet<string>,
): SavedChoice {
  const { positions } = plan.after;
  const open = openFundsOf(context, request);
  const known = choices.get(positions);
  if (known?.orders === plan.orders && known.open === open) return known.choice;
  const choice = choiceOf(context, request, plan, sold);
  choices.set(positions, { orders: plan.orders, open, choice });
  return choice;
}

/** A plan is judged, given its savings plan and shown: each time the same is chosen. */
const choices = new WeakMap<
  PortfolioPlan['after']['positions'],
  { readonly orders: PortfolioPlan['orders']; readonly open: OpenFunds; readonly choice: SavedChoice }
>();

function choiceOf(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  sold: ReadonlySet<string>,
): SavedChoice {
  const bought = new Set(plan.orders.flatMap(({ isin, action }) => (action === 'buy' ? [isin] : [])));
  const reduced = new Set(plan.orders.flatMap(({ isin, action }) => (action === 'sell' ? [isin] : [])));
  const values = new Map<string, number>();
  for (const { isin, quantity, price } of plan.after.positions)
    if (quantity > 0 && !sold.has(isin)) values.set(isin, (values.get(isin) ?? 0) + quantity * (price ?? 0));
  const found: SavableFund[] = [];
  for (const [isin, value] of values) {
    const group = savableGroup(context, request, isin);
    if (group < 0) continue;
    const place = bought.has(isin) ? 0 : reduced.has(isin) ? 2 : 1;
    found.push({ isin, group, place, isProposed: context.proposal.has(isin), value });
  }
  const funds = found.sort(byPreference);
  const held = funds.map(({ isin }) => isin);
  const begun = held.filter((isin) => bought.has(isin));
  const key = [held, [...sold], begun].map((isins) => isins.join(' ')).join('|');
  return { funds, held, bought, sold, key, offers: [] };
}

const byPreference = (a: SavableFund, b: SavableFund): number =>
  a.group - b.group ||
  a.place - b.place ||
  Number(b.isProposed) - Number(a.isProposed) ||
  b.value - a.value ||
  (a.isin < b.isin ? -1 : 1);

/** Funds a plan sells wholly. */
export const soldBy = ({ orders }: PortfolioPlan): ReadonlySet<string> =>
  new Set(orders.flatMap(({ isin, isFullSale }) => (isFullSale ? [isin] : [])));

/** Whether a fund's risk is known and the tariff's risk indicator allows it. */
function isWithinRisk({ funds, input: { rules } }: TariffContext, isin: string): boolean {
  const fund = funds.get(isin);
  if (!fund?.hasRiskData) return false;
  return rules.sriLimit === null || fund.sri === null || fund.sri <= rules.sriLimit;
}

/**
 * What the groups begin with in which nothing goes on: the first of their funds that are held, or those of the target where
 * that is one of them. Clearly dearer than the target's it may only be if the orders buy it all the same.
 */
export function begunWith(context: TariffContext, { held, bought }: SavedChoice, going: Entries): Entries {
  const { proposal } = context;
  const taken = new Set(going.map(({ isin }) => groupOf(context, isin)));
  const fits = held.filter((isin) => bought.has(isin) || !isClearlyDearer(context, isin));
  return fits.flatMap((first) => {
    const group = groupOf(context, first);
    if (taken.has(group)) return [];
    taken.add(group);
    if (!proposal.has(first)) return [{ isin: first, percent: 1 }];
    return fits
      .filter((isin) => proposal.has(isin) && groupOf(context, isin) === group)
      .map((isin) => ({ isin, percent: proposal.get(isin) ?? 0 }));
  });
}

/**
 * The target by fund as far as it may be saved into. What carries a group stands in the place of its others; where there are
 * several, in proportion. Beyond that, what may not be saved into leaves its part to the next fund of its group; where the
 * group has none, what is saved into today goes on, unless the client rules it out or her class does not bear it, and nothing
 * begins: the other groups share its part.
 *
 * @param carriers funds that go on and funds that begin because they are held
 */
export function savedTargets(
  context: TariffContext,
  request: PlanRequest,
  choice: SavedChoice,
  saved: ReadonlySet<string>,
  carriers: Entries,
): Map<string, number> {
  const targets = new Map<string, number>();
  const kept = Map.groupBy(carriers, ({ isin }) => groupOf(context, isin));
  for (const [isin, weight] of context.proposal) {
    const own = kept.get(groupOf(context, isin)) ?? [];
    if (own.length > 0) {
      const sum = own.reduce((all, { percent }) => all + percent, 0);
      for (const entry of own)
        targets.set(entry.isin, (targets.get(entry.isin) ?? 0) + (weight * entry.percent) / sum);
      continue;
    }
    const by = isOffered(context, request, choice, isin)
      ? isin
      : savedInstead(context, request, choice, saved, isin);
    if (by !== undefined) targets.set(by, (targets.get(by) ?? 0) + weight);
  }
  return targets;
}

/** Where the part of a fund goes that may not be saved into; undefined where its group has nothing for it. */
function savedInstead(
  context: TariffContext,
  request: PlanRequest,
  choice: SavedChoice,
  saved: ReadonlySet<string>,
  isin: string,
): string | undefined {
  const offered = offeredInstead(context, request, choice, isin);
  if (offered !== undefined || request.excluded.has(isin)) return offered;
  return [...saved].toSorted().find((own) => {
    const fund = context.funds.get(own);
    // What the client rules out or her class does not bear takes no part of the target: it keeps at most what goes into it today.
    const isBorne = fund?.isUnwanted === false && isWithinRisk(context, own);
    const isOpen = fund?.status === 'open' && !request.excluded.has(own);
    return isOpen && isBorne && !choice.sold.has(own) && groupOf(context, own) === groupOf(context, isin);
  });
}

/**
 * The first other fund of a fund's group that may be saved into.
 *
 * @param rate euros a month it is to take; whatever its minimum rate without them
 */
export const offeredInstead = (
  context: TariffContext,
  request: PlanRequest,
  choice: SavedChoice,
  isin: string,
  rate = Number.POSITIVE_INFINITY,
): string | undefined =>
  offersOf(context, request, choice, groupOf(context, isin)).find(
    (other) => other !== isin && (request.traded.get(other)?.savingsMinimum ?? 0) <= rate + 1e-9,
  );

/**
 * Whether what is saved into a fund may go on: it is good, within the tariff's risk, and none of the target's is clearly cheaper. What pays into it today
 * shows that it takes savings plans, whatever its data say.
 */
export const goesOn = (context: TariffContext, request: PlanRequest, isin: string): boolean =>
  mayBeBought(context, request, isin) &&
  mayStay(context, isin) &&
  isWithinRisk(context, isin) &&
  !isClearlyDearer(context, isin);

/**
 * Funds of a group that may be saved into, best first: what the plan buys, then those of its shortlist, and what is held before
 * the first of them that is not clearly cheaper.
 */
export function offersOf(
  context: TariffContext,
  request: PlanRequest,
  choice: SavedChoice,
  groupIndex: number,
): readonly string[] {
  if (groupIndex < 0) return [];
  return (choice.offers[groupIndex] ??= offersIn(context, request, choice, groupIndex));
}

function offersIn(
  context: TariffContext,
  request: PlanRequest,
  { funds, bought, sold }: SavedChoice,
  groupIndex: number,
): readonly string[] {
  const own = funds.flatMap(({ isin, group }) => (group === groupIndex ? [isin] : []));
  const open = openIn(context, request, groupIndex);
  // Most groups: nothing of them is held or sold.
  if (own.length === 0 && (sold.size === 0 || !open.some((isin) => sold.has(isin)))) return open;
  const offers = open.filter((isin) => !own.includes(isin) && !sold.has(isin));
  for (const isin of own.toReversed()) {
    const isFirst = (other: string) => bought.has(isin) || !isClearlyCheaper(context, other, isin);
    const place = offers.findIndex(isFirst);
    offers.splice(place < 0 ? offers.length : place, 0, isin);
  }
  return offers;
}

/** Shortlisted funds by group that may be saved into by anybody whose plan does not sell them. */
interface OpenFunds {
  readonly traded: PlanRequest['traded'];
  readonly excluded: PlanRequest['excluded'];
  readonly byGroup: (readonly string[])[];
  /** Groups of funds that may be saved into because they are held, -1 where one may not. */
  readonly savable: Map<string, number>;
}

const openFunds = new WeakMap<TariffContext, OpenFunds>();

/** The same for all candidates of a contract, and for all contracts that exclude the same. */
function openFundsOf(context: TariffContext, { traded, excluded }: PlanRequest): OpenFunds {
  let known = openFunds.get(context);
  if (known?.traded !== traded || known.excluded !== excluded)
    openFunds.set(context, (known = { traded, excluded, byGroup: [], savable: new Map() }));
  return known;
}

/** The group of a fund that is good and within the tariff's risk, so that holding it is a reason to save into it; else -1. */
function savableGroup(context: TariffContext, request: PlanRequest, isin: string): number {
  const { savable } = openFundsOf(context, request);
  let group = savable.get(isin);
  if (group === undefined) {
    const isSavable = isOpenTo(context, request, isin) && mayStay(context, isin);
    savable.set(isin, (group = isSavable ? groupOf(context, isin) : -1));
  }
  return group;
}

function openIn(context: TariffContext, request: PlanRequest, groupIndex: number): readonly string[] {
  const { byGroup } = openFundsOf(context, request);
  return (byGroup[groupIndex] ??= (context.input.shortlists[groupIndex] ?? []).filter((isin) =>
    isOpenTo(context, request, isin),
  ));
}

/** Whether saving into a fund may begin: anybody may buy it, the client and the adviser want it, the plan does not sell it. */
const isOffered = (
  context: TariffContext,
  request: PlanRequest,
  { sold }: SavedChoice,
  isin: string,
): boolean => isOpenTo(context, request, isin) && !sold.has(isin);

/** Whether anybody may begin to save into a fund: it takes savings plans, may be bought and is within the tariff's risk. */
export const isOpenTo = (context: TariffContext, request: PlanRequest, isin: string): boolean =>
  context.funds.get(isin)?.isSavingsPlanCapable !== false &&
  mayBeBought(context, request, isin) &&
  isWithinRisk(context, isin);

/** Whether anybody may buy a fund: it is open, of the tariff, wanted and traded. */
function mayBeBought(context: TariffContext, { traded, excluded }: PlanRequest, isin: string): boolean {
  const fund = context.funds.get(isin);
  const isOpen = fund?.status === 'open' && fund.isInUniverse && !fund.isUnwanted;
  return isOpen && traded.has(isin) && !excluded.has(isin);
}

const dearer = new WeakMap<TariffContext, Map<string, boolean>>();

/** Whether a fund of the target in the same group costs clearly less; one the client rules out is none for her. */
export function isClearlyDearer(context: TariffContext, isin: string): boolean {
  let known = dearer.get(context);
  if (!known) dearer.set(context, (known = new Map()));
  let result = known.get(isin);
  if (result === undefined) {
    const groupIndex = groupOf(context, isin);
    result = [...context.proposal.keys()].some((other) => {
      const rival = context.funds.get(other);
      const isRival = rival?.groupIndex === groupIndex && !rival.isUnwanted;
      return isRival && isClearlyCheaper(context, other, isin);
    });
    known.set(isin, result);
  }
  return result;
}

export const savedInto = (entries: Entries): ReadonlySet<string> =>
  new Set(entries.flatMap(({ isin, percent }) => (percent > 0 ? [isin] : [])));

const groupOf = ({ funds }: TariffContext, isin: string): number => funds.get(isin)?.groupIndex ?? -1;

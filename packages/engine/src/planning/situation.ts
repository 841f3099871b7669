import type { Hint } from '../check/contract-input.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { toCents } from '../rounding/in-cents.ts';
import { clusterLimit } from './avoid-clusters.ts';
import { type Holding, isBuyable } from './holdings.ts';
import type { GroupMove } from './necessary-groups.ts';
import { type PlanRequest } from './plan-input.ts';
import type { PortfolioPlan } from './plan-portfolio.ts';
import { changesSavings, savableFirst } from './savable-first.ts';

/** How what is wrong is mended where there are several ways. */
export interface BuyPreference {
  /** Which fund of a group is bought: one already held, the best of the shortlist, or the cheapest there is. */
  readonly funds: 'held' | 'best' | 'cheapest';
  /** Whether securities below the tariff's least share or value are brought up to it; else they are sold. */
  readonly raises: boolean;
  /** Whether sales of whole units are rounded up: rounded down, what is wrong may stay. */
  readonly fits: boolean;
  /** Whether funds whose smallest order is more than is asked of them are left alone, so that others do their part. */
  readonly avoids: boolean;
}

/** What all ways to mend a contract's findings have in common; what ways share is added as they are tried. */
export interface Situation {
  readonly context: TariffContext;
  readonly request: PlanRequest;
  readonly holdings: readonly Holding[];
  /** Cents that may be spent, the money added included, and that money alone. */
  readonly cash: number;
  readonly addedCash: number;
  /** Cents that weights refer to. */
  readonly total: number;
  readonly inGroups: readonly (readonly Holding[])[];
  readonly clusters: ReturnType<typeof clusterLimit>;
  readonly buyables: Map<string, Buyables>;
  readonly endings: Map<string, Ending>;
  readonly reached: Reached[];
  readonly planned: Planned[];
  /** The same with some funds locked for one way, by what they are. */
  readonly around: Map<string, Situation>;
}

/** Funds by group that may be bought, the preferred first. */
export type Buyables = readonly (readonly Holding[])[];

/** What the smallest intervention aims at. */
export interface NecessaryTargets {
  /** Cents by ISIN; what is not named keeps its value. */
  readonly targets: ReadonlyMap<string, number>;
  /** Cents of cash the orders may spend beyond what sales bring. */
  readonly cash: number;
}

/** What a way comes to, with all that decides it: an ending is one of the funds that leave, too. */
export interface Reached {
  readonly ending: Ending;
  readonly buyables: Buyables;
  readonly fits: boolean;
  readonly wanted: NecessaryTargets;
}

/** What was planned; other ways often lead to the same targets. */
export interface Planned {
  readonly wanted: NecessaryTargets;
  readonly values: readonly number[];
  readonly plan: PortfolioPlan;
}

/** Where the groups end, and cents of cash that are spent for it. */
export interface Ending {
  readonly moves: readonly GroupMove[];
  readonly cash: number;
}

/** The situation of a contract whose holdings were collected. */
export function situationOf(
  context: TariffContext,
  request: PlanRequest,
  holdings: readonly Holding[],
): Situation {
  const { contract } = request;
  const addedCash = toCents(request.addedCash);
  const cash = toCents(contract.cash) + addedCash - toCents(contract.cashReserve);
  const total =
    holdings.reduce((sum, { value }) => sum + value, 0) + cash + Math.round(contract.cashReserve * 100);
  const inGroups = Array.from(context.target, (): Holding[] => []);
  for (const holding of holdings) inGroups[holding.groupIndex]?.push(holding);
  const clusters = clusterLimit(context, total);
  const [buyables, endings, around] = [new Map(), new Map(), new Map()];
  const known = { buyables, endings, reached: [], planned: [], around };
  return { context, request, holdings, cash, addedCash, total, inGroups, clusters, ...known };
}

/** The situation with money put where the groups' tolerances else keep it out: groups end the same, what is ordered for it differs. */
export const overfilled = (situation: Situation): Situation => ({
  ...situation,
  request: { ...situation.request, overfills: true },
  planned: [],
  around: new Map(),
});

/** Funds by group that may be bought, the preferred first: the same for ways that mend the same and prefer the same. */
export function buyablesOf(
  { context, request, inGroups, buyables }: Situation,
  hints: readonly Hint[],
  gone: ReadonlySet<string>,
  prefers: BuyPreference['funds'],
): Buyables {
  const areSaved = changesSavings(request, hints);
  const key = `${prefers} ${areSaved} ${[...gone].join(' ')}`;
  let found = buyables.get(key);
  if (!found) {
    const lists = inGroups.map((inGroup, g) =>
      buyable(context, request, areSaved, inGroup, g, gone, prefers),
    );
    // Whatever is preferred, it is often the same: then it is known by being the same list.
    found = [...buyables.values()].find((one) => areSameFunds(one, lists)) ?? lists;
    buyables.set(key, found);
  }
  return found;
}

const areSameFunds = (a: Buyables, b: Buyables): boolean =>
  a.every((list, g) => list.length === b[g]!.length && list.every((holding, k) => holding === b[g]![k]));

/** Funds of a group that may be bought, the preferred first. */
function buyable(
  context: TariffContext,
  request: PlanRequest,
  areSaved: boolean,
  inGroup: readonly Holding[],
  groupIndex: number,
  gone: ReadonlySet<string>,
  prefers: BuyPreference['funds'],
): Holding[] {
  const good = inGroup.filter((holding) => !gone.has(holding.isin) && isBuyable(context, holding));
  if (good.length === 0) return good;
  const shortlisted = (context.input.shortlists[groupIndex] ?? []).flatMap(
    (isin) => good.find((holding) => holding.isin === isin) ?? [],
  );
  const list = areSaved ? savableFirst(context, request, shortlisted, groupIndex) : shortlisted;
  const others = good
    .filter((holding) => holding.value > 0 && !list.includes(holding))
    .sort((a, b) => b.value - a.value || (a.isin < b.isin ? -1 : 1));
  if (prefers === 'best') return [...list, ...others];
  // What nobody knows comes last; between two such, the order stays.
  const costs = ({ isin }: Holding) => context.funds.get(isin)?.ter ?? Number.MAX_VALUE;
  if (prefers === 'cheapest') return [...list, ...others].toSorted((a, b) => costs(a) - costs(b));
  const held = list.filter(({ value }) => value > 0);
  return [...held, ...others, ...list.filter(({ value }) => value <= 0)];
}

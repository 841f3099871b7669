import type { ContractInput } from '../check/contract-input.ts';
import { prepareTariff, type TariffContext } from '../check/tariff-context.ts';
import { addedFindings, compareFindings, fallenParts, isHarmless } from './judge-plan.ts';
import { knownCheck } from './known-checks.ts';
import { percentText } from './limit-text.ts';
import type { BindingLimit, PlanRequest } from './plan-input.ts';
import { type CapDecision, type PortfolioPlan, unchanged } from './plan-portfolio.ts';
import { type PlanStep, settlePlan } from './settle-plan.ts';
import { savedAsOne } from './with-savings.ts';

/** Ongoing costs a year of the funds held, as a fraction of their value, and the part of it whose costs nobody knows. */
export interface HeldCosts {
  /** As far as they are known: they are at least as much. */
  readonly known: number;
  readonly unknownShare: number;
}

/** Funds with their ongoing costs a year; null = unknown. */
export interface CostedFunds {
  readonly funds: { get(isin: string): { readonly ter: number | null } | undefined };
}

/** What is held, as far as its costs need it. */
export type CostedPositions = {
  readonly positions: readonly Pick<ContractInput['positions'][number], 'isin' | 'quantity' | 'price'>[];
};

/** What the funds of a contract cost a year. */
export function heldCosts({ funds }: CostedFunds, { positions }: CostedPositions): HeldCosts {
  let [value, costs, unknown] = [0, 0, 0];
  for (const { isin, quantity, price } of positions) {
    const own = quantity * (price ?? 0);
    const ter = funds.get(isin)?.ter ?? null;
    value += own;
    if (ter === null) unknown += own;
    else costs += own * ter;
  }
  return value > 0 ? { known: costs / value, unknownShare: unknown / value } : { known: 0, unknownShare: 0 };
}

/** Orders come in whole units: a thousandth of the cap is no breach. */
const slack = 1.001;

/** Whether costs are above the cap of the tariff. */
export const isAboveCap = ({ known }: HeldCosts, cap: number): boolean => known > cap * slack;

/** Whether a plan may not be carried out, for it leads above the cap or further above it. */
export function breaksCap(
  context: CostedFunds,
  before: CostedPositions,
  after: CostedPositions,
  cap: number | undefined,
): boolean {
  if (cap === undefined) return false;
  const costs = heldCosts(context, after);
  return isAboveCap(costs, cap) && costs.known > heldCosts(context, before).known + 1e-9;
}

/** So often the dearest fund that is bought leaves its place to a cheaper one of its group, before all leave it to the cheapest. */
const mildRounds = 2;
/** A plan of the cheapest funds may buy in a further group: more than twice is not tried. */
const mostRounds = 4;

/** Whether a plan keeps the cap, where none above it is looked at. */
export const mayCost = (context: CostedFunds, request: PlanRequest, { after }: PortfolioPlan): boolean =>
  request.keepsCostCap !== true || !breaksCap(context, request.contract, after, request.costCap);

type Replan = (context: TariffContext, request: PlanRequest) => PortfolioPlan;

/** What becomes of a plan above the cap that cheaper funds do not bring below it: it mends less, its money waits, or it stays. */
export type AboveCap = 'mendsLess' | 'waits' | 'stays';

/**
 * A plan that the cap of the tariff on ongoing costs allows: where a plan breaks it, the one that buys cheaper funds of the same
 * groups instead, if that keeps the cap, leaves no more findings and does no harm. Else what `aboveCap` says: where it stays as it
 * is, its checks say that it may not be carried out.
 *
 * Plans are dear: none is made where the cheapest funds would break the cap as well, and few where they would not.
 *
 * @param replan plans in another context, or another request
 */
export function cappedPlan(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  replan: Replan,
  aboveCap: AboveCap = 'stays',
): PortfolioPlan {
  const capped = cappedOnce(context, request, plan, replan, aboveCap);
  const { costCap } = capped;
  if (!costCap || costCap.decides === 'broken' || capped.orders.length === 0) return capped;
  // Under the cap a further run may find more: both are made as one.
  const step: PlanStep = (contract, isFirst) => {
    if (isFirst) return capped;
    const own = { ...request, contract, addedCash: 0 };
    const next = cappedOnce(context, own, replan(context, own), replan, aboveCap);
    return next.costCap?.decides === 'broken' ? null : next;
  };
  const settled = settlePlan(request, step);
  const isOne =
    settled?.isSettled === true && !breaksCap(context, request.contract, settled.after, request.costCap);
  if (!isOne || settled.runs === 1) return capped;
  return { ...savedAsOne(context, request, settled, step, aboveCap === 'mendsLess'), costCap };
}

function cappedOnce(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  replan: Replan,
  aboveCap: AboveCap,
): PortfolioPlan {
  const { costCap, contract } = request;
  if (!breaksCap(context, contract, plan.after, costCap)) return plan;
  const cheaper = inCheaperFunds(context, request, plan, replan);
  if (cheaper) return cheaper;
  const decision = (decides: CapDecision['decides']): CapDecision => ({ decides, free: plan.after });
  if (aboveCap === 'stays') return { ...plan, costCap: decision('broken') };
  const kept = unchanged(request);
  if (aboveCap === 'waits') return { ...kept, costCap: decision('waits') };
  const less = replan(context, { ...request, keepsCostCap: true });
  const isKept = less.binding.length === 0 && !breaksCap(context, contract, less.after, costCap);
  const found = isKept && less.orders.length > 0 ? less : besideWaiting(context, request, kept, replan);
  return { ...found, costCap: decision('limits') };
}

/** What is mended where new money waits in the account: as for a contract that has it there already. */
function besideWaiting(context: TariffContext, request: PlanRequest, kept: PortfolioPlan, replan: Replan) {
  if (request.addedCash <= 0) return kept;
  const own = { ...request, contract: kept.after, addedCash: 0 };
  const plan = cappedOnce(context, own, replan(context, own), replan, 'mendsLess');
  return plan.binding.length === 0 ? plan : kept;
}

/** The plan that mends as much below the cap with cheaper funds of the same groups; null where none was found. */
function inCheaperFunds(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  replan: Replan,
): PortfolioPlan | null {
  const { costCap, contract } = request;
  const isBroken = ({ after }: PortfolioPlan) => breaksCap(context, contract, after, costCap);
  if (isOutOfReach(context, request, plan)) return null;
  const { contextOf: _, ...own } = request;
  let cheaper: TariffContext | null = context;
  let tried = plan;
  for (let round = 0; round < mostRounds; round++) {
    cheaper = round < mildRounds ? withoutDearest(cheaper, tried) : withCheapest(cheaper, tried);
    if (!cheaper) return null;
    tried = replan(cheaper, { ...own });
    if (tried.binding.length > 0) return null;
    if (!isBroken(tried))
      return isAsGood(context, request, plan, tried)
        ? { ...tried, costCap: { decides: 'kept', free: plan.after } }
        : null;
  }
  return null;
}

/** The limit that decides where the cap does: what is bought or mended, or that the plan may not be carried out; empty where it does not. */
export function capLimits(
  context: CostedFunds,
  { costCap: decision }: PortfolioPlan,
  cap: number | undefined,
): BindingLimit[] {
  if (decision === undefined || cap === undefined) return [];
  const { decides, free } = decision;
  const { known } = heldCosts(context, free);
  const [costs, most] = [percentText(known, cap), percentText(cap, known)];
  const texts: Readonly<Record<typeof decides, string>> = {
    kept: `Die Kostengrenze des Tarifs von ${most} im Jahr bestimmt, was gekauft wird: Ohne sie wären es in derselben Peergroup teurere Fonds.`,
    limits: `Die Kostengrenze des Tarifs von ${most} im Jahr begrenzt den Vorschlag: Nach den Aufträgen, die ohne sie vorgeschlagen würden, kosteten die Fonds ${costs} im Jahr.`,
    waits: `Die Kostengrenze des Tarifs von ${most} im Jahr lässt nicht zu, dass das neue Geld angelegt wird: Die Fonds kosteten danach ${costs} im Jahr.`,
    broken: `Die Kostengrenze des Tarifs von ${most} im Jahr steht dem Vorschlag im Weg: Auch mit günstigeren Fonds der Auswahl ließe sich nicht ebenso viel beheben, ohne sie zu überschreiten.`,
  };
  return [
    { limit: `tariff.costCap.${decides}`, subject: 'portfolio', values: { cap }, text: texts[decides] },
  ];
}

/** Whether the cap is broken as well where all that a plan leaves and may be sold is in the cheapest fund of its group. */
function isOutOfReach(context: TariffContext, request: PlanRequest, plan: PortfolioPlan): boolean {
  const { costCap, contract, locked } = request;
  let [value, costs] = [0, 0];
  for (const { isin, quantity, price } of plan.after.positions) {
    const fund = context.funds.get(isin);
    const own = quantity * (price ?? 0);
    value += own;
    if (!fund || fund.ter === null) continue;
    const offered = locked.has(isin) ? [] : (context.input.shortlists[fund.groupIndex] ?? []);
    // A fund of unknown costs counts nothing, here as there.
    costs += own * Math.min(fund.ter, ...offered.map((other) => context.funds.get(other)?.ter ?? 0));
  }
  const least = { known: value > 0 ? costs / value : 0, unknownShare: 0 };
  return (
    costCap !== undefined && isAboveCap(least, costCap) && least.known > heldCosts(context, contract).known
  );
}

/** Groups a plan buys in, with the costs of what it buys there, the dearest first. */
function boughtGroups({ funds }: TariffContext, { orders }: PortfolioPlan) {
  return orders
    .flatMap(({ isin, action }) => {
      const fund = funds.get(isin);
      return action === 'buy' && fund && fund.ter !== null
        ? [{ ter: fund.ter, groupIndex: fund.groupIndex }]
        : [];
    })
    .toSorted((a, b) => b.ter - a.ter);
}

const terIn = ({ funds }: TariffContext, isin: string) => funds.get(isin)?.ter ?? null;

/** The tariff as if it had no fund as dear as the dearest that a plan buys where its group has a cheaper one; null if none has. */
function withoutDearest(context: TariffContext, plan: PortfolioPlan): TariffContext | null {
  for (const { ter, groupIndex } of boughtGroups(context, plan)) {
    const list = context.input.shortlists[groupIndex] ?? [];
    const left = list.filter((isin) => (terIn(context, isin) ?? ter) < ter);
    if (left.length > 0) return narrowed(context, new Map([[groupIndex, left]]));
  }
  return null;
}

/** The tariff as if each group that a plan buys in had its cheapest fund only; null if none has a cheaper one than is bought. */
function withCheapest(context: TariffContext, plan: PortfolioPlan): TariffContext | null {
  const kept = new Map<number, readonly string[]>();
  for (const { ter, groupIndex } of boughtGroups(context, plan)) {
    const first = cheapestOf(context, context.input.shortlists[groupIndex] ?? []);
    if (first !== undefined && (terIn(context, first) ?? ter) < ter) kept.set(groupIndex, [first]);
  }
  return kept.size > 0 ? narrowed(context, kept) : null;
}

/** The fund of known costs that costs least; of several the first by ISIN. */
function cheapestOf(context: TariffContext, isins: readonly string[]): string | undefined {
  const costOf = (isin: string) => terIn(context, isin) ?? Number.POSITIVE_INFINITY;
  return isins.toSorted((a, b) => costOf(a) - costOf(b) || (a < b ? -1 : 1))[0];
}

/** The tariff with shorter shortlists of some groups; what it proposed of the rest is proposed of the cheapest that is left. */
function narrowed(context: TariffContext, lists: ReadonlyMap<number, readonly string[]>): TariffContext {
  const { funds, input } = context;
  let { proposal } = input;
  for (const [groupIndex, left] of lists) {
    const kept = new Set(left);
    const isOther = (isin: string) => funds.get(isin)?.groupIndex !== groupIndex || kept.has(isin);
    const weight = proposal.reduce((sum, one) => sum + (isOther(one.isin) ? 0 : one.weight), 0);
    const first = cheapestOf(context, left);
    proposal = proposal.filter(({ isin }) => isOther(isin));
    if (weight > 0 && first !== undefined) proposal = withWeight(proposal, first, weight);
  }
  return prepareTariff({
    ...input,
    shortlists: input.shortlists.map((list, g) => lists.get(g) ?? list),
    proposal,
  });
}

type Proposal = TariffContext['input']['proposal'];

const withWeight = (proposal: Proposal, isin: string, weight: number): Proposal =>
  proposal.some((one) => one.isin === isin)
    ? proposal.map((one) => (one.isin === isin ? { ...one, weight: one.weight + weight } : one))
    : [...proposal, { isin, weight }];

/** Whether by the tariff's own check a plan leaves no more findings than another, does no harm and lets no further part of the score fall. */
function isAsGood(context: TariffContext, request: PlanRequest, plan: PortfolioPlan, less: PortfolioPlan) {
  const check = (contract: ContractInput) => knownCheck(request.contextOf?.(contract) ?? context, contract);
  const [before, there, here] = [check(request.contract), check(plan.after), check(less.after)];
  return (
    compareFindings(here, there) <= 0 &&
    addedFindings(there, here).length === 0 &&
    isHarmless(context, before, here) &&
    fallenParts(before, here).length <= fallenParts(before, there).length
  );
}

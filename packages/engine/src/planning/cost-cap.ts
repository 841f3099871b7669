import type { ContractInput } from '../check/contract-input.ts';
import { prepareTariff, type TariffContext } from '../check/tariff-context.ts';
import { addedFindings, compareFindings, fallenParts, isHarmless } from './judge-plan.ts';
import { knownCheck } from './known-checks.ts';
import type { PlanRequest } from './plan-input.ts';
import type { PortfolioPlan } from './plan-portfolio.ts';

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

/** So often the dearest fund that is bought leaves its place to a cheaper one of its group. */
const mostRounds = 12;

/**
 * A plan that the cap of the tariff on ongoing costs allows: where a plan breaks it, the one that buys cheaper funds of the same
 * groups instead, if that keeps the cap, leaves no more findings and does no harm. Else the plan as it is: its checks say that it
 * may not be carried out.
 *
 * @param replan plans in another context
 */
export function cappedPlan(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  replan: (context: TariffContext, request: PlanRequest) => PortfolioPlan,
): PortfolioPlan {
  const { costCap, contract } = request;
  const isBroken = ({ after }: PortfolioPlan) => breaksCap(context, contract, after, costCap);
  if (!isBroken(plan)) return plan;
  const { contextOf: _, ...own } = request;
  let cheaper: TariffContext | null = context;
  let tried = plan;
  for (let round = 0; round < mostRounds; round++) {
    cheaper = withoutDearest(cheaper, tried);
    if (!cheaper) return plan;
    tried = replan(cheaper, { ...own });
    if (tried.binding.length > 0) return plan;
    if (!isBroken(tried)) return isAsGood(context, request, plan, tried) ? tried : plan;
  }
  return plan;
}

/** The tariff as if it had no fund as dear as the dearest that a plan buys where its group has a cheaper one; null if none has. */
function withoutDearest(context: TariffContext, { orders }: PortfolioPlan): TariffContext | null {
  const { funds, input } = context;
  const terOf = (isin: string) => funds.get(isin)?.ter ?? null;
  const dearestFirst = orders
    .flatMap(({ isin, action }) => {
      const ter = terOf(isin);
      return action === 'buy' && ter !== null ? [{ ter, groupIndex: funds.get(isin)?.groupIndex ?? -1 }] : [];
    })
    .toSorted((a, b) => b.ter - a.ter);
  for (const { ter, groupIndex } of dearestFirst) {
    const left = (input.shortlists[groupIndex] ?? []).filter((isin) => (terOf(isin) ?? ter) < ter);
    const [first] = left.toSorted((a, b) => (terOf(a) ?? 0) - (terOf(b) ?? 0) || (a < b ? -1 : 1));
    if (first === undefined) continue;
    const kept = new Set(left);
    const isOther = (isin: string) => funds.get(isin)?.groupIndex !== groupIndex || kept.has(isin);
    const weight = input.proposal.reduce((sum, one) => sum + (isOther(one.isin) ? 0 : one.weight), 0);
    const proposal = input.proposal.filter(({ isin }) => isOther(isin));
    return prepareTariff({
      ...input,
      shortlists: input.shortlists.map((list, g) => (g === groupIndex ? left : list)),
      proposal: weight > 0 ? withWeight(proposal, first, weight) : proposal,
    });
  }
  return null;
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

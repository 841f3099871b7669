import type { ProposalMode } from '@depotwerk/domain/advice/proposal-modes';
import type { ContractCheck } from '../check/check-contract.ts';
import type { ContractInput } from '../check/contract-input.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { keptPlan } from '../guarantee/keep-guarantee.ts';
import { capLimits, cappedPlan } from './cost-cap.ts';
import { describeOrders, type PlannedOrder } from './describe-orders.ts';
import { knownCheck } from './known-checks.ts';
import { isBetterOffered, namedLimits } from './named-limits.ts';
import { isAskedFor, openDemands } from './open-demands.ts';
import { limitsOfDemands, openLimits } from './open-limits.ts';
import { costsOf, type OngoingCosts, ongoingOf, type PlanCosts } from './plan-costs.ts';
import { type BindingLimit, type PlanRequest, planFeeOf } from './plan-input.ts';
import { type PortfolioPlan, unchanged } from './plan-portfolio.ts';
import { planSavings, savingsAmounts } from './plan-savings.ts';
import { proposeInvestment } from './propose-investment.ts';
import { limitsOnTheWay, proposeFull, proposeNecessary } from './propose-orders.ts';
import { type Recommendation, type RecommendationSource, withRecommendation } from './recommend-proposal.ts';
import { rateBelowMinimum } from './savings-bound.ts';
import { sortedContract } from './sorted-contract.ts';
import { unknownWorth } from './unknown-worth.ts';
import { contextFor, inHeldFunds } from './with-savings.ts';

/**
 * What is proposed: keep everything (new money is invested), change the savings plan only, the smallest intervention that
 * mends what is wrong, or the full switch to the target.
 */
export const proposalModes: readonly ProposalMode[] = [
  'keepPortfolio',
  'savingsPlanOnly',
  'necessary',
  'full',
];

/** One of the four proposals. */
export interface Proposal extends Recommendation {
  readonly mode: ProposalMode;
  readonly isFeasible: boolean;
  /** Limits that bind and why; empty if feasible. */
  readonly reasons: readonly BindingLimit[];
  readonly orders: readonly PlannedOrder[];
  readonly savingsPlan: readonly {
    readonly isin: string;
    readonly percent: number;
    readonly amount: number;
  }[];
  readonly costs: PlanCosts;
  readonly cashBefore: number;
  readonly cashAfter: number;
  readonly before: ContractCheck;
  readonly after: ContractCheck;
  /** O01: the measure stays outside the band although the target lies inside. */
  readonly messages: readonly 'O01'[];
  /** Limits because of which a part of the score falls all the same, new money is not invested or a rate goes into one fund, named; else empty. */
  readonly limits: readonly BindingLimit[];
  /** The contract after the proposal: input of a further run. */
  readonly contractAfter: ContractInput;
}

/**
 * Plans one proposal; nothing is stored, so this is the what-if as well.
 *
 * @param namesLimits whether it is worked out which limits keep open what is: that plans again without each of them
 */
export function planProposal(
  context: TariffContext,
  request: PlanRequest,
  mode: ProposalMode,
  namesLimits = true,
): Proposal {
  const { own, before, source, proposed } = planning(context, request, namesLimits);
  if (mode === 'necessary') return withRecommendation([proposed(mode)], source)[0]!;
  // Where nothing is wrong the smallest intervention is none, and is not looked for.
  const necessary = isAskedFor(context, own, before) ? [proposed('necessary')] : [];
  return withRecommendation([...necessary, proposed(mode)], source).at(-1)!;
}

/**
 * The recommended proposal alone, as `planOptimization` marks it: the others are not worked out.
 *
 * @param namesLimits whether it is worked out which limits keep open what nothing helps against
 */
export function planRecommended(context: TariffContext, request: PlanRequest, namesLimits = true): Proposal {
  const { own, before, source, proposed } = planning(context, request, namesLimits);
  // Where nothing is wrong the smallest intervention is none, and is not looked for.
  const necessary = isAskedFor(context, own, before) ? [proposed('necessary')] : [];
  const [found] = withRecommendation(necessary, source);
  if (found?.isRecommended) return found;
  return withRecommendation([...necessary, proposed('keepPortfolio')], source).at(-1)!;
}

/** What the proposals of a request have in common. */
function planning(context: TariffContext, request: PlanRequest, namesLimits: boolean) {
  const own = { ...request, contract: sortedContract(request.contract) };
  const before = knownCheck(context, own.contract);
  const proposed = (mode: ProposalMode) => proposalOf(context, own, before, mode);
  return { own, before, proposed, source: sourceOf(context, own, before, namesLimits) };
}

/** What a recommendation for a contract follows from. */
const sourceOf = (
  context: TariffContext,
  request: PlanRequest,
  before: ContractCheck,
  namesLimits: boolean,
): RecommendationSource => ({
  before,
  demands: openDemands(context, request),
  // The money added is in the contract by then.
  demandsAfter: (contract) => openDemands(context, { ...request, contract, addedCash: 0 }),
  openLimits: () => (namesLimits ? limitsOfOpen(context, request, before) : []),
  demandLimits: () => {
    const { reasons } = outcomeOf(context, request, 'necessary');
    return reasons.length > 0 ? reasons : limitsOnTheWay(context, request);
  },
  unkeptLimits: () => (namesLimits ? limitsOfUnkept(context, request) : []),
  unknownWorth: unknownWorth(request.contract),
});

function proposalOf(
  context: TariffContext,
  request: PlanRequest,
  before: ContractCheck,
  mode: ProposalMode,
): Omit<Proposal, keyof Recommendation> {
  const { contract, rules } = request;
  const { plan, contractAfter, after, reasons, waiting } = outcomeOf(context, request, mode);
  const isFeasible = reasons.length === 0;
  const isOutside = plan.orders.length > 0 && mode !== 'keepPortfolio' && isFeasible && isOff(after);
  return {
    mode,
    isFeasible,
    reasons,
    orders: describeOrders(context, request, plan, before),
    savingsPlan: savingsAmounts(contractAfter.savingsPlan),
    costs: costsOf(context, plan.orders, planFeeOf(rules, plan.orders), before, after),
    cashBefore: contract.cash,
    cashAfter: plan.after.cash,
    before,
    after,
    messages: isOutside ? ['O01'] : [],
    limits: isFeasible
      ? [
          ...waiting,
          // New money that waits for a price needs no other reason.
          ...(mode === 'keepPortfolio' && unknownWorth(contract)
            ? []
            : namedLimits(
                before,
                after,
                () => largerOf(context, request, mode),
                withoutCap(context, request, plan),
                (part) => isBetterOffered(context, contractAfter, part),
              )),
        ]
      : [],
    contractAfter,
  };
}

/** Whether the risk is known to be outside its band. */
const isOff = ({ status }: ContractCheck): boolean => status === 'above' || status === 'below';

/** What was planned of a request, by mode: the smallest intervention is compared with the full switch, which is shown as well. */
const outcomes = new WeakMap<PlanRequest, KnownOutcomes>();

interface KnownOutcomes {
  readonly context: TariffContext;
  readonly byMode: Map<ProposalMode, Outcome>;
}

function outcomeOf(context: TariffContext, request: PlanRequest, mode: ProposalMode): Outcome {
  let known = outcomes.get(request);
  if (known?.context !== context) outcomes.set(request, (known = { context, byMode: new Map() }));
  let outcome = known.byMode.get(mode);
  if (!outcome) known.byMode.set(mode, (outcome = planOutcome(context, request, mode)));
  return outcome;
}

type Outcome = ReturnType<typeof planOutcome>;

/**
 * A plan's orders with what the contract and its check then are. Where a limit cannot be kept there are none: what may not be
 * carried out is no proposal, and the reasons say why.
 */
function planOutcome(context: TariffContext, request: PlanRequest, mode: ProposalMode) {
  const planIn = (other: TariffContext, asked: PlanRequest) => cappedOrders(other, asked, mode);
  const planned = keptPlan(context, request, planIn(context, request), mode === 'necessary' ? planIn : null);
  // Who keeps what there is can always do so: money that no order within the limits invests stays where it is.
  const isKeeping = mode === 'keepPortfolio' || mode === 'savingsPlanOnly';
  const waiting = isKeeping ? planned.binding : [];
  // What is not bought is held by nobody: the savings plan goes with the orders that are shown.
  const plan = waiting.length > 0 ? unchanged(request) : planned;
  const keepsSavings =
    mode === 'keepPortfolio' ||
    (request.savingsMode === 'CORRECT' && unknownWorth(request.contract) !== null);
  const savings = keepsSavings ? null : savingsAfter(context, request, plan, mode);
  const reasons = [...(isKeeping ? [] : planned.binding), ...(savings?.binding ?? [])];
  const checked = (contractAfter: ContractInput) =>
    knownCheck(contextFor(context, request, contractAfter), contractAfter);
  if (reasons.length > 0) {
    const kept = unchanged(request);
    return { plan: kept, contractAfter: kept.after, after: checked(kept.after), reasons, waiting };
  }
  const contractAfter: ContractInput = savings ? { ...plan.after, savingsPlan: savings.plan } : plan.after;
  const { savingsPlan } = contractAfter;
  const tooLow =
    savingsPlan && savingsPlan !== request.contract.savingsPlan ? rateBelowMinimum(request, savingsPlan) : [];
  const named = [...waiting, ...tooLow, ...capLimits(context, plan, request.costCap)];
  return { plan, contractAfter, after: checked(contractAfter), reasons, waiting: named };
}

/** The check of what would be planned without the cap of the tariff on costs; null where that does not decide. */
const withoutCap = (context: TariffContext, request: PlanRequest, { costCap }: PortfolioPlan) =>
  costCap ? knownCheck(contextFor(context, request, costCap.free), costCap.free) : null;

/** The check of the full switch, if it is another and feasible: what the smallest intervention is compared with. */
function largerOf(context: TariffContext, request: PlanRequest, mode: ProposalMode): ContractCheck | null {
  if (mode !== 'necessary') return null;
  const { after, reasons } = outcomeOf(context, request, 'full');
  return reasons.length === 0 ? after : null;
}

/**
 * The savings plan that goes with a plan; orders may have brought one along already. That one was chosen before they were all
 * known: what it begins in, it begins in what they leave in the portfolio.
 */
function savingsAfter(context: TariffContext, request: PlanRequest, plan: PortfolioPlan, mode: ProposalMode) {
  const { savingsPlan } = plan.after;
  const own = { ...request, contract: { ...request.contract, savingsPlan } };
  const planned = planSavings(context, own, plan, knownCheck(context, own.contract), mode === 'necessary');
  if (savingsPlan === request.contract.savingsPlan || (planned?.binding.length ?? 0) > 0) return planned;
  const begun = inHeldFunds(context, request, plan, planned?.plan ?? savingsPlan);
  return begun ? { plan: begun, binding: [] } : planned;
}

/** Orders that the cap of the tariff on costs allows, where there are such; none where nobody knows what the contract is worth. */
function cappedOrders(context: TariffContext, request: PlanRequest, mode: ProposalMode): PortfolioPlan {
  const unknown = asksForOrders(request, mode) ? unknownWorth(request.contract) : null;
  if (unknown) return { ...unchanged(request), binding: [unknown] };
  return cappedPlan(
    context,
    request,
    ordersOf(context, request, mode),
    (other, asked) => ordersOf(other, asked, mode),
    mode === 'full' ? 'stays' : mode === 'necessary' ? 'mendsLess' : 'waits',
  );
}

/** Whether a proposal rests on what is held: only a savings plan that corrects it does without an order. */
const asksForOrders = ({ addedCash, savingsMode }: PlanRequest, mode: ProposalMode): boolean =>
  mode === 'full' ||
  mode === 'necessary' ||
  addedCash > 0 ||
  (mode === 'savingsPlanOnly' && savingsMode === 'CORRECT');

function ordersOf(context: TariffContext, request: PlanRequest, mode: ProposalMode): PortfolioPlan {
  switch (mode) {
    case 'full':
      return request.rules.buyOnly ? proposeInvestment(context, request) : proposeFull(context, request);
    case 'necessary':
      return proposeNecessary(context, request);
    default:
      return request.addedCash > 0 ? proposeInvestment(context, request) : unchanged(request);
  }
}

/** The full switch alone, without savings plan and reasons: for estimates over very many contracts. */
export interface PlannedSwitch {
  readonly isFeasible: boolean;
  readonly orders: readonly {
    readonly action: 'sell' | 'buy';
    readonly isin: string;
    readonly amount: number;
  }[];
  /** What the orders and the switch as a whole cost once. */
  readonly fees: number;
  /** Ongoing costs a year before and after; null where those of a fund that is sold or bought are unknown. */
  readonly ongoing: OngoingCosts | null;
  readonly contractAfter: ContractInput;
}

/**
 * The orders of the proposal `full` and their fees, and nothing else of it. It is as feasible as the proposal: where the
 * savings plan has a fault, its limits are asked as well. Amounts in euros.
 */
export function planSwitch(context: TariffContext, request: PlanRequest): PlannedSwitch {
  const own = { ...request, contract: sortedContract(request.contract) };
  const plan = keptPlan(context, own, cappedOrders(context, own, 'full'), null);
  // A savings plan without fault binds nothing, whatever else might suit it better.
  const savings = savingsAfter(context, own, plan, 'necessary');
  const fees = plan.orders.reduce((cents, { fee }) => cents + fee, planFeeOf(own.rules, plan.orders));
  return {
    isFeasible: plan.binding.length === 0 && (savings?.binding ?? []).length === 0,
    orders: plan.orders.map(({ action, isin, amount }) => ({ action, isin, amount: amount / 100 })),
    fees: fees / 100,
    ongoing: ongoingOf(context, plan.orders, own.contract, plan.after),
    contractAfter: plan.after,
  };
}

/**
 * All four proposals; exactly one is recommended.
 *
 * @param namesLimits whether it is worked out which limits keep open what is: that plans again without each of them
 */
export function planOptimization(
  context: TariffContext,
  request: PlanRequest,
  namesLimits = true,
): Proposal[] {
  const { source, proposed } = planning(context, request, namesLimits);
  return withRecommendation(proposalModes.map(proposed), source);
}

/** Which limits keep open what the smallest intervention of a contract leaves: one entry a finding, with German text. */
export function limitsOfOpen(
  context: TariffContext,
  request: PlanRequest,
  check: ContractCheck,
): BindingLimit[] {
  return openLimits(context, request, check, (own, lifted) => outcomeOf(own, lifted, 'necessary').after);
}

/** Which limit keeps open what adviser and tariff ask for beside the findings, where no plan is refused for one. */
export function limitsOfUnkept(context: TariffContext, request: PlanRequest): BindingLimit[] {
  return limitsOfDemands(context, request, (own, lifted) => {
    const { contractAfter } = outcomeOf(own, lifted, 'necessary');
    return openDemands(own, { ...lifted, contract: contractAfter, addedCash: 0 }).length === 0;
  });
}

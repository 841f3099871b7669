import { type ContractCheck, checkContract } from '../check/check-contract.ts';
import type { ContractInput, HintCode } from '../check/contract-input.ts';
import { measureContract } from '../check/measure-contract.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { riskBandStatus } from '../risk-band.ts';
import type { Order } from './make-orders.ts';
import { explainOrder } from './order-reasons.ts';
import { type BindingLimit, type PlanRequest, planFeeOf, toCents } from './plan-input.ts';
import { type PortfolioPlan, planPortfolio } from './plan-portfolio.ts';
import { savingsTarget } from './savings-plan.ts';

/** What is proposed: keep everything (new money is invested), change the savings plan only, or the full switch. */
export type ProposalMode = 'keepPortfolio' | 'savingsPlanOnly' | 'full';

export const proposalModes: readonly ProposalMode[] = ['keepPortfolio', 'savingsPlanOnly', 'full'];

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

/** Costs in euros; ongoing ones per year. */
export interface PlanCosts {
  readonly transaction: number;
  /** Fee of the plan as a whole, due once it sells anything. */
  readonly planFee: number;
  readonly ongoingBefore: number;
  readonly ongoingAfter: number;
  readonly savingPerYear: number;
  /** Ongoing costs as a fraction of the value, before and after. */
  readonly terBefore: number;
  readonly terAfter: number;
}

/** One of the three proposals. */
export interface Proposal {
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
  /** The contract after the proposal: input of a further run. */
  readonly contractAfter: ContractInput;
}

/** Plans one proposal; nothing is stored, so this is the what-if as well. */
export function planProposal(context: TariffContext, request: PlanRequest, mode: ProposalMode): Proposal {
  const contract = sorted(request.contract);
  const before = checkContract(context, contract);
  const rules = { ...request.rules, buyOnly: request.rules.buyOnly || mode !== 'full' };
  const own = { ...request, contract, rules };
  const plan = mode === 'full' || request.addedCash > 0 ? planWithRetry(context, own) : unchanged(contract);
  const savings = mode === 'keepPortfolio' ? null : planSavings(context, own, plan);
  const contractAfter: ContractInput = savings ? { ...plan.after, savingsPlan: savings.plan } : plan.after;
  const after = checkContract(context, contractAfter);
  const reasons = [...plan.binding, ...(savings?.binding ?? [])];
  const isOutside = mode === 'full' && after.status !== 'in' && reasons.length === 0;
  return {
    mode,
    isFeasible: reasons.length === 0,
    reasons,
    orders: describeOrders(context, plan, before),
    savingsPlan: (contractAfter.savingsPlan?.entries ?? []).map(({ isin, percent }, k) => ({
      isin,
      percent,
      amount: savings?.amounts[k] ?? Math.round(percent * (contractAfter.savingsPlan?.rate ?? 0)) / 100,
    })),
    costs: costsOf(plan.orders, planFeeOf(rules, plan.orders), before, after),
    cashBefore: contract.cash,
    cashAfter: plan.after.cash,
    before,
    after,
    messages: isOutside ? ['O01'] : [],
    contractAfter,
  };
}

/** The full switch alone, without savings plan, checks and reasons: for estimates over very many contracts. */
export interface PlannedSwitch {
  readonly isFeasible: boolean;
  readonly orders: readonly {
    readonly action: 'sell' | 'buy';
    readonly isin: string;
    readonly amount: number;
  }[];
  /** Value after the orders and its ongoing costs as a fraction. */
  readonly total: number;
  readonly ter: number;
}

/** The orders of the proposal `full`, and nothing else of it. Amounts in euros. */
export function planSwitch(context: TariffContext, request: PlanRequest): PlannedSwitch {
  const plan = planWithRetry(context, { ...request, contract: sorted(request.contract) });
  const { total, ter } = measureContract(context, plan.after);
  return {
    isFeasible: plan.binding.length === 0,
    orders: plan.orders.map(({ action, isin, amount }) => ({ action, isin, amount: amount / 100 })),
    total,
    ter,
  };
}

/** All three proposals. */
export const planOptimization = (context: TariffContext, request: PlanRequest): Proposal[] =>
  proposalModes.map((mode) => planProposal(context, request, mode));

/** The same contract whatever the order it came in; a position of nothing is none. */
function sorted(contract: ContractInput): ContractInput {
  const byIsin = <T extends { readonly isin: string }>(a: T, b: T) =>
    a.isin < b.isin ? -1 : a.isin > b.isin ? 1 : 0;
  return {
    ...contract,
    positions: contract.positions.filter(({ quantity }) => quantity > 0).toSorted(byIsin),
    savingsPlan: contract.savingsPlan && {
      ...contract.savingsPlan,
      entries: contract.savingsPlan.entries.toSorted(byIsin),
    },
  };
}

/** If the measure would stay outside its band, once more without the absolute drift threshold. */
function planWithRetry(context: TariffContext, request: PlanRequest): PortfolioPlan {
  const plan = planPortfolio(context, request, request.rules.driftAbsolute);
  if (request.rules.buyOnly || plan.binding.length > 0) return plan;
  const { measure } = measureContract(context, plan.after);
  if (riskBandStatus(measure, context.band).status === 'in') return plan;
  const retried = planPortfolio(context, { ...request, rules: { ...request.rules, driftRelative: 0 } }, 0);
  return retried.binding.length > 0 ? plan : retried;
}

const unchanged = (contract: ContractInput): PortfolioPlan => ({
  orders: [],
  holdings: [],
  targets: new Map(),
  after: contract,
  total: 0,
  cashAfter: toCents(contract.cash),
  binding: [],
});

/** Value in cents by ISIN of what is held. */
function valuesOf(contract: ContractInput): Map<string, number> {
  const values = new Map<string, number>();
  for (const { isin, quantity, price } of contract.positions)
    values.set(isin, (values.get(isin) ?? 0) + toCents(quantity * (price ?? 0)));
  return values;
}

function planSavings(context: TariffContext, request: PlanRequest, plan: PortfolioPlan) {
  const current = request.contract.savingsPlan;
  if (!current || current.rate <= 0) return null;
  const weights = new Map([...context.proposal].filter(([isin]) => !request.excluded.has(isin)));
  const { entries, binding } = savingsTarget({
    targets: weights,
    values: valuesOf(plan.after),
    rate: current.rate,
    mode: request.savingsMode,
    minimumOf: (isin) => request.traded.get(isin)?.savingsMinimum ?? 25,
    units: request.savingsUnits,
    limits: request.savingsLimits,
    reserve: context.input.shortlists
      .flat()
      .filter((isin) => request.traded.has(isin) && !request.excluded.has(isin)),
  });
  const planned = { rate: current.rate, entries: entries.map(({ isin, percent }) => ({ isin, percent })) };
  return { plan: planned, amounts: entries.map(({ amount }) => amount / 100), binding };
}

function describeOrders(context: TariffContext, plan: PortfolioPlan, before: ContractCheck): PlannedOrder[] {
  const byIsin = new Map(plan.holdings.map((holding) => [holding.isin, holding]));
  const partners = pairSwitches(plan);
  const share = (cents: number) => (plan.total > 0 ? cents / plan.total : 0);
  return plan.orders.flatMap((order): PlannedOrder[] => {
    const holding = byIsin.get(order.isin);
    if (!holding) return [];
    const partner = partners.get(order.isin) ?? null;
    const { text, hints } = explainOrder(context, order, holding, before.hints, plan.total, partner);
    const signed = order.action === 'buy' ? order.amount : -order.amount;
    return [
      {
        action: order.action,
        isin: order.isin,
        quantity: order.ticks / 10 ** holding.decimals,
        amount: order.amount / 100,
        fee: order.fee / 100,
        fractionBefore: share(holding.value),
        fractionAfter: share(holding.value + signed),
        switchWith: partner,
        reason: text,
        hints,
      },
    ];
  });
}

/** Pairs sells and buys of the same peer group, largest with largest. */
function pairSwitches(plan: PortfolioPlan): Map<string, string> {
  const groupOf = new Map(plan.holdings.map((holding) => [holding.isin, holding.groupIndex]));
  const partners = new Map<string, string>();
  for (const sell of plan.orders) {
    if (sell.action !== 'sell') continue;
    const group = groupOf.get(sell.isin) ?? -1;
    const buy = plan.orders.find(
      (order) =>
        order.action === 'buy' &&
        group >= 0 &&
        groupOf.get(order.isin) === group &&
        !partners.has(order.isin),
    );
    if (!buy) continue;
    partners.set(sell.isin, buy.isin);
    partners.set(buy.isin, sell.isin);
  }
  return partners;
}

function costsOf(
  orders: readonly Order[],
  planFee: number,
  before: ContractCheck,
  after: ContractCheck,
): PlanCosts {
  const round = (value: number) => Math.round(value * 100) / 100;
  const ongoingBefore = round(before.ter * before.total);
  const ongoingAfter = round(after.ter * after.total);
  return {
    transaction: orders.reduce((sum, { fee }) => sum + fee, 0) / 100,
    planFee: planFee / 100,
    ongoingBefore,
    ongoingAfter,
    savingPerYear: round(ongoingBefore - ongoingAfter),
    terBefore: before.ter,
    terAfter: after.ter,
  };
}

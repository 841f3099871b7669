import type { HintCode } from '@depotwerk/domain/advice/hint-codes';
import type { ContractInput, SavingsPlan } from '../check/contract-input.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import type { PlannedOrder } from '../planning/describe-orders.ts';
import { ticksOf, unknownDecimals } from '../planning/holdings.ts';
import { isSameContract } from '../planning/known-checks.ts';
import { areCostsKnown } from '../planning/plan-costs.ts';
import { inCents } from '../rounding/in-cents.ts';
import { roundToUnits } from '../rounding/round-to-units.ts';
import type { AdviceCheck } from './advice-check.ts';
import type { AdviceFund, AdviceInput, PlanChoices } from './advice-input.ts';
import { investedCash, withFundNames } from './advice-request.ts';
import { type PlanCheck, planChecks } from './plan-checks.ts';
import { type PlanFigures, planFigures } from './plan-figures.ts';

/** An order as it is shown and stored. Money in euros, fractions of the value it refers to. */
export interface PlanTransaction {
  readonly id: string;
  readonly action: 'sell' | 'buy';
  readonly fundId: number;
  readonly isin: string;
  readonly fundName: string;
  readonly switchWithFundId: number | null;
  readonly quantity: number;
  readonly price: number;
  readonly amount: number;
  readonly fee: number;
  readonly fractionBefore: number;
  readonly fractionAfter: number;
  readonly reason: string;
  readonly hintCodes: readonly HintCode[];
}

export interface SavingsPlanChange {
  readonly fundId: number;
  readonly isin: string;
  readonly fundName: string;
  readonly fractionBefore: number;
  readonly fractionAfter: number;
  /** Euros a payment. */
  readonly amountBefore: number;
  readonly amountAfter: number;
}

/** Costs of carrying a plan out, and what it changes a year. */
export interface AdvicePlanCosts {
  readonly entry: number;
  readonly transaction: number;
  readonly switchFee: number;
  readonly ongoingBefore: number;
  readonly ongoingAfter: number;
  /** A year, of the funds held afterwards; null = unknown of one of them. */
  readonly thirdParty: number | null;
  /** Saved a year; null where the ongoing costs of a fund that is sold or bought are unknown. */
  readonly perYearEuro: number | null;
  readonly returnEffect: number | null;
  /** Present where nobody knows what the contract takes: entry and switchFee are 0 then, and unknown. */
  readonly isContractUnknown?: true | undefined;
}

/** Everything told about a plan, whoever made its orders. */
export interface PlanDescription {
  readonly before: PlanFigures;
  readonly after: PlanFigures;
  readonly transactions: readonly PlanTransaction[];
  readonly savingsPlanChanges: readonly SavingsPlanChange[];
  readonly cashBefore: number;
  readonly cashAfter: number;
  readonly costs: AdvicePlanCosts;
  readonly checks: readonly PlanCheck[];
}

/** A plan with its contract before and after, both checked in the same context. */
export interface PlannedChange {
  readonly input: AdviceInput;
  readonly choices: PlanChoices;
  readonly context: TariffContext;
  readonly funds: ReadonlyMap<string, AdviceFund>;
  readonly orders: readonly PlannedOrder[];
  readonly contractBefore: ContractInput;
  readonly contractAfter: ContractInput;
  readonly before: AdviceCheck;
  readonly after: AdviceCheck;
  readonly switchFee: number;
  readonly isSavingsPlanChanged: boolean;
}

/** The class a plan is made for; 0, below every class, where nobody has one. */
export const chosenRiskClass = (input: AdviceInput, choices: PlanChoices): number =>
  choices.riskClassId ?? input.riskClassId ?? 0;

/** Figures, costs and checks of a plan. */
export function describePlan(plan: PlannedChange): PlanDescription {
  const { input, context, contractBefore, contractAfter, before, after } = plan;
  const { orders, funds, choices } = plan;
  const figures = planFigures(input, context, contractBefore, before);
  // Who keeps everything is not counted twice.
  const figuresAfter = isSameContract(contractBefore, contractAfter)
    ? figures
    : planFigures(input, context, contractAfter, after);
  return {
    before: figures,
    after: figuresAfter,
    transactions: orders.flatMap((order): PlanTransaction[] => toTransaction(plan, order)),
    savingsPlanChanges: plan.isSavingsPlanChanged
      ? savingsChanges(input, contractBefore.savingsPlan, contractAfter.savingsPlan, funds)
      : [],
    cashBefore: contractBefore.cash,
    cashAfter: contractAfter.cash,
    costs: costsOf(plan, figures.costs, figuresAfter.costs),
    checks: planChecks({
      input,
      context,
      riskClassId: chosenRiskClass(input, choices),
      before,
      after,
      contractBefore,
      contractAfter,
      orders: orders.map((order) => ({
        ...order,
        // What is less than a unit that can be traded stays, and the sale is one of all there was to sell.
        isFullSale: !contractAfter.positions.some(
          ({ isin, quantity }) =>
            isin === order.isin && ticksOf(quantity, funds.get(isin)?.unitDecimals ?? unknownDecimals) > 0,
        ),
      })),
      isSavingsPlanChanged: plan.isSavingsPlanChanged,
      funds,
    }),
  };
}

function toTransaction({ input, funds }: PlannedChange, order: PlannedOrder): PlanTransaction[] {
  const fund = funds.get(order.isin);
  if (!fund) return [];
  const held = input.contract.positions.find(({ isin }) => isin === order.isin);
  return [
    {
      id: `${order.action}:${order.isin}`,
      action: order.action,
      fundId: fund.fundId,
      isin: order.isin,
      fundName: fund.name,
      switchWithFundId: (order.switchWith !== null && funds.get(order.switchWith)?.fundId) || null,
      quantity: order.quantity,
      price: held?.price ?? fund.price ?? 0,
      amount: order.amount,
      fee: order.fee,
      fractionBefore: order.fractionBefore,
      fractionAfter: order.fractionAfter,
      reason: withFundNames(order.reason, funds),
      hintCodes: order.hints,
    },
  ];
}

/** Whether every fund's costs are known: else the sum that is compared is another than the known one. */
const isWhole = ({ ter, knownTer }: AdviceCheck) => ter === knownTer;

/** What the funds held pay a year to those who distribute them, euros; null where nobody knows it of one of them. */
function distributionFees(
  { positions }: ContractInput,
  funds: ReadonlyMap<string, AdviceFund>,
): number | null {
  const held = positions.filter(({ quantity }) => quantity > 0);
  let sum = 0;
  for (const { isin, quantity, price } of held) {
    const fee = funds.get(isin)?.distributionFee ?? null;
    if (fee === null) return null;
    sum += quantity * (price ?? 0) * fee;
  }
  return sum;
}

function costsOf(
  plan: PlannedChange,
  costsBefore: PlanFigures['costs'],
  costsAfter: PlanFigures['costs'],
): AdvicePlanCosts {
  const { input, before, after, contractAfter, funds } = plan;
  const isKnown = areCostsKnown(plan.context, plan.orders);
  const spends = plan.orders.length > 0 || investedCash(input, plan.choices).invested > 0;
  // Money that comes in thins costs that are known and those that are not.
  const isEffectKnown = isKnown && (before.total === after.total || (isWhole(before) && isWhole(after)));
  const thirdParty = distributionFees(contractAfter, funds);
  return {
    entry: investedCash(input, plan.choices).entryFee,
    transaction: inCents(plan.orders.reduce((sum, { fee }) => sum + fee, 0)),
    switchFee: plan.switchFee,
    ongoingBefore: costsBefore.perYearEuro,
    ongoingAfter: costsAfter.perYearEuro,
    thirdParty: thirdParty === null ? null : inCents(thirdParty),
    perYearEuro: isKnown ? inCents(costsBefore.perYearEuro - costsAfter.perYearEuro) : null,
    // What lies between the two rates that stand beside it, so that it can be followed.
    returnEffect: isEffectKnown
      ? Math.round((costsBefore.perYearPercent - costsAfter.perYearPercent) * 100) / 100
      : null,
    // Who does nothing pays nothing once, whatever the contract would take.
    ...(input.costs.isUnknown && spends && { isContractUnknown: true }),
  };
}

/** Shares and amounts a payment, before and after; amounts of one side sum to the payment. */
function savingsChanges(
  input: AdviceInput,
  before: SavingsPlan | null,
  after: SavingsPlan | null,
  funds: ReadonlyMap<string, AdviceFund>,
): SavingsPlanChange[] {
  const [old, own] = [sideOf(input, before), sideOf(input, after)];
  return [...new Set([...old.keys(), ...own.keys()])].toSorted().flatMap((isin): SavingsPlanChange[] => {
    const fund = funds.get(isin);
    if (!fund) return [];
    return [
      {
        fundId: fund.fundId,
        isin,
        fundName: fund.name,
        fractionBefore: old.get(isin)?.fraction ?? 0,
        fractionAfter: own.get(isin)?.fraction ?? 0,
        amountBefore: old.get(isin)?.amount ?? 0,
        amountAfter: own.get(isin)?.amount ?? 0,
      },
    ];
  });
}

function sideOf(input: AdviceInput, plan: SavingsPlan | null) {
  const entries = (plan?.entries ?? []).filter(({ percent }) => percent > 0);
  const sum = entries.reduce((total, { percent }) => total + percent, 0);
  const payment = Math.round((input.payment ?? 0) * sum);
  const amounts =
    payment > 0
      ? roundToUnits(
          entries.map(({ percent }) => percent),
          payment,
        )
      : entries.map(() => 0);
  return new Map(
    entries.map(({ isin, percent }, k) => [
      isin,
      { fraction: Math.round(percent * 1e4) / 1e6, amount: (amounts[k] ?? 0) / 100 },
    ]),
  );
}

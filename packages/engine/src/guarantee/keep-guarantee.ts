import type { HintCode } from '@depotwerk/domain/advice/hint-codes';
import type { ContractInput } from '../check/contract-input.ts';
import { measureContract } from '../check/measure-contract.ts';
import { prepareTariff, type TariffContext } from '../check/tariff-context.ts';
import { euros } from '../planning/euro-text.ts';
import { addedFindings } from '../planning/judge-plan.ts';
import { knownCheck } from '../planning/known-checks.ts';
import { type BindingLimit, type PlanRequest } from '../planning/plan-input.ts';
import { type PortfolioPlan, unchanged } from '../planning/plan-portfolio.ts';
import { inCents, toCents } from '../rounding/in-cents.ts';
import {
  endangersGuarantee,
  type FreeAssets,
  type GuaranteeCover,
  type GuaranteeTerms,
  guaranteeCover,
  withPayment,
} from './guarantee-cover.ts';

/** Value of positions and cash, and how much of it is in equities; a fund of unknown share counts as equities. */
function freeAssets(context: TariffContext, { positions, cash }: ContractInput): FreeAssets {
  let value = cash;
  let exposure = 0;
  for (const { isin, quantity, price } of positions) {
    // In cents as valuations are, so that plan and contract speak of the same sums.
    const held = inCents(quantity * (price ?? 0));
    value += held;
    exposure += held * (context.funds.get(isin)?.equityQuota ?? 1);
  }
  return { value, exposure };
}

const coverOf = (context: TariffContext, contract: ContractInput, terms: GuaranteeTerms): GuaranteeCover =>
  guaranteeCover(terms, freeAssets(context, contract), contract.day);

/** How the promise of a contract stands; null where it has none or its terms are not known. */
export const contractCover = (context: TariffContext, contract: ContractInput): GuaranteeCover | null =>
  contract.guarantee ? coverOf(context, contract, contract.guarantee) : null;

/** The contract after money was paid in: the promise grows with it. */
export const withPromise = (contract: ContractInput, paid: number): ContractInput =>
  contract.guarantee ? { ...contract, guarantee: withPayment(contract.guarantee, paid) } : contract;

/**
 * The guarantee as a limit of a plan; null where it is kept.
 *
 * @param after the contract after the plan, its promise included
 */
export function guaranteeLimit(
  context: TariffContext,
  before: ContractInput,
  after: ContractInput,
): BindingLimit | null {
  const [was, is] = [contractCover(context, before), contractCover(context, after)];
  if (!was || !is || !endangersGuarantee(was, is)) return null;
  const { floor, value, cushion, exposure, allowed } = is;
  const money = (amount: number) => euros(toCents(amount));
  const text =
    was.cushion >= 0 && cushion < 0
      ? `Danach wäre der Vertrag ${money(value)} wert; damit die Garantie am Ende erfüllt wird, müssen heute ${money(floor)} sicher sein.`
      : `Danach wären ${money(exposure)} in Aktien angelegt; damit die Garantie am Ende erfüllt wird, dürfen es bei einem Puffer von ${money(Math.max(0, cushion))} höchstens ${money(allowed)} sein.`;
  return {
    limit: 'contract.guarantee',
    subject: 'portfolio',
    values: { floor, value, exposure, allowed },
    text,
  };
}

/** Hints that ask for another mix of groups. */
const mixHints: readonly HintCode[] = ['H01', 'H02', 'H08', 'H09', 'H10'];

/** The tariff as if it asked for the mix that is held: what is mended then are single funds; null without risk data. */
function contextAsHeld(context: TariffContext, contract: ContractInput): TariffContext | null {
  const { input } = context;
  const { measure, groupWeights } = measureContract(context, contract);
  const weights = [...groupWeights];
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (measure === null || sum <= 0) return null;
  return prepareTariff({
    ...input,
    target: measure,
    targetWeights: weights.map((weight) => weight / sum),
    silencedHints: [...(input.silencedHints ?? []), ...mixHints],
  });
}

/**
 * A plan that keeps what is promised for the end. Where it does not, the plan for the mix that is held, if that keeps it
 * and the score does not fall; else none, and its limit says why.
 *
 * @param replan plans in another context; null for plans that have to lead to the target
 */
export function keptPlan(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  replan: ((context: TariffContext, request: PlanRequest) => PortfolioPlan) | null,
): PortfolioPlan {
  const { contract } = request;
  if (!contract.guarantee) return plan;
  const paidIn = request.paidIn ?? request.addedCash;
  const after = withPromise(plan.after, paidIn);
  const limit = plan.binding.length === 0 ? guaranteeLimit(context, contract, after) : null;
  if (!limit) return { ...plan, after };
  const held = replan && contextAsHeld(context, contract);
  if (held) {
    const { contextOf: _, ...own } = request;
    const exchanged = replan(held, own);
    const planned = { ...exchanged, after: withPromise(exchanged.after, paidIn) };
    if (isBetterAndKept(context, contract, planned)) return planned;
  }
  const kept = unchanged(request);
  return { ...kept, after: withPromise(kept.after, paidIn), binding: [limit] };
}

/** Whether a plan for the mix that is held helps by the tariff's own check and keeps the promise. */
function isBetterAndKept(context: TariffContext, before: ContractInput, plan: PortfolioPlan): boolean {
  if (plan.binding.length > 0 || plan.orders.length === 0) return false;
  if (guaranteeLimit(context, before, plan.after)) return false;
  const [was, is] = [knownCheck(context, before), knownCheck(context, plan.after)];
  return is.score >= was.score && addedFindings(was, is).length === 0;
}

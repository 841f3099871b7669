import type { ContractInput } from '../check/contract-input.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { euros } from '../planning/euro-text.ts';
import { type BindingLimit, type PlanRequest, toCents } from '../planning/plan-input.ts';
import { type PortfolioPlan, unchanged } from '../planning/plan-portfolio.ts';
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
    const held = quantity * (price ?? 0);
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

/** A plan that keeps what is promised for the end: one that does not is none, and its limit says why. */
export function keptPlan(context: TariffContext, request: PlanRequest, plan: PortfolioPlan): PortfolioPlan {
  const { contract } = request;
  if (!contract.guarantee) return plan;
  const paidIn = request.paidIn ?? request.addedCash;
  const after = withPromise(plan.after, paidIn);
  const limit = plan.binding.length === 0 ? guaranteeLimit(context, contract, after) : null;
  if (!limit) return { ...plan, after };
  const kept = unchanged(request);
  return { ...kept, after: withPromise(kept.after, paidIn), binding: [limit] };
}

import { inOrder } from '../check/contract-order.ts';
import { EngineError } from '../engine-error.ts';
import { knownCheck } from '../planning/known-checks.ts';
import { defaultOrderRules, type PlanRequest, type TradedFund } from '../planning/plan-input.ts';
import { type AdviceCheck, classOf, contextOf } from './advice-check.ts';
import type { AdviceFund, AdviceInput, PlanChoices } from './advice-input.ts';

/** Euros: an order of less is none that anybody gives, unless it sells the whole of a fund. */
const leastOrder = 1;

/** Euros of `cashAmount` that are invested after the entry fee, and the fee; both exact cents. */
export function investedCash(input: AdviceInput, choices: PlanChoices) {
  const cents = Math.round((choices.cashAmount ?? 0) * 100);
  const fee = Math.round(cents * input.costs.entryFee);
  return { invested: (cents - fee) / 100, entryFee: fee / 100 };
}

/** What of funds is the same for every contract that may hold them. */
interface SharedFunds {
  readonly byIsin: ReadonlyMap<string, AdviceFund>;
  /** Each at its own price; without price it is not there. */
  readonly traded: ReadonlyMap<string, TradedFund>;
}

const shared = new WeakMap<readonly AdviceFund[], SharedFunds>();

/** Made once for all contracts of the same list. */
function sharedFunds({ funds }: AdviceInput): SharedFunds {
  let known = shared.get(funds);
  if (!known) {
    const traded = funds.flatMap((fund) => {
      const one = tradedAt(fund, fund.price);
      return one ? [[fund.isin, one] as const] : [];
    });
    known = { byIsin: new Map(funds.map((fund) => [fund.isin, fund])), traded: new Map(traded) };
    shared.set(funds, known);
  }
  return known;
}

const tradedAt = (
  { isin, unitDecimals, minimumOrder, savingsMinimum }: AdviceFund,
  price: number | null,
): TradedFund | null =>
  price !== null && price > 0 ? { isin, price, unitDecimals, minimumOrder, savingsMinimum } : null;

/** Newest price of each fund that may be traded: a holding's own, otherwise the fund's. */
function tradedFunds(input: AdviceInput): ReadonlyMap<string, TradedFund> {
  const { byIsin, traded } = sharedFunds(input);
  // Most holdings are valued at the fund's own newest price: then the list of all contracts is this one's.
  let own: Map<string, TradedFund> | null = null;
  for (const { isin, price } of input.contract.positions) {
    const fund = byIsin.get(isin);
    if (!fund || price === null || price === fund.price) continue;
    own ??= new Map(traded);
    const one = tradedAt(fund, price);
    if (one) own.set(isin, one);
    else own.delete(isin);
  }
  return own ?? traded;
}

/** The input with a contract that lists each fund once, as it is checked and planned: what is described and asked of a plan compares the same. */
export function withFundsOnce(input: AdviceInput): AdviceInput {
  const contract = inOrder(input.contract);
  return contract === input.contract ? input : { ...input, contract };
}

/**
 * What the planner is asked for, and in which context, for the choices of an adviser.
 *
 * @throws EngineError INPUT_INVALID if contract or choices name no class of the tariff
 */
export function adviceRequest(input: AdviceInput, choices: PlanChoices) {
  const { tariff, contract, esg, restrictions, client, funds } = input;
  const riskClass = classOf(tariff, choices.riskClassId ?? input.riskClassId);
  const context = riskClass && contextOf(tariff, funds, riskClass, { esg, restrictions, client });
  if (!context || !riskClass)
    throw new EngineError('INPUT_INVALID', 'the tariff has no such risk class', 'riskClassId');
  const isins = (ids: readonly number[] = []) =>
    ids.flatMap((id) => funds.find(({ fundId }) => fundId === id)?.isin ?? []);
  const request: PlanRequest = {
    contract,
    traded: tradedFunds(input),
    rules: { ...defaultOrderRules, minimumOrder: leastOrder, planFee: input.costs.switchFee },
    portfolioLimits: tariff.portfolioLimits,
    savingsLimits: tariff.savingsPlanLimits,
    savingsMode: tariff.savingsMode,
    savingsUnits: tariff.savingsUnits,
    locked: new Set([...input.lockedIsins, ...isins(choices.lockedFundIds)]),
    excluded: new Set(isins(choices.excludedFundIds)),
    costCap: tariff.costCap,
    addedCash: investedCash(input, choices).invested,
    paidIn: choices.cashAmount ?? 0,
  };
  // As `checkAdvice` does; what the planner has checked is not checked again.
  const check = (changed: typeof contract): AdviceCheck => ({
    ...knownCheck(context, changed),
    riskClass,
    band: context.band,
  });
  return { context, request, riskClass, check };
}

/** Funds by ISIN. */
export const fundsByIsin = (input: AdviceInput): ReadonlyMap<string, AdviceFund> => sharedFunds(input).byIsin;

/** A sentence with the names of funds instead of their numbers. */
export function withFundNames(text: string, funds: ReadonlyMap<string, AdviceFund>): string {
  return text.replace(/\b[A-Z]{2}[A-Z0-9]{9}\d\b/g, (isin) => funds.get(isin)?.name ?? isin);
}

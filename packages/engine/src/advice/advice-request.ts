import { EngineError } from '../engine-error.ts';
import { defaultOrderRules, type PlanRequest, type TradedFund } from '../planning/plan-input.ts';
import { checkAdvice, classOf, contextOf } from './advice-check.ts';
import type { AdviceFund, AdviceInput, PlanChoices } from './advice-input.ts';

/** Euros of `cashAmount` that are invested after the entry fee, and the fee; both exact cents. */
export function investedCash(input: AdviceInput, choices: PlanChoices) {
  const cents = Math.round((choices.cashAmount ?? 0) * 100);
  const fee = Math.round(cents * input.costs.entryFee);
  return { invested: (cents - fee) / 100, entryFee: fee / 100 };
}

/** Newest price of each fund that may be traded: a holding's own, otherwise the fund's. */
function tradedFunds(input: AdviceInput): Map<string, TradedFund> {
  const held = new Map(input.contract.positions.map(({ isin, price }) => [isin, price]));
  const traded = new Map<string, TradedFund>();
  for (const { isin, price, unitDecimals, minimumOrder, savingsMinimum } of input.funds) {
    const newest = held.get(isin) ?? price;
    if (newest !== null && newest > 0)
      traded.set(isin, { isin, price: newest, unitDecimals, minimumOrder, savingsMinimum });
  }
  return traded;
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
  const isinOf = new Map(funds.map(({ fundId, isin }) => [fundId, isin]));
  const isins = (ids: readonly number[] = []) => ids.flatMap((id) => isinOf.get(id) ?? []);
  const request: PlanRequest = {
    contract,
    traded: tradedFunds(input),
    rules: { ...defaultOrderRules, planFee: input.costs.switchFee },
    portfolioLimits: tariff.portfolioLimits,
    savingsLimits: tariff.savingsPlanLimits,
    savingsMode: tariff.savingsMode,
    savingsUnits: tariff.savingsUnits,
    locked: new Set([...input.lockedIsins, ...isins(choices.lockedFundIds)]),
    excluded: new Set(isins(choices.excludedFundIds)),
    addedCash: investedCash(input, choices).invested,
    paidIn: choices.cashAmount ?? 0,
  };
  const check = (changed: typeof contract) => {
    const result = checkAdvice(tariff, funds, {
      riskClassId: riskClass.riskClassId,
      esg,
      restrictions,
      client,
      contract: changed,
    });
    // The class was found above, so the check finds it as well.
    if (!result) throw new EngineError('INPUT_INVALID', 'the tariff has no risk class', 'riskClassId');
    return result;
  };
  return { context, request, riskClass, check };
}

/** Funds by ISIN. */
export const fundsByIsin = (input: AdviceInput): ReadonlyMap<string, AdviceFund> =>
  new Map(input.funds.map((fund) => [fund.isin, fund]));

/** A sentence with the names of funds instead of their numbers. */
export function withFundNames(text: string, funds: ReadonlyMap<string, AdviceFund>): string {
  return text.replace(/\b[A-Z]{2}[A-Z0-9]{9}\d\b/g, (isin) => funds.get(isin)?.name ?? isin);
}

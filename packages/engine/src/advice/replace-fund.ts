import { valueOfTicks } from '../planning/holdings.ts';
import { feeOf, planFeeOf } from '../planning/plan-input.ts';
import type { AdviceFund, AdviceInput } from './advice-input.ts';
import { adviceRequest } from './advice-request.ts';
import type { PlanDescription } from './describe-plan.ts';
import { editAdvice, type PlanEdit } from './edit-advice.ts';

/** What replacing a fund comes to: nothing held of it, orders, or sentences that say why it cannot be done. */
export type FundReplacement =
  | { readonly kind: 'notHeld' }
  | { readonly kind: 'refused'; readonly reasons: readonly string[] }
  | { readonly kind: 'planned'; readonly plan: PlanDescription };

/**
 * Sells all of one fund, buys another for what that yields after fees, and lets the savings plan pay into it instead; nothing
 * else is touched. What the tariff, the client's preferences or the profile forbid refuses it: many contracts are planned so at
 * once, and nobody looks at each before.
 *
 * @throws EngineError INPUT_INVALID if the contract names no class of its tariff
 */
export function replaceFund(input: AdviceInput, fromFundId: number, toFundId: number): FundReplacement {
  const [from, to] = [fromFundId, toFundId].map((id) => input.funds.find(({ fundId }) => fundId === id));
  if (!from || fromFundId === toFundId) return { kind: 'notHeld' };
  const quantity = heldUnits(input, from);
  const savingsPlan = movedShares(input, from, to);
  if (quantity === 0 && savingsPlan === null) return { kind: 'notHeld' };
  if (!to)
    return {
      kind: 'refused',
      reasons: ['Der neue Fonds gehört nicht zu den Fonds, die der Tarif des Vertrags zulässt.'],
    };
  const orders = quantity === 0 ? [] : switchOrders(input, from, to, quantity);
  const edited = editAdvice(input, {}, { orders, savingsPlan });
  if (edited.plan === null) {
    // Money is missing only because the sale is refused.
    const causes = edited.reasons.filter(({ limit }) => limit !== 'cash');
    return {
      kind: 'refused',
      reasons: (causes.length > 0 ? causes : edited.reasons).map(({ text }) => text),
    };
  }
  const blocked = edited.plan.checks.filter(({ result }) => result === 'blocked');
  return blocked.length > 0
    ? { kind: 'refused', reasons: blocked.map(({ text }) => text) }
    : { kind: 'planned', plan: edited.plan };
}

/** Units held that can be traded; what lies below the smallest unit goes with the last sale. */
function heldUnits({ contract }: AdviceInput, { isin, unitDecimals }: AdviceFund): number {
  const unit = 10 ** unitDecimals;
  const held = contract.positions.reduce(
    (sum, position) => sum + (position.isin === isin ? position.quantity : 0),
    0,
  );
  return Math.floor(held * unit + 1e-6) / unit;
}

function switchOrders(
  input: AdviceInput,
  from: AdviceFund,
  to: AdviceFund,
  quantity: number,
): PlanEdit['orders'] {
  const { rules, traded } = { ...adviceRequest(input, {}).request };
  const price = traded.get(from.isin)?.price ?? 0;
  const proceeds = valueOfTicks(Math.round(quantity * 10 ** from.unitDecimals), price, from.unitDecimals);
  const left = proceeds - feeOf(rules.fee, proceeds) - planFeeOf(rules, [{ action: 'sell' }]);
  const amount = Math.max(0, left - feeOf(rules.fee, left)) / 100;
  const reason = `${from.name} wird durch ${to.name} ersetzt.`;
  const other = { reason, hints: [] };
  return [
    { action: 'sell', isin: from.isin, quantity, amount: null, switchWith: to.isin, ...other },
    { action: 'buy', isin: to.isin, quantity: null, amount, switchWith: from.isin, ...other },
  ];
}

/** The savings plan with the shares of one fund added to those of the other; null where it does not save the fund. */
function movedShares(
  { contract }: AdviceInput,
  from: AdviceFund,
  to: AdviceFund | undefined,
): PlanEdit['savingsPlan'] {
  const entries = contract.savingsPlan?.entries ?? [];
  const moved = entries.filter(({ isin }) => isin === from.isin);
  if (moved.length === 0) return null;
  const target = to?.isin ?? from.isin;
  const percents = new Map(
    entries.filter(({ isin }) => isin !== from.isin).map(({ isin, percent }) => [isin, percent]),
  );
  for (const { percent } of moved) percents.set(target, (percents.get(target) ?? 0) + percent);
  return [...percents].map(([isin, percent]) => ({ isin, fraction: Math.round(percent * 1e4) / 1e6 }));
}

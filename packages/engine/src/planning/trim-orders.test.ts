import { describe, expect, it } from 'vitest';
import { checkContract } from '../check/check-contract.ts';
import { prepareTariff } from '../check/tariff-context.ts';
import { adviceCase, adviceProfiles } from '../fixtures/advice-case.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { addedFindings, compareAims } from './judge-plan.ts';
import { breaksLimits, planWithRetry } from './plan-portfolio.ts';
import { trimOrders } from './trim-orders.ts';

/** Ways to the target: plans with more in their orders than any finding asks for. */
const plans = adviceProfiles
  .flatMap((profile) =>
    Array.from({ length: 60 }, (_, k) => {
      const { tariff, request } = adviceCase(randomSource(k + 1), profile);
      const context = prepareTariff(tariff);
      const plan = planWithRetry(context, request);
      const before = checkContract(context, request.contract);
      const after = checkContract(context, plan.after);
      const less = trimOrders(context, request, plan, before, after);
      const check = checkContract(context, less.after);
      return { name: `${profile} ${k + 1}`, context, request, plan, before, after, less, check };
    }),
  )
  .filter(({ plan }) => plan.binding.length === 0);

const broken = (rule: (each: (typeof plans)[number]) => boolean) =>
  plans.filter((each) => !rule(each)).map(({ name }) => name);

/** All parts but the savings plan, which is not traded. */
const partsOf = ({ parts }: (typeof plans)[number]['before']) => [
  parts.risk,
  parts.allocation,
  parts.quality,
  parts.costs,
];

const turnoverOf = ({ orders }: (typeof plans)[number]['plan']) =>
  orders.reduce((sum, { amount, fee }) => sum + amount + fee, 0);

describe('orders that nothing needs', () => {
  it('are taken back: less is turned over in many plans, more in none', () => {
    expect(broken(({ plan, less }) => turnoverOf(less) <= turnoverOf(plan) + less.orders.length)).toEqual([]);
    const trimmed = plans.filter(({ plan, less }) => turnoverOf(less) < 0.95 * turnoverOf(plan));
    expect(trimmed.length).toBeGreaterThan(plans.length / 3);
  });

  it('are gone without a finding more, and with no part of the score that falls beside those of the plan', () => {
    expect(broken(({ after, check }) => addedFindings(after, check).length === 0)).toEqual([]);
    expect(broken(({ after, check }) => compareAims(check, after) <= 0)).toEqual([]);
    expect(
      broken(({ before, after, check }) =>
        partsOf(check).every((part, k) => {
          const least = Math.min((partsOf(before)[k] ?? 0) - 0.5, partsOf(after)[k] ?? 0);
          return part >= least - 0.1;
        }),
      ),
    ).toEqual([]);
  });

  it('leave cash balanced to the cent, nothing below zero, and no order that is too small', () => {
    expect(
      broken(({ request, less }) => {
        const paid = less.orders.reduce(
          (sum, { action, amount, fee }) => sum + (action === 'buy' ? amount : -amount) + fee,
          0,
        );
        const hasSales = less.orders.some(({ action }) => action === 'sell');
        const planFee = hasSales ? Math.round(100 * (request.rules.planFee ?? 0)) : 0;
        const cash = Math.round(100 * request.contract.cash) + Math.round(100 * request.addedCash);
        return less.cashAfter === cash - paid - planFee && less.cashAfter >= 0;
      }),
    ).toEqual([]);
    expect(broken(({ less }) => less.after.positions.every(({ quantity }) => quantity > 0))).toEqual([]);
    expect(
      broken(({ less }) =>
        less.orders.every(({ isin, amount, isFullSale }) => {
          const holding = less.holdings.find((one) => one.isin === isin);
          return isFullSale || amount >= (holding?.minimumOrder ?? 0);
        }),
      ),
    ).toEqual([]);
  });

  it('stay where a limit of the tariff needs them, and wholly where the turnover is limited', () => {
    expect(
      broken(({ request, plan, less }) => breaksLimits(request, plan) || !breaksLimits(request, less)),
    ).toEqual([]);
    expect(
      broken(({ context, request, plan, before, after }) => {
        const limited = { ...request, rules: { ...request.rules, maximumTurnover: 0.5 } };
        return trimOrders(context, limited, plan, before, after) === plan;
      }),
    ).toEqual([]);
  });
});

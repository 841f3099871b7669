import { expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { type AdviceCase, type AdviceProfile, adviceCase } from '../fixtures/advice-case.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { planOptimization } from './plan-optimization.ts';

/** The same contract with every amount so many times as large; no fund costs so much less than another that a switch pays. */
function scaled({ tariff, request }: AdviceCase, factor: number, switchSaving: number): AdviceCase {
  const euros = (amount: number) => Number((amount * factor).toPrecision(12));
  const { contract, rules, traded } = request;
  return {
    tariff: { ...tariff, rules: { ...tariff.rules, switchSaving } },
    request: {
      ...request,
      contract: {
        ...contract,
        cash: euros(contract.cash),
        cashReserve: euros(contract.cashReserve),
        positions: contract.positions.map((position) => ({
          ...position,
          price: position.price === null ? null : euros(position.price),
        })),
        savingsPlan: contract.savingsPlan && {
          ...contract.savingsPlan,
          rate: euros(contract.savingsPlan.rate),
        },
      },
      traded: new Map(
        [...traded].map(([isin, fund]) => [
          isin,
          {
            ...fund,
            price: euros(fund.price),
            minimumOrder: euros(fund.minimumOrder),
            savingsMinimum: euros(fund.savingsMinimum),
          },
        ]),
      ),
      rules: {
        ...rules,
        minimumOrder: euros(rules.minimumOrder),
        fee: {
          ...rules.fee,
          fixed: euros(rules.fee.fixed),
          cap: rules.fee.cap === null ? null : euros(rules.fee.cap),
        },
        planFee: euros(rules.planFee ?? 0),
      },
      addedCash: euros(request.addedCash),
    },
  };
}

const ordersOf = ({ tariff, request }: AdviceCase) =>
  planOptimization(prepareTariff(tariff), request, false).map(({ mode, orders }) => ({
    mode,
    orders: orders.map(({ isin, action }) => `${action} ${isin}`).toSorted(),
  }));

// With ten times the money a switch saves the euro a year that it must: that is all that tells these plans apart.
it.each([
  ['wild', 88],
  ['small', 18],
  ['small', 84],
] as const satisfies (readonly [AdviceProfile, number])[])(
  'trades the same funds with ten times the money, but for switches that then save a euro a year: %s %i',
  (profile, seed) => {
    const own = adviceCase(randomSource(seed), profile);
    const { switchSaving } = own.tariff.rules;
    expect(ordersOf(scaled(own, 10, switchSaving))).not.toEqual(ordersOf(scaled(own, 1, switchSaving)));
    expect(ordersOf(scaled(own, 10, 1))).toEqual(ordersOf(scaled(own, 1, 1)));
  },
);

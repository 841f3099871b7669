import { describe, expect, it } from 'vitest';
import { anInput, isins } from '../fixtures/advice-input-fixture.ts';
import { position } from '../fixtures/check-fixture.ts';
import { noLimits } from '../planning/plan-input.ts';
import { planAdvice } from './plan-advice.ts';

/** A contract of one fund, of a tariff that neither takes fees for switches nor has limits, nor any fund a smallest order. */
function contractOf(value: number) {
  const noMinimum = { minimumOrder: 0, unitDecimals: 4 };
  const input = anInput({}, [noMinimum, noMinimum, noMinimum, noMinimum]);
  return {
    ...input,
    contract: { ...input.contract, positions: [position(isins[2], value)], savingsPlan: null },
    costs: { ...input.costs, switchFee: 0 },
    tariff: { ...input.tariff, portfolioLimits: noLimits, savingsPlanLimits: noLimits },
  };
}

const ordersOf = (value: number) =>
  planAdvice(contractOf(value), {}).flatMap(({ mode, transactions }) =>
    mode === 'necessary' || mode === 'full' ? transactions : [],
  );

describe('a contract of next to nothing', () => {
  it.each([0.03, 0.5, 1, 3])('gets no order of cents: %d euros', (value) => {
    const small = ordersOf(value).filter(({ amount, fractionAfter }) => amount < 1 && fractionAfter > 0);
    expect(small).toEqual([]);
  });

  it('is switched as any other where its orders are of a euro and more', () => {
    expect(ordersOf(30).length).toBeGreaterThan(1);
  });
});

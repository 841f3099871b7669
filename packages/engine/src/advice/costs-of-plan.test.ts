import { expect, it } from 'vitest';
import { anInput, orderByHand as order } from '../fixtures/advice-input-fixture.ts';
import { inCents } from '../rounding/in-cents.ts';
import { editAdvice } from './edit-advice.ts';
import { planAdvice } from './plan-advice.ts';
import type { PlanFigures } from './plan-figures.ts';

it('costs a year what every other page says, and the return loses what lies between the rates shown', () => {
  const fees = [0.01337, 0.01241, 0.00593];
  // Prices at which no holding is worth whole cents.
  const own = anInput(
    {},
    fees.map((ter) => ({ ter })),
  );
  const positions = own.contract.positions.map((held, k) => ({
    ...held,
    quantity: 100.1 + k,
    price: 33.335,
  }));
  const input = { ...own, contract: { ...own.contract, positions } };
  const orders = [order('sell', 2, 40.5), order('buy', 3, null, 1300)];
  const { plan } = editAdvice(input, {}, { orders, savingsPlan: null });
  const held = fees.map((ongoingFee, k) => ({ value: inCents((100.1 + k) * 33.335), ongoingFee }));
  const total = inCents(held.reduce((sum, { value }) => sum + value, 0));
  expect(plan?.before.totalValue).toBe(total);
  expect(inCents(positions.reduce((sum, { quantity, price }) => sum + quantity * price, 0))).not.toBe(total);
  // As `yearlyCosts` counts for all other pages: fees of funds rounded once, those of the contract beside them.
  const funds = inCents(held.reduce((sum, { value, ongoingFee }) => sum + value * ongoingFee, 0));
  const { contractFeeYearly, contractFeePercent, rebate } = input.costs;
  const costs = inCents(funds + inCents(contractFeeYearly) + inCents(total * (contractFeePercent - rebate)));
  expect(plan?.before.costs).toMatchObject({
    perYearEuro: costs,
    perYearPercent: Math.round((costs / total) * 10_000) / 100,
    fundsPerYearEuro: funds,
  });
  const shown = (side?: PlanFigures) => Math.round((side?.costs.perYearPercent ?? 0) * 100);
  expect(plan?.costs.returnEffect).toBe((shown(plan?.before) - shown(plan?.after)) / 100);
  expect(plan?.costs.returnEffect).not.toBe(0);
});

it('costs no less for debts, and is no part of them', () => {
  const input = anInput({}, []);
  const { contract } = input;
  const costsOf = (cash: number) =>
    planAdvice({ ...input, contract: { ...contract, cash } }, {})[0]?.before.costs;
  const worth = contract.positions.reduce((sum, { quantity, price }) => sum + quantity * (price ?? 0), 0);
  const fixed = inCents(input.costs.contractFeeYearly);
  for (const cash of [-worth, -2 * worth]) {
    const costs = costsOf(cash);
    expect(costs?.perYearPercent).toBe(0);
    expect(costs?.perYearEuro).toBe(inCents((costs?.fundsPerYearEuro ?? 0) + fixed));
  }
  expect(costsOf(0)?.perYearPercent).toBeGreaterThan(0);
});

it('takes the fee in percent of all of the contract, as every other page, and starts from its whole value', () => {
  const input = anInput({}, []);
  const costs = { ...input.costs, contractFeeYearly: 30, contractFeePercent: 0.004, rebate: 0.001 };
  const sides = (besideFunds?: number) => {
    const own = { ...input, costs: { ...costs, ...(besideFunds !== undefined && { besideFunds }) } };
    return planAdvice(own, {})[0];
  };
  const [funds, all] = [sides(), sides(7384.93)];
  for (const side of ['before', 'after'] as const) {
    const [alone, whole] = [funds?.[side], all?.[side]];
    const fundCosts = whole?.costs.fundsPerYearEuro ?? 0;
    expect(fundCosts).toBe(alone?.costs.fundsPerYearEuro);
    expect(whole?.totalValue).toBe(inCents((alone?.totalValue ?? 0) + 7384.93));
    // 30 euros and 0.3 % of all; the funds' own costs are those of the funds.
    const total = inCents(fundCosts + 30 + inCents(0.003 * (whole?.totalValue ?? 0)));
    expect(whole?.costs.perYearEuro).toBe(total);
    expect(whole?.costs.perYearPercent).toBe(Math.round((total / (whole?.totalValue ?? 1)) * 10_000) / 100);
    // What is held and aimed at is measured on the funds alone.
    expect(whole?.peerGroups).toEqual(alone?.peerGroups);
    expect(whole?.risk).toEqual(alone?.risk);
  }
});

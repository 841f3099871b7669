import { expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { aContract, aTariff, fund, position } from '../fixtures/check-fixture.ts';
import { aRequest, traded } from '../fixtures/plan-fixture.ts';
import { begunInHeld } from './begun-in-held.ts';
import { noLimits, type PlanLimits } from './plan-input.ts';
import { unchanged } from './plan-portfolio.ts';
import { savedChoice } from './saved-funds.ts';

const tariff = aTariff(
  [
    fund('CASH', 'bills'),
    fund('BOND', 'bonds'),
    fund('NEXT', 'bonds'),
    fund('THIRD', 'bonds'),
    fund('CHEAP', 'bonds', { ter: 0.001 }),
    fund('EQTY', 'equity', { equityQuota: 1 }),
  ],
  { shortlists: [['CASH'], ['BOND', 'NEXT', 'THIRD', 'CHEAP'], ['EQTY']] },
);
const context = prepareTariff(tariff);
const isins = ['CASH', 'BOND', 'NEXT', 'THIRD', 'CHEAP', 'EQTY'];

/** Shares of a plan of 100 euros a month, where these funds are held and none is saved into yet. */
function begun(
  held: readonly string[],
  shares: Readonly<Record<string, number>>,
  limits: Partial<PlanLimits> = {},
  saved: readonly string[] = [],
) {
  const entries = Object.entries(shares).map(([isin, percent]) => ({ isin, percent }));
  const contract = aContract(
    held.map((isin) => position(isin, 1000)),
    { savingsPlan: { rate: 100, entries: [{ isin: 'CASH', percent: 100 }] } },
  );
  const request = aRequest(
    contract,
    isins.map((isin) => traded(isin, { savingsMinimum: 10 })),
    { savingsLimits: { ...noLimits, ...limits } },
  );
  const choice = savedChoice(context, request, unchanged(request), new Set());
  const plan = begunInHeld(context, request, choice, new Set(['CASH', ...saved]), { rate: 100, entries });
  return Object.fromEntries(plan.entries.map(({ isin, percent }) => [isin, percent]));
}

it('begins in the fund of a group that is held, in place of another or together with its own part', () => {
  expect(begun(['BOND'], { CASH: 60, NEXT: 40 })).toEqual({ BOND: 40, CASH: 60 });
  expect(begun(['BOND'], { BOND: 20, CASH: 60, NEXT: 20 })).toEqual({ BOND: 40, CASH: 60 });
  // One that has no part yet goes before one that has.
  expect(begun(['BOND', 'THIRD'], { BOND: 20, CASH: 60, NEXT: 20 })).toEqual({
    BOND: 20,
    CASH: 60,
    THIRD: 20,
  });
  // A part below every minimum is no part of its own.
  expect(begun(['BOND', 'THIRD'], { BOND: 35, CASH: 60, NEXT: 5 })).toEqual({ BOND: 40, CASH: 60 });
});

it('leaves what is saved into, what is held and what is clearly cheaper', () => {
  const shares = { BOND: 20, CASH: 60, NEXT: 20 };
  expect(begun(['BOND'], shares, {}, ['NEXT'])).toEqual(shares);
  expect(begun(['BOND', 'NEXT'], shares)).toEqual(shares);
  expect(begun([], shares)).toEqual(shares);
  expect(begun(['EQTY'], shares)).toEqual(shares);
  expect(begun(['BOND'], { BOND: 20, CASH: 60, CHEAP: 20 })).toEqual({ BOND: 20, CASH: 60, CHEAP: 20 });
});

it('breaks no limit on number, share and value of what is saved into', () => {
  const shares = { BOND: 20, CASH: 60, NEXT: 20 };
  const merged = { BOND: 40, CASH: 60 };
  expect(begun(['BOND'], shares, { count: { min: 3, max: null } })).toEqual(shares);
  expect(begun(['BOND'], shares, { count: { min: 2, max: null } })).toEqual(merged);
  expect(begun(['BOND'], shares, { share: { min: null, max: 0.39 } })).toEqual(shares);
  expect(begun(['BOND'], shares, { share: { min: null, max: 0.4 } })).toEqual(merged);
  expect(begun(['BOND'], shares, { value: { min: null, max: 39 } })).toEqual(shares);
  expect(begun(['BOND'], shares, { value: { min: null, max: 40 } })).toEqual(merged);
});

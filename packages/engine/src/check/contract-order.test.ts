import { describe, expect, it } from 'vitest';
import { adviceCase, adviceProfiles } from '../fixtures/advice-case.ts';
import { aContract, position } from '../fixtures/check-fixture.ts';
import { randomSource } from '../fixtures/random-source.ts';
import type { PlanRequest } from '../planning/plan-input.ts';
import { planOptimization } from '../planning/plan-optimization.ts';
import { checkContract } from './check-contract.ts';
import type { ContractInput, Position } from './contract-input.ts';
import { inOrder } from './contract-order.ts';
import { prepareTariff } from './tariff-context.ts';

describe('a fund that is listed several times', () => {
  it('is one position at the newest price, and one entry of the savings plan', () => {
    const lot = (isin: string, rest: Partial<Position>): Position => ({ ...position(isin, 0), ...rest });
    const contract = aContract(
      [
        lot('BOND', { quantity: 2, price: 10, priceDay: 5, costValue: 15 }),
        lot('CASH', { quantity: 7, price: 1, priceDay: 5, costValue: 3 }),
        lot('BOND', { quantity: 3, price: 11, priceDay: 6, costValue: 30 }),
      ],
      {
        savingsPlan: {
          rate: 100,
          entries: [
            { isin: 'CASH', percent: 30 },
            { isin: 'BOND', percent: 40 },
            { isin: 'CASH', percent: 30 },
          ],
        },
      },
    );
    const { positions, savingsPlan } = inOrder(contract);
    expect(positions).toEqual([
      { isin: 'BOND', quantity: 5, price: 11, priceDay: 6, costValue: 45 },
      { isin: 'CASH', quantity: 7, price: 1, priceDay: 5, costValue: 3 },
    ]);
    expect(savingsPlan?.entries).toEqual([
      { isin: 'BOND', percent: 40 },
      { isin: 'CASH', percent: 60 },
    ]);
  });

  it('has the price that one of them has, the higher of a day, in any order; costs are known where all are', () => {
    const lots: Position[] = [
      { isin: 'BOND', quantity: 1, price: null, priceDay: 9, costValue: 1 },
      { isin: 'BOND', quantity: 1, price: 10, priceDay: 7, costValue: null },
      { isin: 'BOND', quantity: 1, price: 12, priceDay: 7, costValue: 1 },
      { isin: 'BOND', quantity: 1, price: 99, priceDay: 6, costValue: 1 },
    ];
    const joined = [{ isin: 'BOND', quantity: 4, price: 12, priceDay: 7, costValue: null }];
    expect(inOrder(aContract(lots)).positions).toEqual(joined);
    expect(inOrder(aContract(lots.toReversed())).positions).toEqual(joined);
  });

  it('is checked and planned as one: no cluster is hidden and no finding doubled', () => {
    for (const profile of adviceProfiles)
      for (let seed = 1; seed <= 12; seed++) {
        const { tariff, request } = adviceCase(randomSource(seed), profile);
        const context = prepareTariff(tariff);
        const split = inLots(request);
        expect(checkContract(context, split)).toEqual(checkContract(context, request.contract));
        const proposals = planOptimization(context, { ...request, contract: split });
        expect(proposals).toEqual(planOptimization(context, request));
      }
  });
});

it('is the contract itself where it is in order, and sorts funds and savings plan by themselves', () => {
  const positions = ['A', 'B', 'C'].map((isin) => position(isin, 10));
  const saving = (...isins: string[]) => ({
    savingsPlan: { rate: 9, entries: isins.map((isin) => ({ isin, percent: 1 })) },
  });
  for (const rest of [{}, saving('A', 'B')]) {
    const contract = aContract(positions, rest);
    expect(inOrder(contract)).toBe(contract);
  }
  const turned = inOrder(aContract(positions, saving('C', 'A', 'B')));
  expect(turned.savingsPlan?.entries.map(({ isin }) => isin)).toEqual(['A', 'B', 'C']);
  expect(turned.positions).toBe(positions);
  expect(inOrder(aContract(positions.toReversed())).positions).toEqual(positions);
});

/** Every position as two: one whole or allowed unit, and the rest. */
function inLots({ contract }: PlanRequest): ContractInput {
  const positions = contract.positions.flatMap((whole) => {
    const first = Math.floor(whole.quantity / 2);
    const cost = whole.costValue === null ? null : Math.floor(whole.costValue / 2);
    const rest = whole.costValue === null || cost === null ? null : whole.costValue - cost;
    return [
      { ...whole, quantity: first, costValue: cost },
      { ...whole, quantity: whole.quantity - first, costValue: rest },
    ];
  });
  return { ...contract, positions };
}

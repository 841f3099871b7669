import { describe, expect, it } from 'vitest';
import { checkContract } from '../check/check-contract.ts';
import type { ContractInput, Position, SavingsPlan } from '../check/contract-input.ts';
import { prepareTariff } from '../check/tariff-context.ts';
import { adviceCase, adviceProfiles } from '../fixtures/advice-case.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { isSameContract, knownCheck } from './known-checks.ts';
import { planOptimization } from './plan-optimization.ts';

const position: Position = { isin: 'DE01', quantity: 10, price: 20, priceDay: 5, costValue: 150 };
const savingsPlan: SavingsPlan = { rate: 100, entries: [{ isin: 'DE01', percent: 100 }] };
const contract: ContractInput = {
  day: 6,
  positions: [position],
  cash: 12,
  cashReserve: 3,
  savingsPlan,
};

describe('checks remembered while a contract is planned', () => {
  it('takes contracts for the same only if nothing of them differs', () => {
    expect(isSameContract(contract, structuredClone(contract))).toBe(true);
    const other = (value: unknown) =>
      typeof value === 'number' ? value + 1 : typeof value === 'string' ? `${value}x` : null;
    // Every field there is: a new one fails to compile above and is asked for here.
    const changed: ContractInput[] = [
      ...Object.entries(contract).flatMap(([key, value]) =>
        Array.isArray(value) ? [] : [{ ...contract, [key]: other(value) }],
      ),
      ...Object.entries(position).map(([key, value]) => ({
        ...contract,
        positions: [{ ...position, [key]: other(value) }],
      })),
      { ...contract, positions: [] },
      { ...contract, positions: [position, position] },
      { ...contract, savingsPlan: { ...savingsPlan, rate: 101 } },
      { ...contract, savingsPlan: { ...savingsPlan, entries: [] } },
      { ...contract, savingsPlan: { rate: 100, entries: [{ isin: 'DE01', percent: 99 }] } },
      { ...contract, savingsPlan: { rate: 100, entries: [{ isin: 'DE02', percent: 100 }] } },
    ];
    expect(changed).toHaveLength(4 + 5 + 6);
    for (const one of changed) {
      expect(isSameContract(contract, one)).toBe(false);
      expect(isSameContract(one, contract)).toBe(false);
    }
  });

  it('answers what a check answers, in every context its own, however many contracts come between', () => {
    const cases = adviceProfiles.map((profile) => adviceCase(randomSource(3), profile));
    const contexts = cases.map(({ tariff }) => prepareTariff(tariff));
    for (let round = 0; round < 40; round++)
      for (const [k, context] of contexts.entries()) {
        const asked = { ...cases[k]!.request.contract, cash: (round * 7) % 13 };
        expect(knownCheck(context, asked)).toEqual(checkContract(context, asked));
      }
  });

  it('leaves no trace of one contract in the plan of the next', () => {
    for (const profile of adviceProfiles) {
      const { tariff, request } = adviceCase(randomSource(11), profile);
      const shared = prepareTariff(tariff);
      for (const factor of [1, 0.5, 2, 1]) {
        const positions = request.contract.positions.map((held, k) => ({
          ...held,
          quantity: k === 0 ? Math.ceil(held.quantity * factor) : held.quantity,
        }));
        const own = { ...request, contract: { ...request.contract, positions } };
        expect(planOptimization(shared, own)).toEqual(planOptimization(prepareTariff(tariff), own));
      }
    }
  });
});

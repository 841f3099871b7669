import { describe, expect, it } from 'vitest';
import type { ContractInput } from '../check/contract-input.ts';
import after405 from '../fixtures/faults/after405.json' with { type: 'json' };
import cycle from '../fixtures/faults/cycle.json' with { type: 'json' };
import fraction from '../fixtures/faults/fraction.json' with { type: 'json' };
import idem4 from '../fixtures/faults/idem4.json' with { type: 'json' };
import idem4b from '../fixtures/faults/idem4b.json' with { type: 'json' };
import idem432 from '../fixtures/faults/idem432.json' with { type: 'json' };
import idem432b from '../fixtures/faults/idem432b.json' with { type: 'json' };
import type { Proposal } from '../planning/plan-optimization.ts';
import { runOperation } from './run-operation.ts';

const modes = ['necessary', 'full'] as const;

async function plan(input: object, mode: (typeof modes)[number]): Promise<Proposal> {
  const answer = (await runOperation('planOptimization', { ...input, mode })) as { proposals: Proposal[] };
  const [proposal] = answer.proposals;
  if (!proposal) throw new Error('no proposal');
  return proposal;
}

/** What a contract is worth with its cash, in euros. */
const worth = ({ positions, cash }: Pick<ContractInput, 'positions' | 'cash'>) =>
  positions.reduce((sum, { quantity, price }) => sum + quantity * (price ?? 0), cash);

describe('plans that were wrong once', () => {
  it.each([
    ['1.29 euros at a fee of 1 euro', idem4],
    ['its result', idem4b],
    ['12,429 euros sold and 12,379 bought inside the band', idem432],
    ['the result of that', idem432b],
  ])('propose nothing in a second run: %s', async (_, input) => {
    for (const mode of modes) {
      const first = await plan(input, mode);
      const second = await plan({ ...input, contract: first.contractAfter, addedCash: 0 }, mode);
      expect(second.orders).toEqual([]);
    }
  });

  it.each([
    ['after the first run of one', idem4b],
    ['after the first run of the other', idem432b],
  ])('have no orders where there were some: %s', async (_, input) => {
    for (const mode of modes) expect((await plan(input, mode)).orders).toEqual([]);
  });

  it('end where the choice of funds turns back and forth with what is held, and come to rest', async () => {
    for (const mode of modes) {
      const { contractAfter } = await plan(cycle, mode);
      expect((await plan({ ...cycle, contract: contractAfter }, mode)).orders).toEqual([]);
    }
  }, 60_000);

  it('keep every cent of a holding in fractions that its units do not allow', async () => {
    const { contract } = fraction as unknown as { contract: ContractInput };
    for (const mode of modes) {
      const { contractAfter, costs, orders } = await plan(fraction, mode);
      const held = contractAfter.positions.find(({ isin }) => isin === 'DE0000000004');
      expect(held?.quantity).toBe(0.75);
      expect(orders.find(({ isin }) => isin === 'DE0000000004')?.quantity).toBe(70);
      expect(worth(contractAfter)).toBeCloseTo(worth(contract) - costs.transaction, 6);
    }
  });

  it('say of the result what a check of it says', async () => {
    for (const mode of modes) {
      const { after, contractAfter } = await plan(after405, mode);
      const check = await runOperation('checkContract', { tariff: after405.tariff, contract: contractAfter });
      expect(check).toMatchObject({ score: after.score, parts: after.parts, hints: after.hints });
    }
  });
});

import { automaticAllocation } from '@depotwerk/engine/allocation/automatic-allocation';
import { marketFixture } from '@depotwerk/engine/fixtures/market-fixture';
import { randomSource } from '@depotwerk/engine/fixtures/random-source';
import { describe, expect, it } from 'vitest';
import { solveAllocation } from './allocation-solver.ts';

const large = (seed: number) => marketFixture(61, randomSource(seed));

describe('a large matrix', () => {
  it('comes out of its thread as the engine computes it, several at once', async () => {
    const inputs = [1, 2, 3].map(large);
    const answers = await Promise.all(inputs.map(solveAllocation));
    expect(answers).toEqual(inputs.map(automaticAllocation));
  });

  it('is refused with the words and figures of the engine', async () => {
    const input = { ...large(1), classes: [{ id: '4', target: 90, range: 1 }] };
    await expect(solveAllocation(input)).rejects.toMatchObject({
      name: 'EngineError',
      code: 'ALLOC_INFEASIBLE',
      path: 'classes.4',
      details: { riskClass: '4' },
    });
  });

  it('waits in a short queue only: who comes too many is told to come back', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 12 }, (_, k) => solveAllocation(large(k + 1))),
    );
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused).toHaveLength(4);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'common.unavailable' });
    await expect(solveAllocation(large(1))).resolves.toMatchObject({ failures: [] });
  });

  it('leaves the process free for others', async () => {
    const answer = solveAllocation(marketFixture(100, randomSource(7), 'RISK_PARITY'));
    // Within the time of a synchronous computation no timer would ever run.
    const ticks = { count: 0 };
    const timer = setInterval(() => (ticks.count += 1), 1);
    await answer;
    clearInterval(timer);
    expect(ticks.count).toBeGreaterThan(0);
  });
});

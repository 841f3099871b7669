import { describe, expect, it } from 'vitest';
import { randomCases } from '../fixtures/random-cases.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { noLimits } from './plan-input.ts';
import { reserveDecides, type SavingsProblem, savingsTarget } from './savings-plan.ts';

const minimums = [0, 10, 25, 50, 100];

/** Groups 0, 1 and 2 of three funds each: some of the target, all of the reserve. */
function problemOf(seed: number): SavingsProblem {
  const random = randomSource(seed);
  const isins = [0, 1, 2].flatMap((group) => [0, 1, 2].map((k) => `${group}${k}`));
  const minimum = new Map(isins.map((isin) => [isin, minimums[Math.floor(random() * minimums.length)]!]));
  const wanted = isins.filter(() => random() < 0.4);
  const weights = wanted.map(() => 0.1 + random());
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return {
    targets: new Map(wanted.map((isin, k) => [isin, weights[k]! / sum])),
    values: new Map(),
    rate: 25 + Math.floor(random() * 200),
    mode: 'TARGET',
    minimumOf: (isin) => minimum.get(isin) ?? 0,
    units: 100,
    limits: noLimits,
    reserve: isins,
    groupOf: (isin) => Number(isin[0]),
    saved: new Set(isins.filter(() => random() < 0.2)),
  };
}

describe('further funds of a savings plan', () => {
  it('make no difference where they are said to make none', () => {
    let [same, other] = [0, 0];
    for (let seed = 1; seed <= 20 * randomCases(25); seed++) {
      const problem = problemOf(seed);
      const without = savingsTarget({ ...problem, reserve: [] });
      const isOther = JSON.stringify(without) !== JSON.stringify(savingsTarget(problem));
      if (reserveDecides(problem)) other += Number(isOther);
      else same += Number(!isOther);
      expect(isOther && !reserveDecides(problem), `seed ${seed}`).toBe(false);
    }
    // Both happen, or nothing was asked.
    expect(same).toBeGreaterThan(0);
    expect(other).toBeGreaterThan(0);
  });

  it('decide under every limit of the tariff, and by a lower minimum rate in a group that has a target alone', () => {
    const problem: SavingsProblem = {
      ...problemOf(1),
      targets: new Map([['00', 1]]),
      minimumOf: (isin) => (isin === '00' ? 25 : 50),
    };
    expect(reserveDecides(problem)).toBe(false);
    for (const limit of ['count', 'share', 'value'] as const)
      for (const side of ['min', 'max'] as const) {
        const limits = { ...noLimits, [limit]: { min: null, max: null, [side]: 1 } };
        expect(reserveDecides({ ...problem, limits }), `${limit} ${side}`).toBe(true);
      }
    const lower = (cheap: string) => (isin: string) => (isin === '00' ? 25 : isin === cheap ? 24 : 50);
    expect(reserveDecides({ ...problem, minimumOf: lower('01') })).toBe(true);
    expect(reserveDecides({ ...problem, minimumOf: lower('11') })).toBe(false);
  });
});

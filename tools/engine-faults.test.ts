import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dualityGap } from '../packages/engine/src/optimality/duality-gap.ts';
import { type Json, folder as openFolder, run } from './engine-reference.ts';

/* Requests that were once answered wrongly; they stand beside the published cases and are skipped where those are absent. */
const folder = join(openFolder, '../faults');
const request = (name: string): Json => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
const answer = async (name: string): Promise<Json> => {
  const { operation, input } = request(name);
  return run(operation, input);
};

/** The largest gap of the answers, measured anew from their multipliers, by the mean variance and what lambda weighs. */
function worstGap(input: Json, points: readonly Json[]): number {
  const problem = { groups: [], ...input };
  const { covariance, expectedReturns } = problem;
  const mean =
    covariance.reduce((sum: number, row: number[], i: number) => sum + (row[i] ?? 0), 0) / covariance.length;
  const spread = Math.max(...expectedReturns) - Math.min(...expectedReturns);
  return Math.max(
    ...points.map(({ weights, lambda, proof }) => {
      return dualityGap(problem, weights, lambda, proof) / (mean + lambda * spread);
    }),
  );
}

describe.skipIf(!existsSync(folder))('faults found from outside', () => {
  it('two identical assets: the frontier goes up to the greatest return', async () => {
    const { input } = request('dup-wrong');
    const first = await answer('dup-wrong');
    const other = await run('efficientFrontier', { ...input, expectedReturns: [0.02, 0.02, 0.03, 0.08] });
    expect(other.maximumReturn.expectedReturn).toBeCloseTo(0.069, 12);
    expect(other.maximumReturn.weights.map((w: number) => +w.toFixed(9))).toEqual([0.05, 0.05, 0.1, 0.8]);
    for (const { corners, targets } of [first, other]) {
      expect(targets.every(({ reached }: Json) => reached)).toBe(true);
      expect(worstGap(input, first.corners)).toBeLessThan(1e-12);
      expect(corners.length).toBeGreaterThan(2);
    }
  });

  it('two identical assets: the weights of a risk aversion', async () => {
    const { input } = request('kink');
    const { utilities } = await answer('kink');
    const last = utilities.at(-1);
    expect(last.riskAversion).toBe(0.0885);
    expect(last.weights[2]).toBeCloseTo(0.5, 9);
    expect(last.weights[3]).toBeCloseTo(0.3, 9);
    expect(worstGap(input, utilities)).toBeLessThan(1e-12);
  });

  it.each(['false-infeasible', 'not-converged'])(
    '%s: volatilities decades apart are solved',
    async (name) => {
      const { input } = request(name);
      const { corners, targets } = await answer(name);
      expect(worstGap(input, [...corners, ...targets])).toBeLessThan(1e-12);
      const top = Math.max(...corners[0].weights.map((_: number, i: number) => input.expectedReturns[i]));
      expect(corners[0].expectedReturn).toBeLessThanOrEqual(top);
      expect(corners.at(-1).volatility).toBeLessThan(corners[0].volatility);
    },
  );

  it('rounding keeps the cap, or a message names it', async () => {
    const { input } = request('rowbroken');
    const { columns, messages } = await answer('rowbroken');
    const [cap] = input.groups;
    for (const { units, riskClass } of columns) {
      const sum = units.reduce(
        (total: number, value: number, i: number) => total + value * cap.weights[i],
        0,
      );
      const isNamed = messages.some(
        (message: Json) => message.code === 'ROUNDING' && message.riskClass === riskClass,
      );
      expect(isNamed).toBe(sum > 35);
    }
    expect(messages.some(({ code }: Json) => code === 'ROUNDING')).toBe(false);
  });

  it('whole securities are bought until no unit fits', async () => {
    const { input } = request('wu');
    const { cash, units } = await answer('wu');
    expect(cash).toBeLessThan(Math.min(...input.prices));
    const spent = units.reduce((sum: number, count: number, i: number) => sum + count * input.prices[i], 0);
    expect(spent + cash).toBeCloseTo(10_000, 9);
  });
});

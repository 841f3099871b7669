import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseSavingsGroups, type SavingsCandidate } from './choose-savings-groups.ts';

const overlap = (candidates: readonly SavingsCandidate[], given: readonly number[]) =>
  candidates.reduce((sum, { target }, i) => sum + Math.min(given[i]!, target), 0);

/** The greatest overlap of all plans there are: every candidate nothing or at least its least. */
function bestOverlap(candidates: readonly SavingsCandidate[], units: number): number | null {
  let best: number | null = null;
  const given: number[] = [];
  const place = (i: number, left: number): void => {
    if (i === candidates.length) {
      if (left === 0) best = Math.max(best ?? 0, overlap(candidates, given));
      return;
    }
    for (let own = 0; own <= left; own = own === 0 ? Math.max(1, candidates[i]!.least) : own + 1) {
      given[i] = own;
      place(i + 1, left - own);
    }
  };
  place(0, units);
  return best;
}

describe('groups a savings plan is made of under minimum rates', () => {
  it('are the best of all plans, whatever the minimums', () => {
    const problem = fc.record({
      units: fc.integer({ min: 4, max: 14 }),
      parts: fc.array(
        fc.record({ weight: fc.integer({ min: 1, max: 40 }), least: fc.integer({ min: 1, max: 9 }) }),
        {
          minLength: 1,
          maxLength: 5,
        },
      ),
      isWhole: fc.boolean(),
    });
    fc.assert(
      fc.property(problem, ({ units, parts, isWhole }) => {
        const sum = parts.reduce((all, { weight }) => all + weight, 0);
        const exact = parts.map(({ weight, least }) => ({ target: (units * weight) / sum, least }));
        // Whole targets that sum to the units: then nothing is lost by rounding either.
        const whole = exact.map(({ target, least }) => ({ target: Math.floor(target), least }));
        whole[0]!.target += units - whole.reduce((all, { target }) => all + target, 0);
        const candidates = isWhole ? whole : exact;
        const given = chooseSavingsGroups(candidates, units);
        const best = bestOverlap(candidates, units);
        expect(given === null).toBe(best === null);
        if (given === null || best === null) return;
        expect(given.reduce((all, own) => all + own, 0)).toBe(units);
        given.forEach((own, i) => expect(own === 0 || own >= candidates[i]!.least).toBe(true));
        expect(best - overlap(candidates, given)).toBeLessThan(1e-9);
      }),
      { numRuns: 5000, seed: 21 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyLimits } from './apply-limits.ts';
import { noLimits, type PlanLimits } from './plan-input.ts';

const maybe = (min: number, max: number) => fc.option(fc.integer({ min, max }), { freq: 2 });
const sumOf = (values: Iterable<number>) => [...values].reduce((sum, value) => sum + value, 0);

/** Values of up to six securities in cents, some locked, up to four more in reserve, and limits of all kinds. */
const problem = fc.record({
  values: fc.array(fc.integer({ min: 0, max: 9000 }), { minLength: 1, maxLength: 6 }),
  locked: fc.nat(5),
  hasLocked: fc.boolean(),
  reserve: fc.nat(4),
  countMin: maybe(1, 6),
  countMax: maybe(1, 7),
  shareMin: maybe(1, 40),
  shareMax: maybe(20, 100),
  valueMin: maybe(1, 60),
  valueMax: maybe(20, 200),
});

function solve(given: typeof problem extends fc.Arbitrary<infer T> ? T : never) {
  const { values, countMin, countMax, shareMin, shareMax, valueMin, valueMax } = given;
  const targets = new Map(values.map((value, k) => [`F${k}`, value]));
  const isLocked = given.hasLocked && (values[given.locked] ?? 0) > 0;
  const fixed = new Set(isLocked ? [`F${given.locked}`] : []);
  const reserve = Array.from({ length: given.reserve }, (_, k) => `R${k}`);
  const percent = (share: number | null) => (share === null ? null : share / 100);
  const limits: PlanLimits = {
    count: { min: countMin, max: countMax },
    share: { min: percent(shareMin), max: percent(shareMax) },
    value: { min: valueMin, max: valueMax },
  };
  const total = sumOf(values);
  const low = Math.ceil(Math.max((total * (shareMin ?? 0)) / 100, 100 * (valueMin ?? 0)) - 1e-6);
  const high = Math.floor(
    Math.min((total * (shareMax ?? 100)) / 100, valueMax === null ? total : 100 * valueMax) + 1e-6,
  );
  const answer = applyLimits(targets, fixed, reserve, limits, 'portfolio');
  return { ...answer, targets, result: answer.targets, fixed, limits, reserve, total, low, high };
}

describe('limits on number, share and value', () => {
  it('hold for everything that comes out, the sum and what is locked stay', () => {
    let kept = 0;
    fc.assert(
      fc.property(problem, (given) => {
        const { binding, result, targets, fixed, limits, total, low, high } = solve(given);
        if (binding.length > 0 || total === 0) return;
        kept += 1;
        expect(sumOf(result.values())).toBe(total);
        expect(result.size).toBeGreaterThanOrEqual(limits.count.min ?? 0);
        expect(result.size).toBeLessThanOrEqual(limits.count.max ?? Number.POSITIVE_INFINITY);
        for (const value of result.values()) expect(value >= low && value <= high).toBe(true);
        for (const isin of fixed) expect(result.get(isin)).toBe(targets.get(isin));
      }),
      { numRuns: 1500, seed: 71 },
    );
    expect(kept).toBeGreaterThan(100);
  });

  it('are refused only where no number of securities keeps them, without locks', () => {
    let refused = 0;
    fc.assert(
      fc.property(problem, (given) => {
        const { binding, targets, limits, reserve, total, low, high } = solve({ ...given, hasLocked: false });
        if (binding.length === 0) return;
        refused += 1;
        const available = [...targets.values()].filter((value) => value > 0).length + reserve.length;
        for (let n = limits.count.min ?? 1; n <= Math.min(limits.count.max ?? available, available); n++)
          expect(n > 0 && n * low <= total && n * high >= total).toBe(false);
      }),
      { numRuns: 1500, seed: 72 },
    );
    expect(refused).toBeGreaterThan(100);
  });

  it('keep the largest of what is there, in their proportions', () => {
    fc.assert(
      fc.property(problem, (given) => {
        const count = given.countMax ?? 2;
        const targets = new Map(given.values.map((value, k) => [`F${k}`, value + 1]));
        const { targets: result } = applyLimits(
          targets,
          new Set(),
          [],
          { ...noLimits, count: { min: null, max: count } },
          'portfolio',
        );
        const ordered = [...targets].toSorted((a, b) => b[1] - a[1]);
        const least = ordered[Math.min(count, ordered.length) - 1]![1];
        const kept = [...result.keys()];
        expect(kept).toHaveLength(Math.min(count, ordered.length));
        expect(kept).toEqual(kept.toSorted());
        const [all, sum] = [sumOf(targets.values()), sumOf(kept.map((isin) => targets.get(isin) ?? 0))];
        for (const [isin, value] of result) {
          expect(targets.get(isin)).toBeGreaterThanOrEqual(least);
          expect(Math.abs(value - ((targets.get(isin) ?? 0) * all) / sum)).toBeLessThan(1);
        }
      }),
      { numRuns: 500, seed: 73 },
    );
  });
});

describe('targets that keep all limits', () => {
  it('stay as they are, to the cent', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1e9 }), { minLength: 1, maxLength: 40 }), (values) => {
        const targets = new Map(values.map((value, k) => [`F${String(k).padStart(2, '0')}`, value]));
        const { targets: limited, binding } = applyLimits(targets, new Set(), [], noLimits, 'portfolio');
        expect([limited, binding]).toEqual([targets, []]);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { applyLimits } from './apply-limits.ts';
import { noLimits, type PlanLimits } from './plan-input.ts';

const apply = (
  values: Record<string, number>,
  limits: Partial<PlanLimits>,
  fixed: readonly string[] = [],
  reserve: readonly string[] = [],
) => {
  const { targets, binding } = applyLimits(
    new Map(Object.entries(values)),
    new Set(fixed),
    reserve,
    { ...noLimits, ...limits },
    'portfolio',
  );
  return binding.length > 0 ? binding.map(({ limit }) => limit) : Object.fromEntries(targets);
};

describe('the limits of a tariff', () => {
  it('change nothing where they hold', () => {
    expect(
      apply(
        { A: 6000, B: 4000 },
        { count: { min: 2, max: 2 }, share: { min: 0.4, max: 0.6 }, value: { min: 40, max: 60 } },
      ),
    ).toEqual({ A: 6000, B: 4000 });
    expect(apply({}, { count: { min: 2, max: null } })).toEqual({});
  });

  it('drop the smallest where there are too many or too small ones', () => {
    expect(apply({ A: 6000, B: 3000, C: 1000 }, { count: { min: null, max: 2 } })).toEqual({
      A: 6667,
      B: 3333,
    });
    expect(apply({ A: 6000, B: 3000, C: 1000 }, { share: { min: 0.2, max: null } })).toEqual({
      A: 6667,
      B: 3333,
    });
    expect(apply({ A: 6000, B: 3000, C: 1000 }, { value: { min: 20, max: null } })).toEqual({
      A: 6667,
      B: 3333,
    });
  });

  it('cut the largest and take the next of the reserve', () => {
    expect(apply({ A: 8000, B: 2000 }, { share: { min: null, max: 0.6 } })).toEqual({ A: 6000, B: 4000 });
    expect(apply({ A: 10_000 }, { share: { min: null, max: 0.6 } }, [], ['A', 'B'])).toEqual({
      A: 6000,
      B: 4000,
    });
    expect(apply({ A: 10_000 }, { count: { min: 2, max: null } }, [], ['B'])).toEqual({ A: 6667, B: 3333 });
  });

  it('keep what is locked', () => {
    expect(apply({ A: 8000, B: 1000, C: 1000 }, { count: { min: null, max: 2 } }, ['B'])).toEqual({
      A: 9000,
      B: 1000,
    });
  });

  it('name the one that cannot be kept', () => {
    expect(apply({ A: 10_000 }, { count: { min: 2, max: null } })).toEqual(['portfolio.count.min']);
    expect(apply({ A: 10_000 }, { share: { min: null, max: 0.6 } })).toEqual(['portfolio.share.max']);
    expect(apply({ A: 10_000 }, { value: { min: null, max: 60 } })).toEqual(['portfolio.value.max']);
    expect(apply({ A: 5000, B: 5000 }, { count: { min: null, max: 1 } }, ['A', 'B'])).toEqual([
      'portfolio.count.max',
    ]);
    expect(apply({ A: 9000, B: 1000 }, { share: { min: null, max: 0.5 } }, ['A'])).toContain(
      'portfolio.share.max',
    );
    expect(apply({ A: 9900, B: 100 }, { share: { min: 0.05, max: null } }, ['B'])).toContain(
      'portfolio.share.min',
    );
  });
});

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

  it('say by how much', () => {
    const bindingOf = (
      values: Record<string, number>,
      limits: Partial<PlanLimits>,
      fixed: readonly string[] = [],
    ) =>
      applyLimits(
        new Map(Object.entries(values)),
        new Set(fixed),
        [],
        { ...noLimits, ...limits },
        'portfolio',
      ).binding.map(({ limit, subject, values: own, text }) => ({ limit, subject, own, text }));
    expect(bindingOf({ A: 900_000, B: 100_000 }, { share: { min: null, max: 0.5 } }, ['A'])).toEqual([
      {
        limit: 'portfolio.share.max',
        subject: 'A',
        own: { value: 900_000, high: 500_000 },
        text: 'A ist gesperrt und mit 9.000,00\u00a0€ über der Obergrenze von 5.000,00\u00a0€.',
      },
    ]);
    expect(bindingOf({ A: 9900, B: 100 }, { value: { min: 5, max: null } }, ['B'])).toEqual([
      {
        limit: 'portfolio.value.min',
        subject: 'B',
        own: { value: 100, low: 500 },
        text: 'B ist gesperrt und mit 1,00\u00a0€ unter der Untergrenze von 5,00\u00a0€.',
      },
    ]);
    expect(bindingOf({ A: 5000, B: 5000 }, { count: { min: null, max: 1 } }, ['A', 'B'])).toEqual([
      {
        limit: 'portfolio.count.max',
        subject: 'portfolio',
        own: { count: 2, maximum: 1 },
        text: '2 Wertpapiere sind gesperrt, erlaubt ist höchstens 1.',
      },
    ]);
    expect(bindingOf({ A: 5000, B: 5000 }, { share: { min: null, max: 0.3 } })).toEqual([
      {
        limit: 'portfolio.share.max',
        subject: 'portfolio',
        own: { count: 2, needed: 4 },
        text: 'Nötig sind mindestens 4 Wertpapiere, verfügbar sind 2.',
      },
    ]);
    expect(bindingOf({ A: 5000, B: 5000 }, { count: { min: 3, max: null } })).toMatchObject([
      { limit: 'portfolio.count.min', own: { count: 2, needed: 3 } },
    ]);
    // Everything that may stay is locked: nothing is there for the rest.
    expect(bindingOf({ A: 6000, B: 4000 }, { count: { min: null, max: 1 } }, ['A'])).toEqual([
      {
        limit: 'portfolio.count.max',
        subject: 'portfolio',
        own: { rest: 4000 },
        text: '1 Wertpapier ist gesperrt und höchstens 1 erlaubt; es gibt keines für den restlichen Betrag.',
      },
    ]);
    // Nine tenths are locked: what is left for two is less than two smallest shares.
    expect(
      bindingOf({ A: 9000, B: 500, C: 500 }, { count: { min: 3, max: 3 }, value: { min: 8, max: null } }, [
        'A',
      ]),
    ).toEqual([
      {
        limit: 'portfolio.value.min',
        subject: 'portfolio',
        own: { count: 2, rest: 1000 },
        text: '2 Wertpapiere mit mindestens 8,00\u00a0€ sind mehr als 10,00\u00a0€.',
      },
    ]);
    // One tenth is locked and nothing else is there for the rest, of which one may carry six tenths at most.
    expect(bindingOf({ A: 1000, B: 9000 }, { share: { min: null, max: 0.6 } }, ['A'])).toEqual([
      {
        limit: 'portfolio.share.max',
        subject: 'portfolio',
        own: { count: 1, rest: 9000 },
        text: '1 Wertpapier mit höchstens 60,00\u00a0€ ergibt nicht 90,00\u00a0€.',
      },
    ]);
  });

  it('are named by the one of share and value that is the stricter', () => {
    const both = (share: number, value: number, side: 'min' | 'max') => {
      const of = (limit: number) => ({ min: null, max: null, [side]: limit });
      return apply(
        { A: 5000, B: 5000 },
        { share: of(share), value: of(value), count: { min: 2, max: 2 } },
        side === 'min' ? ['A'] : [],
      );
    };
    expect(both(0.3, 40, 'max')).toEqual(['portfolio.share.max']);
    expect(both(0.4, 30, 'max')).toEqual(['portfolio.value.max']);
    expect(both(0.7, 60, 'min')).toContain('portfolio.share.min');
    expect(both(0.6, 70, 'min')).toContain('portfolio.value.min');
  });

  it('count only what is worth something, whatever the order it comes in', () => {
    expect(apply({ A: 5000, B: 5000, C: 0 }, { count: { min: 3, max: null } })).toEqual([
      'portfolio.count.min',
    ]);
    const limits = { ...noLimits, count: { min: null, max: 2 } };
    const of = (isins: readonly string[]) => {
      const values = new Map(isins.map((isin) => [isin, isin === 'C' ? 4000 : 3000]));
      return [...applyLimits(values, new Set(), [], limits, 'portfolio').targets];
    };
    expect(of(['C', 'B', 'A'])).toEqual(of(['A', 'B', 'C']));
    expect(of(['A', 'B', 'C']).map(([isin]) => isin)).toEqual(['B', 'C']);
  });

  it('ask nothing of what is locked but not held, and nothing is allowed to hold anything', () => {
    expect(apply({ A: 6000, B: 4000 }, { share: { min: 0.2, max: null } }, ['Z'])).toEqual({
      A: 6000,
      B: 4000,
    });
    expect(apply({ A: 9000, B: 1000 }, { share: { min: 0.2, max: null } }, ['A'])).toEqual([
      'portfolio.share.min',
    ]);
    expect(apply({ A: 6000, B: 4000 }, { share: { min: null, max: 0 } }, [], ['C'])).toEqual([
      'portfolio.share.max',
    ]);
  });

  it('leave everything locked as it is', () => {
    expect(apply({ A: 6000, B: 4000 }, { count: { min: 2, max: 2 } }, ['A', 'B'])).toEqual({
      A: 6000,
      B: 4000,
    });
  });
});

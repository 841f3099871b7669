import { expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { aTariff } from '../fixtures/check-fixture.ts';
import { targetSpreads, weightLoads, withGroups } from './weight-spread.ts';

/** A correlation of a half between bonds of 6 and equities of 20 %. */
const correlated = [
  [0.0004, 0, 0],
  [0, 0.0036, 0.006],
  [0, 0.006, 0.04],
];

it('a weight follows its own group against the whole', () => {
  const loads = weightLoads(Float64Array.of(0.5, 0.3, 0.2), 1);
  expect([...loads].map((load) => load.toFixed(12))).toEqual([
    '-0.150000000000',
    '0.210000000000',
    '-0.060000000000',
  ]);
  const context = prepareTariff(aTariff([], { covariance: correlated }));
  const joint = withGroups(context, loads);
  expect(joint[0]).toBeCloseTo(-0.15 * 0.0004, 15);
  expect(joint[1]).toBeCloseTo(0.21 * 0.0036 - 0.06 * 0.006, 15);
  expect(joint[2]).toBeCloseTo(0.21 * 0.006 - 0.06 * 0.04, 15);
});

it('the weights of a target wander by what its groups differ in, each tariff for itself', () => {
  const halves = { targetWeights: [0, 0.5, 0.5] };
  const context = prepareTariff(aTariff([], { ...halves, covariance: correlated }));
  const spreads = targetSpreads(context);
  // dw = w (1 - w) (r1 - r2), of the variance 0.0036 + 0.04 - 2 * 0.006.
  const expected = 0.25 * Math.sqrt(0.0316);
  expect(spreads[0]).toBe(0);
  expect(spreads[1]).toBeCloseTo(expected, 12);
  expect(spreads[2]).toBeCloseTo(expected, 12);
  expect(targetSpreads(context)).toBe(spreads);
  const other = targetSpreads(prepareTariff(aTariff([], halves)));
  expect(other[1]).toBeCloseTo(0.25 * Math.sqrt(0.0436), 12);
});

import { describe, expect, it } from 'vitest';
import { aContract, aTariff, check, position, withRules } from '../fixtures/check-fixture.ts';
import { groupTolerance } from './group-tolerance.ts';
import { defaultCheckRules } from './tariff-context.ts';

describe('tolerance of a peer group', () => {
  it.each([
    [0.5, 0.05],
    [0.2, 0.05],
    [0.1, 0.025],
    [0.04, 0.01],
    [0.01, 0.01],
  ])('a target of %d may be missed by %d', (target, tolerance) => {
    expect(groupTolerance(defaultCheckRules, target)).toBeCloseTo(tolerance, 12);
  });

  it('is what H10 goes by: small targets do not shout', () => {
    const small = aTariff([], { targetWeights: [0.02, 0.58, 0.4], ...withRules({}) });
    const drifts = (cash: number) =>
      check(aContract([position('CASH', cash), position('BOND', 6000 - cash), position('EQTY', 4000)]), small)
        .hints.filter(({ code, subject }) => code === 'H10' && subject === 'bills')
        .map(({ severity }) => severity);
    expect(drifts(290)).toEqual([]);
    expect(drifts(300)).toEqual([0]);
    expect(drifts(400)).toEqual([0]);
    expect(drifts(401)).toEqual([1]);
    expect(drifts(100)).toEqual([0]);
  });
});

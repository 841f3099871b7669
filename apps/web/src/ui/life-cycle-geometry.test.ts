import { describe, expect, it } from 'vitest';
import { lifeCycleGeometry } from './life-cycle-geometry.ts';

const steps = [
  { yearsBeforeEnd: 8, highestRiskClassId: 3 },
  { yearsBeforeEnd: 2, highestRiskClassId: 1 },
];

describe('the staircase of a life cycle', () => {
  it('goes down at its steps and ends at the end', () => {
    const { path, years } = lifeCycleGeometry(steps, 5, null);
    expect(path).toBe('M 28 12 H 92.8 V 64 H 287.2 V 116 H 352');
    expect(years).toEqual([
      { year: 8, x: 92.8 },
      { year: 2, x: 287.2 },
      { year: 0, x: 352 },
    ]);
  });

  it('shows today while it lies on the picture', () => {
    const today = (yearsLeft: number | null) => lifeCycleGeometry(steps, 5, yearsLeft).today;
    expect([today(5), today(10), today(10.5), today(-1), today(null)]).toEqual([190, 28, null, null, null]);
  });

  it('a step above the tariff’s classes bounds nothing', () => {
    expect(lifeCycleGeometry([{ yearsBeforeEnd: 4, highestRiskClassId: 6 }], 3, null).path).toBe(
      'M 28 12 H 92.8 V 12 H 352',
    );
  });
});

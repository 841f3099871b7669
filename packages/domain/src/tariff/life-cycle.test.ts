import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths } from '../add-months.ts';
import {
  checkLifeCycle,
  classesAhead,
  lifeCycleDays,
  lifeCycleOn,
  lifeCycleSteps,
  lifeCycleText,
} from './life-cycle.ts';

const step = (yearsBeforeEnd: number | null, highestRiskClassId: number | null) => ({
  yearsBeforeEnd,
  highestRiskClassId,
});

describe('the steps of a life cycle', () => {
  it('begin so many years before the end, the last day of February in a common year', () => {
    const days = lifeCycleDays(lifeCycleSteps([step(5, 3), step(1, 1)]), '2032-02-29');
    expect(days).toEqual([
      { from: '2027-02-28', highestRiskClassId: 3 },
      { from: '2031-02-28', highestRiskClassId: 1 },
    ]);
    expect(lifeCycleOn(days, '2027-02-27')).toEqual({ current: null, next: days[0] });
    expect(lifeCycleOn(days, '2027-02-28')).toEqual({ current: days[0], next: days[1] });
    expect(lifeCycleOn(days, '2040-01-01')).toEqual({ current: days[1], next: null });
  });

  it('are read as far as they are filled in, and said in one line', () => {
    expect(lifeCycleSteps([step(5, 3), step(null, 2), step(1, null)])).toEqual([step(5, 3)]);
    expect(lifeCycleText([step(5, 3), step(1, 1)])).toBe(
      'ab 5 Jahren vor dem Ende höchstens Risikoklasse 3; ab 1 Jahr vor dem Ende höchstens Risikoklasse 1',
    );
    expect(lifeCycleText(undefined)).toBeNull();
    expect(lifeCycleText([])).toBeNull();
  });

  it('never allow more the nearer the end is', () => {
    const steps = fc
      .tuple(
        fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 6, maxLength: 6 }),
      )
      .map(([years, classes]) => {
        const falling = classes.toSorted((a, b) => b - a);
        return years.toSorted((a, b) => b - a).map((one, index) => step(one, falling[index] ?? 1));
      });
    const months = fc.integer({ min: 0, max: 520 });
    const run = fc.check(
      fc.property(steps, months, months, (drafts, one, other) => {
        const days = lifeCycleDays(lifeCycleSteps(drafts), '2040-06-15');
        const on = (left: number) =>
          lifeCycleOn(days, addMonths('2040-06-15', -left)).current?.highestRiskClassId ?? 7;
        return checkLifeCycle(drafts).length === 0 && on(Math.max(one, other)) >= on(Math.min(one, other));
      }),
    );
    expect(run).toMatchObject({ failed: false, counterexample: null });
  });
});

describe('the classes a contract is held to from today on', () => {
  const days = lifeCycleDays(lifeCycleSteps([step(10, 5), step(5, 3), step(1, 1)]), '2040-06-15');

  it('begin with the lower of its own and the step of today, and go down with each step that is lower', () => {
    expect(classesAhead(6, days, '2026-11-24')).toEqual([
      { from: '2026-11-24', riskClassId: 6 },
      { from: '2030-06-15', riskClassId: 5 },
      { from: '2035-06-15', riskClassId: 3 },
      { from: '2039-06-15', riskClassId: 1 },
    ]);
    expect(classesAhead(4, days, '2030-06-15')).toEqual([
      { from: '2030-06-15', riskClassId: 4 },
      { from: '2035-06-15', riskClassId: 3 },
      { from: '2039-06-15', riskClassId: 1 },
    ]);
    expect(classesAhead(4, days, '2039-06-15')).toEqual([{ from: '2039-06-15', riskClassId: 1 }]);
    expect(classesAhead(2, [], '2026-11-24')).toEqual([{ from: '2026-11-24', riskClassId: 2 }]);
    expect(classesAhead(null, days, '2026-11-24')).toEqual([]);
  });
});

describe('what is wrong with a life cycle', () => {
  const found = (...steps: ReturnType<typeof step>[]) =>
    checkLifeCycle(steps).map(({ path, code }) => `${path}: ${code}`);

  it('is said at the field', () => {
    expect(found()).toEqual([]);
    expect(found(step(10, 5), step(5, 3))).toEqual([]);
    expect(found(step(null, null))).toEqual([
      'lifeCycle[0].yearsBeforeEnd: required',
      'lifeCycle[0].highestRiskClassId: required',
    ]);
    expect(found(step(5, 3), step(5, 3))).toEqual([
      'lifeCycle[1].yearsBeforeEnd: stepNotLater',
      'lifeCycle[1].highestRiskClassId: stepNotLower',
    ]);
    expect(found(step(2.5, 7))).toEqual([
      'lifeCycle[0].yearsBeforeEnd: precision',
      'lifeCycle[0].highestRiskClassId: tooLarge',
    ]);
    expect(found(step(41, 0))).toEqual([
      'lifeCycle[0].yearsBeforeEnd: tooLarge',
      'lifeCycle[0].highestRiskClassId: tooSmall',
    ]);
    expect(found(...[7, 6, 5, 4, 3, 2, 1].map((year) => step(year, Math.max(1, year - 1))))).toContain(
      'lifeCycle: tooManySteps',
    );
  });
});

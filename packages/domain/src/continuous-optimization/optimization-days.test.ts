import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths } from '../add-months.ts';
import { type Interval, intervals, monthsOfInterval } from '../interval.ts';
import { continuousPlanStateName, continuousPlanStates, dayToLookAt, lapseOf } from './continuous-plan.ts';
import { dueDay, nextOptimizationDay, optimizationDaysUntil } from './optimization-days.ts';

const calendar = (interval: Interval | null, start: string | null, more: object = {}) => ({
  interval,
  start,
  adjustsNow: false,
  inForceSince: null,
  ...more,
});
const old = { startDate: '2000-01-01', hintDay: null };
const day = fc
  .date({ min: new Date('2019-01-01'), max: new Date('2039-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const interval = fc.constantFrom(...intervals);
const dayAfter = (from: string, days: number) =>
  new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10);

describe('days of a calendar', () => {
  it('come every month, quarter, half year or year from the start on', () => {
    const dueOn = (id: Interval, today: string) => dueDay(calendar(id, '2026-01-15'), old, today)?.day;
    expect(dueOn(1, '2026-01-14')).toBeUndefined();
    expect(dueOn(1, '2026-01-15')).toBe('2026-01-15');
    expect(dueOn(1, '2026-03-14')).toBe('2026-02-15');
    expect(dueOn(4, '2026-06-30')).toBe('2026-04-15');
    expect(dueOn(6, '2026-07-14')).toBe('2026-01-15');
    expect(dueOn(6, '2026-07-15')).toBe('2026-07-15');
    expect(dueOn(12, '2030-12-31')).toBe('2030-01-15');
  });

  it('fall on the last of a shorter month and come back to the 31st, leap years included', () => {
    const dueOn = (today: string) => dueDay(calendar(1, '2027-12-31'), old, today)?.day;
    expect(dueOn('2028-02-28')).toBe('2028-01-31');
    expect(dueOn('2028-02-29')).toBe('2028-02-29');
    expect(dueOn('2028-03-30')).toBe('2028-02-29');
    expect(dueOn('2028-03-31')).toBe('2028-03-31');
  });

  it('are one a period: never before their day, the next one never later than an interval after', () => {
    fc.assert(
      fc.property(day, day, interval, (start, today, id) => {
        const due = dueDay(calendar(id, start), old, today)?.day ?? null;
        const next = nextOptimizationDay(calendar(id, start), old.startDate, today) ?? '';
        expect(next > today).toBe(true);
        expect(due === null).toBe(today < start);
        // before the first day the start is next; then never later than an interval after the last
        expect(next <= (due === null ? start : addMonths(addMonths(due, monthsOfInterval[id]), 1))).toBe(
          true,
        );
        expect(due === null || (due >= start && due <= today)).toBe(true);
        // the same period, asked on its first day
        expect(dueDay(calendar(id, start), old, due ?? start)?.day).toBe(due ?? start);
      }),
    );
  });

  it('do not count before the contract began', () => {
    const young = { startDate: '2026-02-01', hintDay: null };
    expect(dueDay(calendar(4, '2026-01-15'), young, '2026-03-01')).toBeNull();
    expect(dueDay(calendar(4, '2026-01-15'), young, '2026-04-15')?.day).toBe('2026-04-15');
    expect(nextOptimizationDay(calendar(1, '2026-01-15'), '2027-01-20', '2026-03-01')).toBe('2027-02-15');
    expect(nextOptimizationDay(calendar(1, '2026-01-15'), '2027-01-15', '2026-03-01')).toBe('2027-01-15');
    expect(nextOptimizationDay(calendar(null, null), '2020-01-01', '2026-03-01')).toBeNull();
  });

  it('do not count before the version came into force: a start in the past adjusts nothing at once', () => {
    const since = { inForceSince: '2026-11-28' };
    expect(dueDay(calendar(4, '2020-01-31', since), old, '2026-11-28')).toBeNull();
    expect(dueDay(calendar(4, '2020-01-31', since), old, '2027-01-30')).toBeNull();
    expect(dueDay(calendar(4, '2020-01-31', since), old, '2027-01-31')?.day).toBe('2027-01-31');
    expect(dueDay(calendar(1, '2026-11-28', since), old, '2026-11-29')?.day).toBe('2026-11-28');
    expect(dueDay(calendar(4, '2020-01-31', { ...since, adjustsNow: true }), old, '2026-12-01')).toEqual({
      day: '2026-11-28',
      cause: 'adjustNow',
    });
  });

  it('of a year to come are those after today, counted from the start of the calendar', () => {
    const yearOf = (interval: 1 | 4 | 6 | 12 | null, start: string) =>
      optimizationDaysUntil({ interval, start }, '2026-03-31', '2027-03-31');
    expect(yearOf(4, '2025-12-31')).toEqual(['2026-06-30', '2026-09-30', '2026-12-31', '2027-03-31']);
    expect(yearOf(12, '2026-03-31')).toEqual(['2027-03-31']);
    expect(yearOf(1, '2026-03-31')).toHaveLength(12);
    expect(yearOf(6, '2026-12-15')).toEqual(['2026-12-15']);
    expect(yearOf(null, '2026-01-01')).toEqual([]);
  });

  it('count the coming into force where the portfolio is to be adjusted at once, and hints planned by themselves', () => {
    const now = { adjustsNow: true, inForceSince: '2026-03-10' };
    expect(dueDay(calendar(12, '2027-01-01', now), old, '2026-03-10')).toEqual({
      day: '2026-03-10',
      cause: 'adjustNow',
    });
    expect(
      dueDay(calendar(12, '2027-01-01', now), { ...old, startDate: '2026-05-01' }, '2026-06-01'),
    ).toEqual({
      day: '2026-05-01',
      cause: 'adjustNow',
    });
    expect(dueDay(calendar(null, null), { ...old, hintDay: '2026-03-12' }, '2026-03-20')).toEqual({
      day: '2026-03-12',
      cause: 'hint',
    });
    // the newer of two, the calendar where both fall on one day
    expect(dueDay(calendar(1, '2026-01-15'), { ...old, hintDay: '2026-03-15' }, '2026-03-20')).toEqual({
      day: '2026-03-15',
      cause: 'interval',
    });
    expect(dueDay(calendar(null, null, now), old, '2026-03-20')).toBeNull();
  });
});

it('of two versions of other intervals are looked at once each: the former ones before its last day, the later ones from then on', () => {
  const daysOf = (every: Interval, start: string) =>
    Array.from({ length: 40 }, (_, n) => addMonths(start, n * monthsOfInterval[every]));
  const near = fc.integer({ min: 0, max: 250 }).map((n) => dayAfter('2024-01-31', n));
  fc.assert(
    fc.property(interval, interval, near, near, near, (first, second, start, secondStart, published) => {
      const end = dayAfter('2024-01-31', 450);
      const looked: string[] = [];
      for (let today = '2024-01-31'; today <= end; today = dayAfter(today, 1)) {
        const own =
          today < published
            ? calendar(first, start)
            : calendar(second, secondStart, { inForceSince: published });
        const dueDate = looked.at(-1);
        const last =
          dueDate === undefined ? null : ({ dueDate, state: 'nothingToDo', isPlanOutdated: false } as const);
        const found = dayToLookAt(dueDay(own, old, today), last);
        if (found !== null) looked.push(found);
      }
      expect(looked).toEqual([
        ...daysOf(first, start).filter((one) => one < published),
        ...daysOf(second, secondStart).filter((one) => one >= published && one <= end),
      ]);
    }),
    { numRuns: 40 },
  );
});

describe('a look at a contract', () => {
  const due = { day: '2026-04-15', cause: 'interval' } as const;
  it('happens once a day due, again where it was skipped or its plan became too old', () => {
    expect(dayToLookAt(null, null)).toBeNull();
    expect(dayToLookAt(due, null)).toBe(due.day);
    for (const state of continuousPlanStates)
      expect(dayToLookAt(due, { dueDate: '2026-01-15', state, isPlanOutdated: false })).toBe(due.day);
    for (const isPlanOutdated of [false, true])
      expect(
        continuousPlanStates.filter(
          (state) => dayToLookAt(due, { dueDate: due.day, state, isPlanOutdated }) === due.day,
        ),
      ).toEqual(isPlanOutdated ? ['waiting', 'released', 'skipped'] : ['skipped']);
  });

  it('goes on for a day that a changed calendar no longer has', () => {
    expect(dayToLookAt(due, { dueDate: '2026-05-01', state: 'skipped', isPlanOutdated: false })).toBe(
      '2026-05-01',
    );
    expect(dayToLookAt(null, { dueDate: '2026-05-01', state: 'waiting', isPlanOutdated: true })).toBe(
      '2026-05-01',
    );
    expect(dayToLookAt(null, { dueDate: '2026-05-01', state: 'refused', isPlanOutdated: true })).toBeNull();
    const lapsed = { dueDate: due.day, state: 'replaced', isPlanOutdated: false, isLapsed: true } as const;
    expect(dayToLookAt(due, lapsed)).toBe(due.day);
    // A day that counts no more, and what was replaced otherwise, stay as they are.
    for (const other of [null, { ...due, day: '2026-01-01' }]) expect(dayToLookAt(other, lapsed)).toBeNull();
    expect(dayToLookAt(due, { ...lapsed, isLapsed: false })).toBeNull();
  });

  it('is looked at again where it needed nothing by a version that was replaced on its very day', () => {
    for (const state of continuousPlanStates) {
      const former = { dueDate: due.day, state, isPlanOutdated: false, isOfFormerVersion: true };
      const isAgain = state === 'nothingToDo' || state === 'skipped';
      expect([state, dayToLookAt(due, former)]).toEqual([state, isAgain ? due.day : null]);
    }
    const earlier = {
      dueDate: '2026-01-01',
      state: 'nothingToDo',
      isPlanOutdated: false,
      isOfFormerVersion: true,
    } as const;
    expect(dayToLookAt(null, earlier)).toBeNull();
  });
});

it('lapses with its contract or its tariff', () => {
  const of = (endDate: string | null, tariffId: string | null) =>
    lapseOf({ endDate, tariffId }, ['t'], '2026-11-28');
  expect([of(null, 't'), of('2026-11-29', 't')]).toEqual([null, null]);
  expect([of('2026-11-28', 't'), of('2020-01-01', null)]).toEqual(['ended', 'ended']);
  expect([of(null, null), of(null, 'other')]).toEqual(['notOptimized', 'notOptimized']);
});

it('a plan of which the bank carried out a part is not called carried out', () => {
  expect(continuousPlanStateName({ state: 'executed', isPartlyExecuted: true })).toBe('Teilweise ausgeführt');
  expect(continuousPlanStateName({ state: 'executed', isPartlyExecuted: false })).toBe('Ausgeführt');
  expect(continuousPlanStateName({ state: 'executed' })).toBe('Ausgeführt');
  expect(continuousPlanStateName({ state: 'released', isPartlyExecuted: false })).toBe('Freigegeben');
});

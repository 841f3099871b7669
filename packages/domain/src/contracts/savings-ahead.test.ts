import { describe, expect, it } from 'vitest';
import { addDays } from '../add-days.ts';
import { type DatedPlan, savingsAhead } from './savings-ahead.ts';

const plan = (validFrom: string, validTo: string | null, contribution: number): DatedPlan => ({
  validFrom,
  validTo,
  contribution,
  contributionInterval: 1,
  dynamicPercent: 0,
});

describe('what is paid in from now on', () => {
  const today = '2026-11-29';
  const cases: [string, DatedPlan[]][] = [
    ['one without end', [plan('2020-01-01', null, 100)]],
    ['none', []],
    ['one that has ended', [plan('2020-01-01', '2026-11-28', 100)]],
    ['one that ends today', [plan('2020-01-01', today, 100)]],
    ['one that begins tomorrow', [plan('2026-11-30', null, 100)]],
    ['a change on a day', [plan('2020-01-01', '2027-01-31', 100), plan('2027-02-01', null, 150)]],
    ['a pause', [plan('2027-05-01', null, 150), plan('2020-01-01', '2027-01-31', 100)]],
    [
      'one that begins within another',
      [plan('2020-01-01', '2027-06-30', 100), plan('2027-03-01', '2027-04-30', 0)],
    ],
    [
      'a chain',
      [plan('2026-12-01', '2026-12-31', 1), plan('2027-01-01', '2027-01-31', 2), plan('2027-03-01', null, 3)],
    ],
  ];
  it.each(cases)('is day by day what the plan of the day brings: %s', (_name, plans) => {
    const { savings, changes } = savingsAhead(plans, today);
    for (let k = 0; k < 300; k++) {
      const day = addDays(today, k);
      const inForce = plans
        .filter(({ validFrom, validTo }) => validFrom <= day && day <= (validTo ?? day))
        .reduce<DatedPlan | null>((best, one) => (best && best.validFrom > one.validFrom ? best : one), null);
      const told = changes.filter(({ from }) => from <= day).at(-1) ?? savings;
      expect([day, told?.monthly ?? 0]).toEqual([day, inForce?.contribution ?? 0]);
    }
    expect(changes.map(({ from }) => from)).toEqual(changes.map(({ from }) => from).toSorted());
  });

  it('is a month of what is paid less often, and grows as its own plan does', () => {
    const later = {
      ...plan('2027-01-01', null, 300),
      contributionInterval: 4 as const,
      dynamicPercent: 0.03,
    };
    expect(savingsAhead([later], today)).toEqual({
      savings: null,
      changes: [{ from: '2027-01-01', monthly: 100, dynamicRate: 0.03 }],
    });
  });
});

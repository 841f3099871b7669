import { expect, it } from 'vitest';
import { noLimits, type PlanLimits } from './plan-input.ts';
import { savingsTarget } from './savings-plan.ts';

it('savings plans leave a fund of a group out before a whole group, where few funds are allowed', () => {
  const few = { count: { min: null, max: 3 } };
  const three = (limits: Partial<PlanLimits>, saved: readonly string[] = [], none = '') =>
    savingsTarget({
      values: new Map(),
      mode: 'TARGET',
      minimumOf: () => 25,
      units: 100,
      reserve: [],
      targets: new Map([
        ['A1', 0.25],
        ['A2', 0.24],
        ['B1', 0.3],
        ['C1', 0.21],
      ]),
      groupOf: (isin: string) => (none.includes(isin[0]!) ? -1 : isin.charCodeAt(0)),
      rate: 1000,
      saved: new Set(saved),
      limits: { ...noLimits, ...limits },
    }).entries.map(({ isin, units }) => `${isin} ${units}`);
  expect(three({})).toEqual(['A1 25', 'A2 24', 'B1 30', 'C1 21']);
  expect(three(few)).toEqual(['A1 49', 'B1 30', 'C1 21']);
  // What is saved into today stays.
  expect(three(few, ['A2'])).toEqual(['A2 49', 'B1 30', 'C1 21']);
  expect(three({ share: { min: 0.245, max: null } })).toEqual(['A1 62', 'B1 38']);
  expect(three({ value: { min: 300, max: null } })).toEqual(['A1 62', 'B1 38']);
  expect(three({ count: { min: 4, max: null } })).toHaveLength(4);
  // Without a group a fund has none that stands for it: the smallest goes, as where nothing is grouped.
  expect(three(few, [], 'ABC')).toEqual(['A1 32', 'A2 30', 'B1 38']);
});

import { expect, it } from 'vitest';
import { shownPlan } from './shown-plan.ts';

it('tells the plan in force, else the one agreed, and none of a contract that is over', () => {
  const [current, planned] = [{ rate: 100 }, { rate: 200 }];
  const told = (endDate: string | null, currentSavingsPlan: typeof current | null) =>
    shownPlan({ contract: { endDate }, currentSavingsPlan, plannedSavingsPlan: planned }, '2026-11-30');
  expect(told(null, current)).toEqual({ rate: 100, isPlanned: false });
  expect(told('2026-12-01', null)).toEqual({ rate: 200, isPlanned: true });
  expect(told('2026-11-30', current)).toBeNull();
  expect(told('2026-11-30', null)).toBeNull();
});

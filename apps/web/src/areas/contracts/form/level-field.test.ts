import { expect, it } from 'vitest';
import { levelUnder, levelWarning } from './level-field.tsx';

const far = { startDate: '2020-01-01', endDate: '2099-01-01' };

it('warns of a level that is a slip or leaves no cushion until the end, and of nothing it cannot judge', () => {
  expect(levelWarning(0.008, { interest: 0.01 }, far)).toBe('contracts.form.levelTooLow');
  expect(levelWarning(1, { interest: 0 }, far)).toBe('contracts.form.levelNoCushion');
  expect(levelWarning(1, { interest: 0.01 }, far)).toBeNull();
  for (const level of [null, 0, 0.1, 0.8]) expect(levelWarning(level, { interest: 0 }, far)).toBeNull();
  expect(levelWarning(1, { interest: null }, far)).toBeNull();
  for (const endDate of [null, '2021-01-01'])
    expect(levelWarning(1, { interest: 0 }, { ...far, endDate })).toBeNull();
  // Paid from a later day on, it earns interest for a shorter time.
  expect(levelWarning(1, { interest: 0.01 }, { startDate: '2098-12-31', endDate: '2099-01-01' })).toBeNull();
});

it('a level typed in for one tariff goes with it; what is stored stays', () => {
  const chosen = { level: null, interest: 0.01, isLevelChosen: true };
  const fixed = { level: 0.8, interest: 0.01, isLevelChosen: false };
  expect(levelUnder(chosen, 0.9, null)).toBe(0.9);
  for (const other of [fixed, null, undefined]) {
    expect(levelUnder(other, 0.9, null)).toBeNull();
    expect(levelUnder(other, 0.9, 0.8)).toBe(0.8);
    expect(levelUnder(other, 0.8, 0.8)).toBe(0.8);
    // A server of the release before does not know the member.
    expect(levelUnder(other, undefined, undefined)).toBeUndefined();
  }
});

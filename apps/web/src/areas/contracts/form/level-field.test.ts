import { expect, it } from 'vitest';
import { levelWarning } from './level-field.tsx';

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

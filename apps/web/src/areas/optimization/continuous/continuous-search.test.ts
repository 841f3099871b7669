import { expect, it } from 'vitest';
import { validateContinuousSearch } from './continuous-search.ts';

it('reads an address that names what waits as the list that shows it', () => {
  expect(validateContinuousSearch({ state: 'waiting', search: 'TG-1' })).toEqual({ search: 'TG-1' });
  for (const state of ['all', 'released'] as const)
    expect(validateContinuousSearch({ state })).toEqual({ state });
  expect(validateContinuousSearch({ state: 'nonsense' })).toEqual({});
});

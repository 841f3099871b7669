import { expect, it } from 'vitest';
import { registrationModes } from './check-appearance.ts';
import { offeredMode } from './offered-mode.ts';

it('a house without mails takes invited people only, where it would take everybody', () => {
  expect(registrationModes.map((mode) => offeredMode(mode, true))).toEqual([0, 1, 2, 3]);
  expect(registrationModes.map((mode) => offeredMode(mode, false))).toEqual([0, 2, 2, 2]);
});

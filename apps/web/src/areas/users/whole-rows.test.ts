import { expect, it } from 'vitest';
import { isAskedFor } from './whole-rows.ts';

it('keeps rows whose name has the text, however it is written, and which have the state', () => {
  expect(isAskedFor({}, 'Außendienst', true)).toBe(true);
  expect(isAskedFor({ search: 'ÜBER' }, 'Filiale Überlingen', false)).toBe(true);
  expect(isAskedFor({ search: 'Ulm' }, 'Filiale Überlingen', false)).toBe(false);
  expect(isAskedFor({ isInactive: 'false' }, 'Innendienst', true)).toBe(false);
  expect(isAskedFor({ isInactive: 'true' }, 'Innendienst', true)).toBe(true);
  expect(isAskedFor({ search: 'innen', isInactive: 'true' }, 'Innendienst', false)).toBe(false);
});

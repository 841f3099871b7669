import { expect, it } from 'vitest';
import { validateWizardSearch } from './wizard-search.ts';

it('takes ways back inside the workshop', () => {
  const returnTo = '/admin/tariffs/new/components?resume=true';
  expect(validateWizardSearch({ returnTo, resume: 'true' })).toEqual({ returnTo, resume: true });
});

it.each([
  'https://evil.example',
  '//evil.example',
  '/admin/tariffs/../../auth',
  '/contracts',
  '/admin/tariffs?x=1',
])('does not lead to %s', (returnTo) => {
  expect(validateWizardSearch({ returnTo })).toEqual({});
});

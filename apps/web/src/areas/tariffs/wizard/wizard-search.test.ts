import { expect, it } from 'vitest';
import { validateWizardSearch, withCreated } from './wizard-search.ts';

it('takes ways back inside the workshop', () => {
  const returnTo = '/admin/tariffs/new/components?resume=true';
  expect(validateWizardSearch({ returnTo, resume: 'true' })).toEqual({ returnTo, resume: true });
});

it('takes what was created under way back with it', () => {
  const way = (returnTo: string) => new URL(withCreated(returnTo, 'one'), 'https://house.example');
  const { pathname, searchParams } = way('/admin/tariffs/new/components?resume=true');
  expect([pathname, validateWizardSearch(Object.fromEntries(searchParams))]).toEqual([
    '/admin/tariffs/new/components',
    { resume: true, created: 'one' },
  ]);
  expect(way('/admin/tariffs').search).toBe('?created=one');
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

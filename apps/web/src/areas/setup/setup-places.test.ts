import { describe, expect, it } from 'vitest';
import { isSetupPlace } from './setup-places.ts';

describe('isSetupPlace', () => {
  it.each([
    ['/admin/mail', true],
    ['/user-management/groups/new/info', true],
    ['/admin/fund-categories', true],
    ['/setup', false],
    ['/admin/mailings', false],
    ['/settings/profile', false],
  ])('%s: %s', (pathname, expected) => {
    expect(isSetupPlace(pathname)).toBe(expected);
  });
});

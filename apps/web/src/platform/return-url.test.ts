import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryOfWayBack, safeReturnUrl, wholeWayBack } from './return-url.ts';

describe('return address after signing in', () => {
  it.each([
    '/contracts',
    '/contracts?search=M%C3%BCller&insurerId=3',
    '/contracts/7b0e/overview?dialog=fundDetail&fundId=5#top',
    '/',
  ])('takes "%s"', (path) => {
    expect(safeReturnUrl(path)).toBe(path);
  });

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/contracts\\..\\..',
    'https://evil.example',
    'http:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    ' /contracts',
    'contracts',
    '',
    '/..//evil.example',
    '/.//evil.example',
    '/%00\u0000',
    '/auth/login?returnUrl=/contracts',
    '/logout',
  ])('refuses %j', (candidate) => {
    expect(safeReturnUrl(candidate)).toBeUndefined();
  });

  it('refuses what is no text, and endless text', () => {
    expect(safeReturnUrl(undefined)).toBeUndefined();
    expect(safeReturnUrl(['/contracts'])).toBeUndefined();
    expect(safeReturnUrl(`/${'a'.repeat(3000)}`)).toBeUndefined();
  });

  it('never leads to another origin, whatever is handed in', () => {
    const hostile = fc.string({ unit: fc.constantFrom(...'/\\ab.:@?#%\t\n '), maxLength: 24 });
    const origin = 'https://depotwerk.example';
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          hostile,
          hostile.map((rest) => `https://evil.example${rest}`),
          hostile.map((rest) => `//evil.example${rest}`),
          hostile.map((rest) => `/${rest}`),
        ),
        (candidate) => {
          expect(new URL(safeReturnUrl(candidate) ?? '/', origin).origin).toBe(origin);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('what stands behind # of an address', () => {
  it('is no part of the query, and joins it again after signing in', () => {
    expect(queryOfWayBack('/my/analysis?a=b#7d3f0a54')).toBe('/my/analysis?a=b');
    expect(queryOfWayBack('//evil.example#x')).toBeUndefined();
    expect(wholeWayBack('/my/analysis', '#7d3f0a54')).toBe('/my/analysis#7d3f0a54');
    expect(wholeWayBack('/customers', '')).toBe('/customers');
    expect(wholeWayBack(undefined, '#7d3f0a54')).toBeUndefined();
    // A link from before has it in the query still.
    expect(wholeWayBack('/my/analysis#7d3f0a54', '#else')).toBe('/my/analysis#7d3f0a54');
  });
});

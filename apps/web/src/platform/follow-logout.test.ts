// @vitest-environment happy-dom
import type { AnyRouter } from '@tanstack/react-router';
import { expect, it, vi } from 'vitest';
import { followLogout } from './follow-logout.ts';
import { dispatchLogout } from './logout.ts';

/** Where a session that is lost on a page leads. */
function ledFrom(pathname: string, rest = '', hash = '') {
  const navigate = vi.fn<(to: object) => Promise<void>>(() => Promise.resolve());
  const href = pathname + rest + (hash && `#${hash}`);
  // Of the router only these two are used.
  followLogout({ latestLocation: { pathname, href, hash }, navigate } as unknown as AnyRouter);
  dispatchLogout('sessionLost');
  return navigate.mock.calls.map(([to]) => to);
}

it('leads from a page of the house to the sign-in page and back', () => {
  expect(ledFrom('/customers', '?search=a')).toMatchObject([
    { to: '/auth/login', search: { reason: 'sessionLost', returnUrl: '/customers?search=a' } },
  ]);
});

it('leaves visitors where they are, with the link that opens what is theirs', () => {
  expect(ledFrom('/depotanalysis', '', '6f2ad517-54a0-2011-7ce0-46403116480e')).toEqual([]);
});

it.each(['/reports/public', '/accessibility', '/depotanalysis/6f2ad517-54a0-2011-7ce0-46403116480e'])(
  'asks nobody to sign in for %s, which shows everybody the same',
  (pathname) => {
    expect(ledFrom(pathname, '?reportType=fundComparisonPublic')).toEqual([]);
  },
);

it('keeps what opens an analysis out of the query', () => {
  const guid = '6f2ad517-54a0-2011-7ce0-46403116480e';
  expect(ledFrom('/my/analysis', '', guid)).toMatchObject([
    { to: '/auth/login', search: { returnUrl: '/my/analysis' }, hash: guid },
  ]);
});

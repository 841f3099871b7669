import type { AnyRouter } from '@tanstack/react-router';
import { clearToasts } from '../ui/toast.tsx';
import { onLogout } from './logout.ts';
import { needsNoSession, queryOfWayBack } from './return-url.ts';

/** After a logout the sign-in page follows, with the way back when the session was lost in the middle of work. */
export function followLogout(router: AnyRouter): void {
  onLogout((reason) => {
    clearToasts();
    const { pathname, href, hash } = router.latestLocation;
    if (pathname.startsWith('/auth') || (pathname === '/logout' && reason === 'requested')) return;
    // Without a session she is a visitor there, and the link that opens her analysis must not become part of a query.
    if (reason !== 'requested' && needsNoSession(pathname)) return;
    const returnUrl = reason === 'sessionLost' ? queryOfWayBack(href) : undefined;
    void router.navigate({
      to: '/auth/login',
      search: { reason, ...(returnUrl ? { returnUrl } : {}) },
      ...(returnUrl && { hash }),
      replace: reason === 'sessionLost',
    });
  });
}

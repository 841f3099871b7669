import { lazy, Suspense, useEffect, useState } from 'react';
import { dispatchLogout } from '../platform/logout.ts';
import { useSession } from '../platform/session.ts';

const SessionExpiringDialog = lazy(async () => ({
  default: (await import('./session-expiring-dialog.tsx')).SessionExpiringDialog,
}));

/** Warn this long before the session ends. */
const warningMilliseconds = 120_000;

/** Asks two minutes before an unused session ends; any call to the server renews it long before. */
export function SessionExpiring() {
  const endsAt = useSession((state) => state.endsAt);
  const [now, setNow] = useState(() => Date.now());
  const left = endsAt === null ? Number.POSITIVE_INFINITY : endsAt - now;
  const isOver = left <= 0;
  const isWarning = left <= warningMilliseconds && !isOver;

  useEffect(() => {
    if (endsAt === null) return undefined;
    const delay = Math.max(endsAt - warningMilliseconds - Date.now(), 0);
    // setTimeout counts in 31 bits; sessions are hours long, but a wrong server clock must not loop.
    const start = setTimeout(() => setNow(Date.now()), Math.min(delay + 50, 2 ** 31 - 1));
    return () => clearTimeout(start);
  }, [endsAt]);

  useEffect(() => {
    if (!isWarning) return undefined;
    const tick = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(tick);
  }, [isWarning]);

  useEffect(() => {
    if (isOver) dispatchLogout('sessionLost');
  }, [isOver]);

  if (!isWarning) return null;
  return (
    <Suspense fallback={null}>
      <SessionExpiringDialog left={left} />
    </Suspense>
  );
}

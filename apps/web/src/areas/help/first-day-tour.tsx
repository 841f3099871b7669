import { closeTour } from '@depotwerk/api/auth/account';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { useSession } from '../../platform/session.ts';
import { useIsDialogOpen } from '../../ui/open-dialogs.ts';
import { Tour } from './tour.tsx';

/** Where this browser remembers it, should the server not have heard of it. */
const storageKey = 'depotwerk.tour';

function isClosedHere(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    // A browser that keeps nothing asks the server alone.
    return false;
  }
}

/**
 * The tour as it starts by itself: once no other window is open and it is not held back, and never again when it was closed.
 * A page something was written on holds it back until it is left.
 */
export function FirstDayTour({
  isHeld,
  onReady,
}: {
  readonly isHeld: boolean;
  readonly onReady: () => void;
}) {
  // Its code is there: from now on it decides itself when it opens.
  useEffect(onReady, [onReady]);
  const isOtherOpen = useIsDialogOpen();
  const [state, setState] = useState<'waiting' | 'open' | 'closed'>(isClosedHere() ? 'closed' : 'waiting');
  // What was written stands there half-filled until its page is left, also once no field is focused any more.
  const { pathname } = useLocation();
  const [writtenOn, setWrittenOn] = useState<string | null>(null);
  if (isHeld && writtenOn !== pathname) setWrittenOn(pathname);
  const isInTheWay = isOtherOpen || isHeld || writtenOn === pathname;
  if (state === 'waiting' && !isInTheWay) setState('open');
  if (state !== 'open') return null;
  const close = () => {
    setState('closed');
    try {
      localStorage.setItem(storageKey, 'closed');
    } catch {
      // As above.
    }
    callApi(closeTour, {}).then(
      () =>
        useSession.setState(({ user: current }) => {
          if (current === null) return {};
          const { isTourDue: _due, ...rest } = current;
          return { user: rest };
        }),
      // The next sign-in elsewhere offers it once more; here it stays closed.
      () => undefined,
    );
  };
  return <Tour onClose={close} />;
}

import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useUiState } from '../platform/ui-state.ts';

/** The entry a page stands for in a list: `/contracts/17` of `/contracts/17/portfolio`. */
const entryOf = (pathname: string): string => pathname.split('/').slice(0, 3).join('/');

/** The link of a page that leads to the entry, whatever part of it. */
const linkTo = (entry: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].find(
    (link) => entryOf(new URL(link.href).pathname) === entry,
  );

/**
 * Who comes back from what was opened in a list by the browser's back button goes on where she was: the link she followed has the
 * focus, which went with the page (whoever works by keyboard would begin at the top of the list again).
 */
export function Returning() {
  const router = useRouter();
  useEffect(() => {
    let isBack = false;
    const ends = [
      router.history.subscribe(({ action }) => {
        isBack = action.type === 'BACK' || (action.type === 'GO' && action.index < 0);
      }),
      router.subscribe('onResolved', ({ pathChanged, fromLocation, toLocation }) => {
        if (!pathChanged) return;
        const left = entryOf(fromLocation?.pathname ?? '');
        const returningFromSuccessorView = isBack && left !== entryOf(toLocation.pathname);
        useUiState.setState({ returningFromSuccessorView });
        // A heading has the focus only where nothing else took it: it is where a page begins.
        const focused = document.activeElement;
        const isFree = focused === document.body || focused?.tagName === 'H1';
        if (returningFromSuccessorView && isFree) linkTo(left)?.focus({ preventScroll: true });
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [router]);
  return null;
}

import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * What had the focus may be gone, and the focus with it: whoever goes on by keyboard or has the page read out begins at its heading then,
 * without being scrolled there. What is still there keeps it.
 */
export function catchLostFocus(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('main h1[tabindex]')?.focus({ preventScroll: true });
}

/** The same after what was done took away the button it was asked for with. */
export function catchFocus(): void {
  // What was loaded anew is drawn, and the dialog has given the focus back, a frame later.
  requestAnimationFrame(() => requestAnimationFrame(catchLostFocus));
}

/** The same for what goes by itself: when this element is taken away with the focus in it. */
export function useCaughtFocus<Kind extends HTMLElement>(): RefObject<Kind | null> {
  const own = useRef<Kind>(null);
  useLayoutEffect(() => {
    const element = own.current;
    return () => {
      if (element?.contains(document.activeElement)) catchFocus();
    };
  }, []);
  return own;
}

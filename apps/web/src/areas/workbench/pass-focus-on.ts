import { type RefObject, useLayoutEffect, useRef } from 'react';
import { catchLostFocus } from '../../ui/catch-focus.ts';

/**
 * For a row that goes once its task is done: the focus it had goes on to the next row, to whichever group that belongs, or to the heading
 * after the last one. Whoever works the list off by keyboard, or has it read out, does not begin anew at the top of the page.
 */
export function usePassFocusOn(): RefObject<HTMLLIElement | null> {
  const row = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const own = row.current;
    return () => {
      if (own === null || !own.contains(document.activeElement)) return;
      const rows = [...document.querySelectorAll(`.${own.classList[0]}`)];
      const next = rows[rows.indexOf(own) + 1] ?? rows[rows.indexOf(own) - 1];
      // The next group may still be drawn anew.
      requestAnimationFrame(() => {
        // Something else has it meanwhile: a dialog, or another page.
        if (document.activeElement !== document.body) return;
        if (next?.isConnected) next.querySelector('button')?.focus({ preventScroll: true });
        else catchLostFocus();
      });
    };
  }, []);
  return row;
}

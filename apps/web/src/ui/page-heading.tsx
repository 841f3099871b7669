import type { ReactNode } from 'react';
import { useCaughtFocus } from './catch-focus.ts';

/**
 * The heading a page begins at, also of a page that is on its way, missing or failed: it takes the focus that was lost with the page before
 * (`catchLostFocus`), and hands it to the next one where what was waited for comes in its place.
 */
export function PageHeading({ children, isHidden }: { children: ReactNode; isHidden?: boolean }) {
  const heading = useCaughtFocus<HTMLHeadingElement>();
  return (
    <h1 ref={heading} tabIndex={-1} className={isHidden ? 'visually-hidden' : undefined}>
      {children}
    </h1>
  );
}

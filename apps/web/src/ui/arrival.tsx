import { type ReactNode, useEffect, useRef } from 'react';

/** For what takes the place of something else: what was focused has gone with that, so it is focused itself. */
export function useArrival<Kind extends HTMLElement>() {
  const place = useRef<Kind>(null);
  useEffect(() => place.current?.focus(), []);
  return place;
}

/** What took the place of a form that was sent, or of what was done with. */
export function Arrival({ children }: { children: ReactNode }) {
  return (
    <div ref={useArrival()} tabIndex={-1}>
      {children}
    </div>
  );
}

import { type ReactNode, useEffect, useRef } from 'react';

/** For what takes the place of something else: what was focused has gone with that, so it is focused itself. */
function useArrival<Kind extends HTMLElement>() {
  const place = useRef<Kind>(null);
  useEffect(() => place.current?.focus(), []);
  return place;
}

/** Head of a step that took the place of another. */
export function StepHeading({ children }: { children: ReactNode }) {
  return (
    <h3 ref={useArrival()} tabIndex={-1} className="analysis__step-heading">
      {children}
    </h3>
  );
}

/** What took the place of a form that was sent. */
export function Arrival({ children }: { children: ReactNode }) {
  return (
    <div ref={useArrival()} tabIndex={-1}>
      {children}
    </div>
  );
}

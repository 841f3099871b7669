import { type ReactNode, useEffect, useRef } from 'react';

/** Head of a step that took the place of another: what was focused has gone, so it is focused itself. */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h3 ref={heading} tabIndex={-1} className="analysis__step-heading">
      {children}
    </h3>
  );
}

import type { ReactNode } from 'react';
import { useArrival } from '../../ui/arrival.tsx';

/** Head of a step that took the place of another. */
export function StepHeading({ children }: { children: ReactNode }) {
  return (
    <h3 ref={useArrival()} tabIndex={-1} className="analysis__step-heading">
      {children}
    </h3>
  );
}

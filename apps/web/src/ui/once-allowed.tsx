import { type ReactNode, useState } from 'react';

/**
 * A form that opens only for those who may use it and then stays, whatever becomes of their rights: what was typed is not lost
 * with them, and the refusal is read where it was met.
 */
export function OnceAllowed({ isAllowed, children }: { isAllowed: boolean; children: ReactNode }) {
  const [wasAllowed, setWasAllowed] = useState(isAllowed);
  if (isAllowed && !wasAllowed) setWasAllowed(true);
  return isAllowed || wasAllowed ? children : null;
}

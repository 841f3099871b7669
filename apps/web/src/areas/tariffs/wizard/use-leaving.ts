import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { addressOf } from './wizard-link.tsx';

interface Options {
  /** Paths of the wizard's own steps. */
  readonly ownPaths: readonly string[];
  readonly flush: () => Promise<boolean>;
}

/** Ways out of a wizard that need no question: its own steps, and pages it sends the user to itself. */
export function useLeaving({ ownPaths, flush }: Options) {
  const navigate = useNavigate();
  const isSent = useRef(false);
  return {
    isInside: (pathname: string) => isSent.current || ownPaths.includes(pathname),
    leaveFor: async (href: string) => {
      // What could not be stored is asked about like on any other way out.
      isSent.current = await flush();
      try {
        await navigate(addressOf(href));
      } finally {
        isSent.current = false;
      }
    },
  };
}

import { useState } from 'react';

interface Action {
  isBusy: boolean;
  /** What went wrong the last time; null while nothing did. */
  failure: unknown;
  /**
   * Does one thing at a time somebody asked for: busy until it is done, and what went wrong is kept for the form to say.
   * `onFailure` does what else a failure asks for, as reading anew what somebody else changed.
   */
  act: (action: () => Promise<unknown>, onFailure?: (failure: unknown) => unknown) => Promise<void>;
  /** What went wrong does not hold any more, because something else is wanted now. */
  forget: () => void;
}

/** What dialogs, cards and buttons have in common that do something on the server. */
export function useAction(): Action {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  return {
    isBusy,
    failure,
    act: async (action, onFailure) => {
      setBusy(true);
      setFailure(null);
      try {
        await action();
      } catch (error) {
        setFailure(error);
        await onFailure?.(error);
      } finally {
        setBusy(false);
      }
    },
    forget: () => setFailure(null),
  };
}

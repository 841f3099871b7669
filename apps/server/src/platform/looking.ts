/** Work that looks for something to do every now and then, one look at a time, until stopped. */
export interface Looking {
  /** Ends it and waits for the look under way. */
  stop(): Promise<void>;
}

/**
 * Looks every so many milliseconds; a look that takes longer is not overtaken.
 * @param onFailure what to do with a failed look; the next one tries again
 * @param first whether it looks at once, or waits for the first time as between two looks
 */
export function startLooking(
  everyMilliseconds: number,
  look: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
  first: 'at once' | 'later' = 'later',
): Looking {
  let underWay: Promise<unknown> = Promise.resolve();
  let isLooking = false;
  const next = () => {
    if (isLooking) return;
    isLooking = true;
    underWay = look()
      .catch(onFailure)
      .finally(() => {
        isLooking = false;
      });
  };
  const timer = setInterval(next, everyMilliseconds);
  timer.unref();
  if (first === 'at once') next();
  return {
    stop: async () => {
      clearInterval(timer);
      await underWay;
    },
  };
}

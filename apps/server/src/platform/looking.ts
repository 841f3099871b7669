/** Work that looks for something to do every now and then, one look at a time, until stopped. */
export interface Looking {
  /** Ends it and waits for the look under way. */
  stop(): Promise<void>;
}

/**
 * Looks every so many milliseconds; a look that takes longer is not overtaken.
 * @param onFailure what to do with a failed look; the next one tries again
 */
export function startLooking(
  everyMilliseconds: number,
  look: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
): Looking {
  let underWay: Promise<unknown> = Promise.resolve();
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    underWay = look()
      .catch(onFailure)
      .finally(() => {
        isLooking = false;
      });
  }, everyMilliseconds);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await underWay;
    },
  };
}

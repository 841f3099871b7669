/** Longer than the work takes on a busy machine, so that the time tells nothing about the name. */
const evenMilliseconds = 300;

/** Does the work and returns after a fixed time, whatever there was to do. */
export async function answerEvenly(work: () => Promise<void>): Promise<void> {
  const pause = new Promise<void>((resolve) => {
    setTimeout(resolve, evenMilliseconds);
  });
  await Promise.all([work(), pause]);
}

import { startTransition, useEffect, useState } from 'react';
import type { MatrixStore } from './matrix-store.ts';

/** Quiet until what stands beside a matrix looks again: a pause between two keys of somebody who types is enough. */
const quietMilliseconds = 140;
/** It looks this often at least while nothing rests. */
const longestMilliseconds = 500;

/** Counts up after changes of the matrix (shares, rows, active column), in pauses, so that no key waits for it. */
export function useThrottledStore(store: MatrixStore): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waitingSince: number | undefined;
    const look = () => {
      waitingSince = undefined;
      // A key that comes meanwhile goes first.
      startTransition(() => setCount((before) => before + 1));
    };
    const changed = () => {
      const now = performance.now();
      waitingSince ??= now;
      clearTimeout(timer);
      timer = setTimeout(look, Math.min(quietMilliseconds, waitingSince + longestMilliseconds - now));
    };
    const stops = (['values', 'rows', 'active'] as const).map((topic) =>
      store.topics.subscribe(topic, changed),
    );
    stops.push(
      store.topics.subscribe('replaced', () => {
        clearTimeout(timer);
        waitingSince = undefined;
        setCount((before) => before + 1);
      }),
    );
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [store]);
  return count;
}

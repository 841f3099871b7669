import { startTransition, useEffect, useState } from 'react';
import type { MatrixStore } from './matrix-store.ts';

/** Pause between two looks of what stands beside a matrix: often enough to move with it, seldom enough not to slow keys. */
const pauseMilliseconds = 120;

/** Counts up after changes of the matrix (shares, rows, active column), at most every 120 ms. */
export function useThrottledStore(store: MatrixStore): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        // A key that comes meanwhile goes first.
        startTransition(() => setCount((before) => before + 1));
      }, pauseMilliseconds);
    };
    const stops = (['values', 'rows', 'active'] as const).map((topic) => store.topics.subscribe(topic, look));
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [store]);
  return count;
}

import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work in memory before others of the process have their turn. */
const longestTurn = 20;

/**
 * What work in memory awaits between two items, however long it takes over all: requests and connections of the same process have their
 * turn as soon as one was long enough. Awaiting what is at hand already gives nobody a turn.
 */
export function takeTurns(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began <= longestTurn) return;
    await setImmediate();
    began = performance.now();
  };
}

/**
 * Results of work in memory, one item after the other. In between, requests and connections of the same process have
 * their turn: planning a chunk of contracts takes seconds, and a connection that hears nothing for two is given up.
 */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  const turn = takeTurns();
  for (const item of items) {
    await turn();
    results.push(work(item));
  }
  return results;
}

/** What comes of work that is done step by step, with such turns between the steps. */
export async function inTurns<Result>(steps: Iterator<undefined, Result>): Promise<Result> {
  const turn = takeTurns();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await turn();
  }
}

import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work in memory before others of the process have their turn. */
const longestTurn = 20;

/**
 * Results of work in memory, one item after the other. In between, requests and connections of the same process have
 * their turn: planning a chunk of contracts takes seconds, and a connection that hears nothing for two is given up.
 */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let began = performance.now();
  for (const item of items) {
    if (performance.now() - began > longestTurn) {
      await setImmediate();
      began = performance.now();
    }
    results.push(work(item));
  }
  return results;
}

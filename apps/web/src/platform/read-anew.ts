import { queryClient } from './query-client.ts';
import type { QueryRoot } from './query-keys.ts';

/** Has everything of these kinds read again: at once what is on screen, the rest when it is looked at next. */
export async function readAnew(...roots: readonly QueryRoot[]): Promise<void> {
  await Promise.all(roots.map((root) => queryClient.invalidateQueries({ queryKey: [root] })));
}

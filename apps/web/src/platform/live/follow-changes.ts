import { followChanges, liveChange } from '@depotwerk/api/live/live';
import type * as z from 'zod/mini';
import { openAnswer } from '../api-client.ts';
import { ApiError } from '../api-error.ts';
import { probeServer, reportServer } from '../connectivity.ts';
import { dispatchLogout } from '../logout.ts';
import { queryClient } from '../query-client.ts';
import { seenPosition } from '../seen-position.ts';
import { parseKnown } from '../without-unknown.ts';
import { createChangeRefresher } from './refresh-changed.ts';

type Change = z.infer<typeof liveChange>;

/** Milliseconds between two tries; where the stream cannot be held, also between two looks at everything. */
const waits = [1000, 5000, 15_000, 30_000] as const;
const name = 'depotwerk.live';
/** What a tab says that begins to listen: what it shows was read before. */
const asking = 'asking';
/** What the tab that holds the connection says when it cannot hold it: the others make no call that could tell them. */
const unheld = 'unheld';
/** Milliseconds for which the tab that holds the connection repeats to others what it heard. */
const repeatedFor = 10_000;

/**
 * Follows what changes in the house while somebody is signed in. One tab holds the connection and tells the others: browsers
 * keep six connections to a server, and a tab that waits for events would take one of them each. Answers what ends it.
 * @param isHouse false for a customer, whose pages ask for nothing by themselves: she hears only that her session is over
 */
export function startFollowing(isHouse: boolean): () => void {
  const refresher = createChangeRefresher(queryClient);
  const take = ({ topics, everything, position }: Change): void => {
    // What is asked for now must show what has changed, whoever answers.
    seenPosition.takeChange(position);
    refresher.take(topics, everything);
  };
  const ending = new AbortController();
  const { signal } = ending;
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name);
  let heard: readonly { readonly at: number; readonly change: Change }[] = [];
  const heardLately = () => heard.filter(({ at }) => at > Date.now() - repeatedFor);
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === unheld) void probeServer();
    if (data === asking) for (const { change } of heardLately()) channel.postMessage(change);
    const change = parseKnown(liveChange, data);
    if (change.success) take(change.data);
  });
  const tell = (change: Change): void => {
    if (!isHouse) return;
    heard = [...heardLately(), { at: Date.now(), change }];
    take(change);
    channel?.postMessage(change);
  };
  channel?.postMessage(asking);
  const lose = (): void => {
    void probeServer();
    channel?.postMessage(unheld);
  };
  const hold = () => holdStream(tell, lose, signal);
  // Only where the page came by https or from this machine; elsewhere every tab holds its own.
  const locks: LockManager | undefined = navigator.locks;
  void (locks === undefined ? hold() : locks.request(name, { signal }, hold)).catch(() => {});
  return () => {
    ending.abort();
    channel?.close();
    refresher.stop();
  };
}

/** The session was ended elsewhere: by another device, a new password, an administrator. */
const isSessionOver = (error: unknown) => error instanceof ApiError && error.code === 'auth.sessionOver';

/**
 * Keeps a stream open as long as the signal lets it; what may have been missed in between is asked for as a whole. A session
 * that is over ends the stream, and the page with it.
 * @param lose told each time it could not be held again
 */
async function holdStream(
  tell: (change: Change) => void,
  lose: () => void,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  let wasOver = false;
  while (!signal.aborted) {
    try {
      const response = await openAnswer(followChanges, { signal });
      reportServer(true);
      if (failures > 0) tell({ topics: [], everything: true });
      failures = 0;
      wasOver = false;
      await readEvents(response, tell);
    } catch (error) {
      if (signal.aborted) return;
      if (isSessionOver(error)) {
        if (wasOver) return dispatchLogout('sessionLost');
        // Whoever signs out in another tab says so there, and this page leaves as she wished.
        wasOver = true;
        await pause(waits[0], signal);
        continue;
      }
      wasOver = false;
      failures += 1;
      // A single try may fail on its way. And the stream alone may be refused there: then the server lives, and nothing is told.
      if (failures > 1) lose();
      await pause(waits[Math.min(failures, waits.length) - 1] ?? waits[0], signal);
      // Without a stream everything is asked for now and then: for the first time after 21 seconds.
      if (failures > 2) tell({ topics: [], everything: true });
    }
  }
}

/** Lines of server-sent events as our server writes them: one `data` an event, an empty line after each. */
async function readEvents(response: Response, tell: (change: Change) => void): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done = true, value = '' } = (await reader?.read()) ?? {};
    if (done) return;
    const events = (text + value).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const change = event.startsWith('data: ')
        ? parseKnown(liveChange, JSON.parse(event.slice(6)))
        : undefined;
      if (change?.success) tell(change.data);
    }
  }
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

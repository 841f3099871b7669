import { AsyncLocalStorage } from 'node:async_hooks';
import { laterPosition } from '@depotwerk/api/data-position';

/** What one call of somebody asks of the data it reads, and how far it has seen it. */
export interface AskedRead {
  /** How far its caller has seen the database; null = nobody knows. */
  readonly seen: bigint | null;
  /** Its reads may be answered by a replica. */
  readonly mayLag: boolean;
  /** How far the database had come, at least, after what was read; null = nothing was. */
  position: bigint | null;
  /** A transaction was begun: what was read says nothing of where it ended. */
  hasWritten: boolean;
}

const calls = new AsyncLocalStorage<AskedRead | null>();

/** What the call under way asks of its reads; null outside of calls, and in {@link onPrimary}. */
export const askedRead = (): AskedRead | null => calls.getStore() ?? null;

export function noteSeen(asked: AskedRead, position: bigint | null): void {
  asked.position = laterPosition(asked.position, position);
}

/**
 * Reads from the primary, whatever the call allows: for what others are given as well, who may have seen more than who
 * asks now, such as a count that is kept.
 */
export const onPrimary = <T>(work: () => T): T => calls.run(null, work);

/** How calls that may lag are told apart from the others; given where there is a replica. */
export interface ReadPositions {
  /** How far the primary has come: whoever sees it from there on sees all that is visible now. Null where it does not say. */
  now(): Promise<bigint | null>;
  /** Runs a call; with its answer how far the database had come, null where that is not known. */
  around<T>(
    asks: Pick<AskedRead, 'seen' | 'mayLag'>,
    work: () => Promise<T>,
  ): Promise<{ readonly answer: T; readonly position: bigint | null }>;
}

export function createReadPositions(now: ReadPositions['now']): ReadPositions {
  return {
    now,
    around: async (asks, work) => {
      const asked: AskedRead = { ...asks, position: null, hasWritten: false };
      const answer = await calls.run(asked, work);
      // Who has written is told a place behind it, or none: then he asks the primary.
      const position = asked.hasWritten ? await now().catch(() => null) : asked.position;
      return { answer, position };
    },
  };
}

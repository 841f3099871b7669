import { AsyncLocalStorage } from 'node:async_hooks';
import type { RoundTrip } from '../database/round-trip.ts';

export type WorkKind = 'call' | 'job';

/** What a process is asked or has taken on to do, by the id of its call or the type of its job. */
export interface Work {
  readonly kind: WorkKind;
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Told of everything that is worked on. Must not throw. */
export interface WorkObserver {
  /** Begins to watch a work; what is returned is told of its statements and of its end. */
  begin(work: Work): WatchedWork;
  /** Hands out what is still held back. */
  close(): Promise<void>;
}

export interface WatchedWork {
  statement(trip: RoundTrip): void;
  /** With the status of the answer; null where a job went well. */
  end(status: number | null, fault: unknown): void;
}

export interface Telemetry {
  /** Runs a work so that its statements are known as its own; the status is read off its fault or given with it. */
  around<T>(work: Work, run: () => Promise<T>, statusOf: (fault: unknown) => number | null): Promise<T>;
  /** Told by the database after each round trip. */
  readonly onRoundTrip: (trip: RoundTrip) => void;
  close(): Promise<void>;
}

interface Logger {
  readonly info: (values: object, message: string) => void;
}

/** A statement is found again by its beginning; what follows is mostly more columns. */
const longestStatement = 400;

/**
 * Knows which call or job a statement belongs to: those slower than `slowMs` stand in the log with it, and an observer
 * (OpenTelemetry) hears of all. Parameters are never told, so nobody's data is.
 */
export function createTelemetry(options: {
  readonly logger: Logger;
  readonly slowMs: number;
  readonly observer: WorkObserver | null;
}): Telemetry {
  const { logger, slowMs, observer } = options;
  const current = new AsyncLocalStorage<{ readonly work: Work; readonly watched: WatchedWork | null }>();
  return {
    around(work, run, statusOf) {
      const watched = observer?.begin(work) ?? null;
      return current.run({ work, watched }, async () => {
        try {
          const result = await run();
          watched?.end(statusOf(null), null);
          return result;
        } catch (fault) {
          watched?.end(statusOf(fault), fault);
          throw fault;
        }
      });
    },
    onRoundTrip(trip) {
      const store = current.getStore();
      store?.watched?.statement(trip);
      if (trip.milliseconds < slowMs) return;
      logger.info(
        {
          [store?.work.kind ?? 'work']: store?.work.name ?? 'background',
          milliseconds: Math.round(trip.milliseconds),
          statement: shortened(trip.text),
        },
        'database.slow',
      );
    },
    close: () => observer?.close() ?? Promise.resolve(),
  };
}

/** A statement on one line, as much of it as tells it from others. */
export const shortened = (statement: string) =>
  statement.replaceAll(/\s+/g, ' ').trim().slice(0, longestStatement);

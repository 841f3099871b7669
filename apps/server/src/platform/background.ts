import { Slots } from './slots.ts';

/** Work an answer does not wait for: its failure is logged and never reaches a caller. */
export interface Background {
  /** Starts the work, or lets it wait its turn; nothing is dropped. */
  run(name: string, work: () => Promise<void>): void;
  /** Waits for everything under way (shutdown, tests). */
  settled(): Promise<void>;
}

interface Logger {
  readonly error: (values: object, message: string) => void;
}

/** More at once would only wait for connections. */
const atOnce = 50;

/** Keeps background work bounded and its failures in the log. */
export function createBackground(logger: Logger): Background {
  const pending = new Set<Promise<void>>();
  const slots = new Slots(atOnce);
  return {
    run(name, work) {
      const running = slots
        .use(work)
        .catch((error: unknown) => {
          logger.error(
            { name, err: { name: error instanceof Error ? error.name : 'unknown' } },
            'background.failed',
          );
        })
        .finally(() => {
          pending.delete(running);
        });
      pending.add(running);
    },
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

/** Work an answer does not wait for: its failure is logged and never reaches a caller. */
export interface Background {
  /** Starts the work unless too much is under way already. */
  run(name: string, work: () => Promise<void>): void;
  /** Waits for everything under way (shutdown, tests). */
  settled(): Promise<void>;
}

interface Logger {
  readonly error: (values: object, message: string) => void;
}

const maxPending = 50;

/** Keeps background work bounded and its failures in the log. */
export function createBackground(logger: Logger): Background {
  const pending = new Set<Promise<void>>();
  return {
    run(name, work) {
      if (pending.size >= maxPending) {
        logger.error({ name }, 'background.tooMuch');
        return;
      }
      const running = work()
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
      await Promise.all(pending);
    },
  };
}

import type pg from 'pg';
import { DatabaseUnavailable } from '../src/platform/database/database-errors.ts';
import type { useBookWorld } from './book-world.ts';

/** Where a process is killed, each once: the number of the statement and what it is after. */
export type Kills = Readonly<Record<string, readonly [place: number, after: string]>>;

/**
 * Lets the connections of a process die there, and no further ones. They end themselves in the middle of their statement: who
 * ends them from outside comes too late where the work is quick, or meets a connection that is not at work.
 */
export async function killWhere(owner: pg.Client, kills: Kills): Promise<void> {
  for (const [name, [place, after]] of Object.entries(kills)) {
    await owner.query(`create sequence ${name};
      create function cut_${name}() returns trigger language plpgsql security definer as $$
        begin if nextval('${name}') = ${place} then perform pg_terminate_backend(pg_backend_pid()); end if; return null; end $$;
      create trigger cut_${name} after ${after} execute function cut_${name}()`);
  }
}

/** Imports of a house whose processes die: `killWhere` says where, `runToEnd` starts anew as often as it takes. */
export function killedBook({ test, run }: Pick<ReturnType<typeof useBookWorld>, 'test' | 'run'>) {
  /** Runs an import again and again, as whoever starts a killed process anew, until it ends. */
  async function runToEnd(text: string) {
    for (let killed = 0; ; killed += 1) {
      try {
        return { killed, ...(await run(text)) };
      } catch (error) {
        // Anything but a connection that died is a fault, and no kill.
        if (!(error instanceof DatabaseUnavailable) || error.reason !== 'away' || killed > 9) throw error;
      }
    }
  }
  return { killWhere: (kills: Kills) => killWhere(test.owner, kills), runToEnd };
}

import type { useBookWorld } from './book-world.ts';

/** Where a process is killed, each once: the number of the statement and what it is after. */
export type Kills = Readonly<Record<string, readonly [place: number, after: string]>>;

/** Imports of a house whose processes die: `killWhere` says where, `runToEnd` starts anew as often as it takes. */
export function killedBook({ test, run }: Pick<ReturnType<typeof useBookWorld>, 'test' | 'run'>) {
  /** Lets the connections of a process die there, and no further ones. */
  async function killWhere(kills: Kills): Promise<void> {
    for (const [name, [place, after]] of Object.entries(kills)) {
      await test.owner.query(`create sequence ${name};
        create function cut_${name}() returns trigger language plpgsql security definer as $$
          begin if nextval('${name}') = ${place} then perform pg_terminate_backend(pg_backend_pid()); end if; return null; end $$;
        create trigger cut_${name} after ${after} execute function cut_${name}()`);
    }
  }
  /** Runs an import again and again, as whoever starts a killed process anew, until it ends. */
  async function runToEnd(text: string) {
    for (let killed = 0; ; killed += 1) {
      try {
        return { killed, ...(await run(text)) };
      } catch (error) {
        if (killed > 9) throw error;
      }
    }
  }
  return { killWhere, runToEnd };
}

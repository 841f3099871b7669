import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseTarget } from '../apps/server/src/platform/database/connection.ts';
import { onServer } from './database.ts';

/** Processor seconds used since the start of the machine or the processes. */
export interface ProcessorTime {
  readonly server: number;
  /** The thread of the server that answers; the rest are its helpers, the collector of memory, and jobs. */
  readonly serverThread: number;
  readonly postgres: number;
  readonly machine: number;
}

const ticksPerSecond = 100;

/** Fields of a stat file behind the name, which may hold blanks: state is 0, the parent 1. */
function statOf(path: string): string[] {
  const text = readFileSync(path, 'latin1');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

const own = (fields: readonly string[]) => (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
const ofEndedChildren = (fields: readonly string[]) =>
  (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;

/** A process with all below it; what has ended counts once its parent knows. */
function treeSeconds(root: number): number {
  const all = new Map<number, string[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      all.set(Number(name), statOf(`/proc/${name}/stat`));
    } catch {
      // It ended meanwhile.
    }
  }
  const below = Map.groupBy(all, ([, fields]) => Number(fields[1]));
  const sum = (pid: number): number => {
    const fields = all.get(pid);
    if (!fields) return 0;
    const children = below.get(pid) ?? [];
    return own(fields) + ofEndedChildren(fields) + children.reduce((total, [child]) => total + sum(child), 0);
  };
  return sum(root);
}

/** The process above all backends of a database on this machine; null = elsewhere, or not ours to look at. */
export async function postmasterOf(target: DatabaseTarget): Promise<number | null> {
  const [row] = await onServer<{ folder: string }>(
    target,
    "select setting as folder from pg_settings where name = 'data_directory'",
  );
  const file = join(row?.folder ?? '', 'postmaster.pid');
  if (!row || !existsSync('/proc/stat') || !existsSync(file)) return null;
  return Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
}

/** null = not to be had here. */
export function readProcessorTime(serverPid: number, postmaster: number | null): ProcessorTime | null {
  if (postmaster === null) return null;
  const [, ...ticks] = readFileSync('/proc/stat', 'latin1').split('\n', 1)[0]?.split(/ +/) ?? [];
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0] = ticks.map(Number);
  return {
    server: treeSeconds(serverPid),
    serverThread: own(statOf(`/proc/${serverPid}/task/${serverPid}/stat`)),
    postgres: treeSeconds(postmaster),
    machine: (user + nice + system + interrupts + soft) / ticksPerSecond,
  };
}

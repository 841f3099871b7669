import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, processStart } from '../embedded-postgres/processes.ts';
import { OperatorError } from '../operator-error.ts';

/** Holds a data folder for this process until `release`, or until the process is gone. */
export interface InstanceLock {
  release(): void;
}

/** The folder is in use by a living process. */
export class DataDirectoryInUse extends OperatorError {
  readonly pid: number;
  /** Where a server answers that holds it; null for a tool. */
  readonly port: number | null;

  constructor(dataDirectory: string, pid: number, port: number | null = null) {
    super(`Another instance (process ${pid}) already works on ${dataDirectory}.`);
    this.name = 'DataDirectoryInUse';
    this.pid = pid;
    this.port = port;
  }
}

interface Holder {
  readonly pid: number;
  /** Tells the holder from a later process with the same number. */
  readonly start: string;
  readonly port: number | null;
}

const pattern = /^instance-(\d+)\.lock$/;

/** Whether a name in the data folder is a lock: it is of a process, and copied elsewhere it tells of a stranger. */
export const isLockName = (name: string): boolean => pattern.test(name);

function generations(directory: string): number[] {
  return readdirSync(directory)
    .map((file) => Number(pattern.exec(file)?.[1] ?? 'NaN'))
    .filter((generation) => !Number.isNaN(generation))
    .sort((a, b) => b - a);
}

function fileOf(directory: string, generation: number): string {
  return join(directory, `instance-${generation}.lock`);
}

function readHolder(file: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('start' in value))
      return undefined;
    return typeof value.pid === 'number' && typeof value.start === 'string'
      ? {
          pid: value.pid,
          start: value.start,
          port: 'port' in value && typeof value.port === 'number' ? value.port : null,
        }
      : undefined;
  } catch {
    return undefined;
  }
}

function isHeld(holder: Holder | undefined): holder is Holder {
  if (!holder || !isAlive(holder.pid)) return false;
  return holder.start === '' || processStart(holder.pid) === holder.start;
}

/** The process that holds the folder now, if any. */
export function lockHolder(dataDirectory: string): number | undefined {
  const newest = generations(dataDirectory)[0];
  const holder = newest === undefined ? undefined : readHolder(fileOf(dataDirectory, newest));
  return isHeld(holder) ? holder.pid : undefined;
}

/**
 * Takes the folder. Lock files are numbered: a new holder makes the next number, which only one process can,
 * and thereby overrules files of dead processes without ever having to delete one that may be alive.
 * Throws `DataDirectoryInUse` when another living process holds it.
 * @param port where this process answers, for tools that work beside it; null for one that does not
 */
export async function lockDataDirectory(
  dataDirectory: string,
  port: number | null = null,
): Promise<InstanceLock> {
  const own = join(dataDirectory, `.instance-${process.pid}`);
  writeFileSync(own, JSON.stringify({ pid: process.pid, start: processStart(process.pid), port }), {
    mode: 0o600,
  });
  try {
    for (;;) {
      const newest = generations(dataDirectory)[0] ?? 0;
      const holder = newest === 0 ? undefined : readHolder(fileOf(dataDirectory, newest));
      if (isHeld(holder)) throw new DataDirectoryInUse(dataDirectory, holder.pid, holder.port);
      const file = fileOf(dataDirectory, newest + 1);
      if (takes(own, file) && generations(dataDirectory)[0] === newest + 1) {
        for (const older of generations(dataDirectory).slice(1)) {
          rmSync(fileOf(dataDirectory, older), { force: true });
        }
        return { release: () => rmSync(file, { force: true }) };
      }
      // Somebody was faster: look again at who that is.
      if (readHolder(file)?.pid === process.pid) rmSync(file, { force: true });
      await sleep(10);
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/** A hard link appears whole and only once. */
function takes(own: string, file: string): boolean {
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

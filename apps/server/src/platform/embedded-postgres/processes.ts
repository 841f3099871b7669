import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether the number is taken, be it by a dead process that its parent has not collected yet. */
export function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return true;
}

/** Whether a process with this id is alive, whoever owns it. */
export function isAlive(pid: number): boolean {
  return isTaken(pid) && !isZombie(pid);
}

/** Dead but not yet collected by its parent: holds nothing any more. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  return statFields(pid)?.[0] === 'Z';
}

/** Fields of /proc/PID/stat behind the command name, which may itself contain spaces and brackets. */
function statFields(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/**
 * A text that differs between two processes that had the same id one after the other (also across a
 * reboot); '' when the process is gone or the system does not tell.
 */
export function processStart(pid: number): string {
  if (process.platform === 'linux') {
    const ticks = statFields(pid)?.[19];
    if (ticks === undefined) return '';
    try {
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()}:${ticks}`;
    } catch {
      return ticks;
    }
  }
  if (process.platform === 'win32') return '';
  return runPs(['-o', 'lstart=', '-p', String(pid)]);
}

/** The command line of a process, '' when unknown. */
function commandLine(pid: number): string {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return '';
    }
  }
  return process.platform === 'win32' ? '' : runPs(['-o', 'command=', '-p', String(pid)]);
}

function runPs(args: string[]): string {
  try {
    return execFileSync('ps', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

/** Whether `pid` is a PostgreSQL server on this data folder (its command line names it). */
export function isPostmasterOf(pid: number, clusterDirectory: string): boolean {
  const command = commandLine(pid);
  return command.includes('postgres') && command.includes(clusterDirectory);
}

/** Processes of PostgreSQL working in this folder, also those whose postmaster is gone (Linux only). */
export function backendsIn(clusterDirectory: string): number[] {
  if (process.platform !== 'linux') return [];
  const found: number[] = [];
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) continue;
    try {
      const folder = readlinkSync(`/proc/${pid}/cwd`);
      if (folder === clusterDirectory && commandLine(pid).includes('postgres')) found.push(pid);
    } catch {
      // Gone meanwhile, or another user's.
    }
  }
  return found;
}

/** Waits until `condition` holds, looking every 20 ms; false when `milliseconds` passed first. */
export async function waitUntil(condition: () => boolean, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (!condition()) {
    if (Date.now() > end) return false;
    await sleep(20);
  }
  return true;
}

/** Sends a signal; a process that is gone is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone already.
  }
}

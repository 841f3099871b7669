import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { backendsIn, isAlive, isPostmasterOf, isTaken, signal, waitUntil } from './processes.ts';

function readPid(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, 'latin1'), 10);
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Ends whatever PostgreSQL still works on this cluster: a server whose supervisor was killed, or backends
 * whose server was. Removes `postmaster.pid` only after seeing that its number now belongs to somebody
 * else. False when something was still there after `milliseconds`.
 */
export async function endOrphans(
  clusterDirectory: string,
  socketLock: string,
  milliseconds: number,
  onWait: () => void,
): Promise<boolean> {
  const pidFile = join(clusterDirectory, 'postmaster.pid');
  const end = Date.now() + milliseconds;
  const pid = readPid(pidFile);
  if (pid !== undefined && isAlive(pid) && isPostmasterOf(pid, clusterDirectory)) {
    onWait();
    signal(pid, 'SIGINT');
    const hasEnded = await waitUntil(() => !isAlive(pid), milliseconds * 0.6);
    if (!hasEnded) signal(pid, 'SIGQUIT');
    if (!(await waitUntil(() => !isAlive(pid), end - Date.now()))) return false;
  }
  if (backendsIn(clusterDirectory).length > 0) {
    onWait();
    for (const backend of backendsIn(clusterDirectory)) signal(backend, 'SIGQUIT');
    if (!(await waitUntil(() => backendsIn(clusterDirectory).length === 0, end - Date.now()))) return false;
  }
  // PostgreSQL replaces the file of a dead server itself, but not while its number is taken: by a stranger, or by
  // the dead server as long as nobody collects it (containers without an init process).
  for (const file of [pidFile, socketLock]) {
    const holder = existsSync(file) ? readPid(file) : undefined;
    const isServer = holder !== undefined && isAlive(holder) && isPostmasterOf(holder, clusterDirectory);
    if (holder !== undefined && isTaken(holder) && !isServer) rmSync(file, { force: true });
  }
  return true;
}

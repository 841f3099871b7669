import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseTarget } from '../src/platform/database/connection.ts';
import { freePort, isListening } from './servers.ts';

const program = '/usr/sbin/pgbouncer';
/** `nobody` of Debian: PgBouncer refuses to be root. */
const nobody = 65_534;

/** Whether this machine has the PgBouncer of Debian; nothing of the product needs it. */
export const hasPooler = existsSync(program);

export interface Pooler {
  /** The same database through the pooler, and past it for what needs a session. */
  readonly target: DatabaseTarget;
  stop(): Promise<void>;
}

/** A real PgBouncer in transaction mode, with so few connections that clients take them from each other. */
export async function startPooler(direct: string, connections: number): Promise<Pooler> {
  const server = new URL(direct);
  const directory = mkdtempSync(join(tmpdir(), 'depotwerk-pooler-'));
  const port = await freePort();
  const users = join(directory, 'users.txt');
  const settings = join(directory, 'pgbouncer.ini');
  writeFileSync(users, `"${server.username}" "${decodeURIComponent(server.password)}"\n`);
  writeFileSync(
    settings,
    `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 200
server_login_retry = 1
query_wait_timeout = 60
`,
  );
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const file of [directory, users, settings]) chownSync(file, nobody, nobody);
  const child = spawn(program, [settings], { stdio: 'ignore', ...(isRoot && { uid: nobody, gid: nobody }) });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const through = new URL(direct);
  through.port = String(port);
  const stop = async () => {
    child.kill('SIGKILL');
    await gone;
    rmSync(directory, { recursive: true, force: true });
  };
  for (let attempt = 0; !(await isListening(port)); attempt += 1) {
    if (attempt > 100 || child.exitCode !== null) {
      await stop();
      throw new Error('PgBouncer did not start');
    }
    await sleep(50);
  }
  return { target: { kind: 'url', url: through.href, directUrl: direct }, stop };
}

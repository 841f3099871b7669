import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { patienceWithStart } from './patience.ts';

const root = resolve(import.meta.dirname, '../..');

export interface EmptyHouse {
  readonly url: string;
  /** One-time address of the first administrator, as the console shows it. */
  readonly firstLink: string;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => {
    probe.listen(0, '127.0.0.1', () => done());
  });
  const address = probe.address();
  await new Promise<void>((done) => {
    probe.close(() => done());
  });
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.');
  return address.port;
}

/**
 * The product as a firm starts it: empty folder, no demo, with further settings if wanted. Reads the first link from
 * the console.
 */
export async function startEmptyHouse(settings: Record<string, string> = {}): Promise<EmptyHouse> {
  const folder = await mkdtemp(join(tmpdir(), 'depotwerk-empty-'));
  const port = await freePort();
  const product = spawn(process.execPath, ['tools/start.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      BANK_PORT: '0',
      DATA_DIR: join(folder, 'data'),
      DEMO: 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  product.stdout.on('data', (part: Buffer) => {
    output += part.toString();
  });
  product.stderr.on('data', (part: Buffer) => {
    output += part.toString();
  });
  const ended = new Promise<void>((done) => {
    product.once('exit', () => done());
  });
  const stop = async () => {
    product.kill('SIGTERM');
    await Promise.race([ended, pause(15_000).then(() => product.kill('SIGKILL'))]);
    await rm(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + patienceWithStart;
  while (Date.now() < deadline && product.exitCode === null) {
    const link = /http\S+\/auth\/activation\/credentials\?guid=[0-9a-f-]{36}/.exec(output)?.[0];
    const answer = link === undefined ? null : await fetch(`${url}/api/health/ready`).catch(() => null);
    if (link !== undefined && answer?.ok) return { url, firstLink: link, stop };
    await pause(200);
  }
  await stop();
  throw new Error(`The product did not start:\n${output.slice(-4000)}`);
}

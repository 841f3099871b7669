import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { findChromium } from '../../tools/find-chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Origin of the running product with the demo world. */
    productUrl: string;
    /** Origin of its practice bank. */
    bankUrl: string;
    chromiumPath: string;
  }
}

const root = resolve(import.meta.dirname, '../..');
const patience = 240_000;

async function freePort(from: number): Promise<number> {
  for (let port = from; port < 27_000; port += 1) {
    const isFree = await new Promise<boolean>((done) => {
      const probe = createServer();
      probe.once('error', () => done(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
    });
    if (isFree) return port;
  }
  throw new Error('No free port between 26000 and 27000.');
}

/**
 * Starts the product as `npm start` does, on an empty folder with the demo world, and returns what ends it.
 * `E2E_URL` names one that runs already (quicker while writing journeys), `E2E_BANK_URL` its practice bank when that
 * is not on the next port.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env['E2E_URL'];
  if (running) {
    project.provide('productUrl', running);
    project.provide('bankUrl', process.env['E2E_BANK_URL'] ?? nextPort(running));
    project.provide('chromiumPath', await findChromium());
    return async () => {};
  }
  const folder = await mkdtemp(join(tmpdir(), 'depotwerk-e2e-'));
  const port = await freePort(26_000);
  const bankPort = await freePort(port + 1);
  const product = spawn(process.execPath, ['tools/start.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), BANK_PORT: String(bankPort), DATA_DIR: folder, DEMO: 'on' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  product.stdout.on('data', (part: Buffer) => output.push(part.toString()));
  product.stderr.on('data', (part: Buffer) => output.push(part.toString()));
  const ended = new Promise<void>((done) => product.once('exit', () => done()));
  const productUrl = `http://127.0.0.1:${port}`;
  await waitUntilReady(productUrl, () => product.exitCode, output);
  project.provide('productUrl', productUrl);
  project.provide('bankUrl', `http://127.0.0.1:${bankPort}`);
  project.provide('chromiumPath', await findChromium());
  return async () => {
    product.kill('SIGTERM');
    await Promise.race([ended, pause(15_000).then(() => product.kill('SIGKILL'))]);
    await rm(folder, { recursive: true, force: true });
  };
}

function nextPort(address: string): string {
  const url = new URL(address);
  url.port = String(Number(url.port) + 1);
  return url.origin;
}

async function waitUntilReady(url: string, exitCode: () => number | null, output: string[]): Promise<void> {
  const deadline = Date.now() + patience;
  while (Date.now() < deadline) {
    if (exitCode() !== null) break;
    const answer = await fetch(`${url}/api/health/ready`).catch(() => null);
    if (answer?.ok) return;
    await pause(200);
  }
  throw new Error(`The product did not start:\n${output.join('').slice(-4_000)}`);
}

import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { folderOfTestData } from '../../apps/server/test/folder-of-test-data.ts';
import { findJourneyBrowser } from '../../tools/find-chromium.ts';
import { patienceWithStart } from './patience.ts';

/** Where a running product with the demo world is found. */
export interface Product {
  readonly url: string;
  /** Origin of its practice bank. */
  readonly bankUrl: string;
  /** Where its data lies; another server can be started beside it. */
  readonly folder: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each journey that runs at the same time. */
    products: Product[];
    chromiumPath: string;
  }
}

const root = resolve(import.meta.dirname, '../..');

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

/** Runs a program to its end. Throws with its last output when it fails. */
async function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  child.stdout.on('data', (part: Buffer) => output.push(part.toString()));
  child.stderr.on('data', (part: Buffer) => output.push(part.toString()));
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}:\n${output.join('').slice(-4_000)}`);
}

/**
 * Starts the product as `npm start` does, as often as journeys run at once, each on a copy of one folder with the demo
 * world, and returns what ends them. `E2E_URL` names one that runs already (quicker while writing journeys),
 * `E2E_BANK_URL` its practice bank when that is not on the next port, `E2E_DATA_DIR` its data when that is not in `.data`.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('chromiumPath', await findJourneyBrowser());
  const running = process.env['E2E_URL'];
  if (running) {
    project.provide('products', [
      {
        url: running,
        bankUrl: process.env['E2E_BANK_URL'] ?? nextPort(running),
        folder: resolve(root, process.env['E2E_DATA_DIR'] ?? '.data'),
      },
    ]);
    return async () => {};
  }
  const folder = await mkdtemp(join(folderOfTestData(), 'depotwerk-e2e-'));
  const started: RunningProduct[] = [];
  const end = async (): Promise<void> => {
    await Promise.all(started.map((product) => product.stop()));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const first = join(folder, '1');
    await run(process.execPath, ['tools/build.mjs']);
    await run(process.execPath, ['tools/demo.ts'], { DATA_DIR: first });
    for (let number = 1; number <= project.config.maxWorkers; number += 1) {
      const own = join(folder, String(number));
      // Not Node's copy: the files of PostgreSQL keep their owner.
      if (own !== first) await run('cp', ['-a', first, own]);
    }
    for (let number = 1; number <= project.config.maxWorkers; number += 1) {
      started.push(await startProduct(join(folder, String(number))));
    }
    await Promise.all(started.map((product) => product.ready()));
  } catch (error) {
    await end();
    throw error;
  }
  project.provide(
    'products',
    started.map(({ url, bankUrl, folder: own }) => ({ url, bankUrl, folder: own })),
  );
  return end;
}

interface RunningProduct extends Product {
  ready(): Promise<void>;
  stop(): Promise<void>;
}

/** Ports found free a moment ago, which another product has not opened yet. */
let nextFree = 26_000;

async function startProduct(folder: string): Promise<RunningProduct> {
  const port = await freePort(nextFree);
  const bankPort = await freePort(port + 1);
  nextFree = bankPort + 1;
  const product = spawn(process.execPath, ['tools/start.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), BANK_PORT: String(bankPort), DATA_DIR: folder, DEMO: 'on' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  product.stdout.on('data', (part: Buffer) => output.push(part.toString()));
  product.stderr.on('data', (part: Buffer) => output.push(part.toString()));
  const ended = new Promise<void>((done) => product.once('exit', () => done()));
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    bankUrl: `http://127.0.0.1:${bankPort}`,
    folder,
    ready: () => waitUntilReady(url, () => product.exitCode, output),
    stop: async () => {
      product.kill('SIGTERM');
      const isOver = await Promise.race([ended.then(() => true), pause(15_000, false, { ref: false })]);
      if (!isOver) product.kill('SIGKILL');
    },
  };
}

function nextPort(address: string): string {
  const url = new URL(address);
  url.port = String(Number(url.port) + 1);
  return url.origin;
}

async function waitUntilReady(url: string, exitCode: () => number | null, output: string[]): Promise<void> {
  const deadline = Date.now() + patienceWithStart;
  while (Date.now() < deadline) {
    if (exitCode() !== null) break;
    const answer = await fetch(`${url}/api/health/ready`).catch(() => null);
    if (answer?.ok) return;
    await pause(200);
  }
  throw new Error(`The product did not start:\n${output.join('').slice(-4_000)}`);
}

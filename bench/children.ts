import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoadPlan } from './load-client.ts';
import type { LoadResult } from './statistics.ts';

const fileBeside = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Puts load on a port from a process of its own. */
export async function putLoad(plan: LoadPlan): Promise<LoadResult> {
  const child = fork(fileBeside('load-client.ts'));
  child.send(plan);
  // The client sends exactly one message, its result.
  const [result] = (await once(child, 'message')) as [LoadResult];
  return result;
}

export interface RunningChild {
  readonly port: number;
  readonly pid: number | undefined;
  stop(): Promise<void>;
}

/** Starts the product as in production, on a database and a port, and waits until it answers. */
export async function startProduct(
  port: number,
  environment: Readonly<Record<string, string>>,
): Promise<RunningChild> {
  const child = fork(fileBeside('../apps/server/src/main.ts'), {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...cleanEnvironment(), ...environment, PORT: String(port), LOG_LEVEL: 'silent' },
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2000);
  });
  await answersOn(port, child).catch((error: unknown) => {
    throw new Error(`The server did not start: ${said}`, { cause: error });
  });
  return { port, pid: child.pid, stop: () => stopChild(child) };
}

/** Starts the yardstick handler. */
export async function startBareHandler(port: number, plan: object): Promise<RunningChild> {
  const child = fork(fileBeside('bare-handler.ts'));
  child.send({ ...plan, port });
  await once(child, 'message');
  return { port, pid: child.pid, stop: () => stopChild(child) };
}

/** Our own variables must not leak into the measured server. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { DATABASE_URL: _url, DATA_DIR: _folder, PORT: _port, DEMO: _demo, ...rest } = process.env;
  return rest;
}

/** Milliseconds until the first page answers. */
export async function answersOn(
  port: number,
  child: ChildProcess,
  path = '/api/health/ready',
): Promise<number> {
  const start = performance.now();
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`);
    const isUp = await fetch(`http://127.0.0.1:${port}${path}`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return performance.now() - start;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

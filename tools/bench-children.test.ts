import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** Starts the readers of the bench as it does, gives them their work and says their process. */
const parent = (port: number) => `
  import { fork } from 'node:child_process';
  const child = fork(${JSON.stringify(fileURLToPath(new URL('../bench/live-client.ts', import.meta.url)))}, { execArgv: [] });
  child.send(${JSON.stringify({ listeners: [{ port, token: '', streams: 1 }] })}, () => console.log(child.pid));
`;

// A killed bench left processes that went on with its jobs, and held its database and its streams.
it('what the bench started ends with it when it is killed', async () => {
  // Takes the stream and says nothing.
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const isConnected = once(server, 'connection');
  const bench = spawn(process.execPath, ['--input-type=module', '-e', parent(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(bench.stdout, 'data')) as [Buffer];
  expect(Number(said.toString())).toBeGreaterThan(0);
  await isConnected;
  // The child writes where the bench does: it closes once both have ended.
  const isClosed = once(bench.stdout, 'close').then(() => true);
  bench.kill('SIGKILL');
  expect(await isClosed).toBe(true);
  server.close();
});

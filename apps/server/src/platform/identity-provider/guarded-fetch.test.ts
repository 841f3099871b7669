import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGuardedFetch } from './guarded-fetch.ts';

let server: Server;
let address: string;
let asked = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1;
    if (request.url === '/away') response.writeHead(302, { location: '/' }).end();
    else response.end(request.url === '/large' ? 'x'.repeat(600_000) : 'ok');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

it('reaches this machine only where inner networks are allowed', async () => {
  expect(await (await createGuardedFetch(true)(address)).text()).toBe('ok');
  const guarded = createGuardedFetch(false);
  const port = address.split(':').at(-1);
  const before = asked;
  for (const url of [
    address,
    `https://127.0.0.1:${port}`,
    `https://localhost:${port}`,
    `https://[::ffff:127.0.0.1]:${port}`,
  ])
    await expect(guarded(url)).rejects.toThrow(/https|public/);
  expect(asked).toBe(before);
});

it('speaks plain http to this machine only, follows nothing and reads little', async () => {
  const fetch = createGuardedFetch(true);
  await expect(fetch('http://10.0.0.1/')).rejects.toThrow('https');
  expect((await fetch(`${address}/away`)).status).toBe(302);
  await expect(fetch(`${address}/large`)).rejects.toThrow('too large');
});

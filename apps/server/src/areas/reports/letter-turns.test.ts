import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { watchPeople } from '../../platform/http/watch-people.ts';
import { createLetterTurns } from './report-turns.ts';

/** Letters begun together, which end when they are let go. */
async function begin(arePeopleServed: () => boolean, letters: number) {
  const turns = createLetterTurns(arePeopleServed, 1);
  const ends: (() => void)[] = [];
  const made = Array.from({ length: letters }, () =>
    turns(() => new Promise<void>((resolve) => ends.push(resolve))),
  );
  await new Promise(setImmediate);
  return { ends, made };
}

it('letters for many are made together while nobody is served', async () => {
  const { ends, made } = await begin(() => false, 4);
  expect(ends).toHaveLength(4);
  for (const end of ends) end();
  await Promise.all(made);
});

it('and one after the other while somebody is', async () => {
  const { ends, made } = await begin(() => true, 3);
  for (const count of [1, 2, 3]) {
    expect(ends).toHaveLength(count);
    ends[count - 1]?.();
    await made[count - 1];
    await new Promise(setImmediate);
  }
});

it('a person is served for a second from each call on; a probe is nobody, nor is who watches work', async () => {
  let now = 0;
  const people = watchPeople(() => now);
  const server = createServer((_request, response) => response.end());
  people.watch(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server listening on an address has one.
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer();
  await ask('/api/health/ready');
  await ask('/api/metrics');
  await ask('/api/jobs/1');
  await ask('/assets/index.js');
  expect(people.arePeopleServed()).toBe(false);
  await ask('/api/contracts');
  expect(people.arePeopleServed()).toBe(true);
  now = 999;
  expect(people.arePeopleServed()).toBe(true);
  now = 1000;
  expect(people.arePeopleServed()).toBe(false);
  server.closeAllConnections();
  server.close();
});

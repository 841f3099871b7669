import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { uploadBook } from '@depotwerk/api/contracts/book-imports';
import { problem } from '@depotwerk/api/errors';
import { readHoldingFile } from '@depotwerk/api/prospects/depot-analysis';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { plainServer, withOtherCalls } from '../../../test/plain-server.ts';
import { createServer } from './create-server.ts';

let app: FastifyInstance;
let caller: Socket | undefined;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  app = await createServer({
    routes: withOtherCalls([]),
    authenticator: { authenticate: async () => null },
    ...plainServer,
    clock: Date.now,
  });
});
afterEach(async () => {
  vi.useRealTimers();
  caller?.destroy();
  await app.close();
});

const length = 1_400_000;
const path = `/api${readHoldingFile.path.replace(':guid', '0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0001')}`;
const end = `"}`;
const begin = `{"fileName":"a.csv","contentBase64":"`;

/** A request whose body has begun with `share` of its length, and what becomes of it. */
async function begun(share: number, asked = path) {
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const accepted = once(app.server, 'connection') as Promise<[Socket]>;
  const socket = connect({ port: Number(address.port), host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  caller = socket;
  const received = text(socket);
  const [ofServer] = await accepted;
  const isAsked = once(app.server, 'request');
  socket.write(
    `POST ${asked} HTTP/1.1\r\nhost: ${address.host}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`,
  );
  await isAsked;
  const before = ofServer.bytesRead;
  const first = begin + 'A'.repeat(Math.floor(length * share) - begin.length);
  socket.write(first);
  await vi.waitFor(() => expect(ofServer.bytesRead - before).toBe(first.length));
  return { socket, received, left: length - first.length };
}

it('a file that comes steadily over a poor line arrives', async () => {
  const { socket, received, left } = await begun(0.9);
  vi.advanceTimersByTime(36_000);
  socket.end('A'.repeat(left - end.length) + end);
  // Read to its end and handed to the call, which finds nothing.
  expect(await received).toMatch(/^HTTP\/1\.1 404 /);
});

it('a body that stands still is told after half a minute, and not before', async () => {
  const { socket, received } = await begun(0.01);
  const ends = vi.fn();
  socket.once('end', ends);
  vi.advanceTimersByTime(30_000);
  await new Promise(setImmediate);
  expect(ends).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2000);
  const [head = '', body = ''] = (await received).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 408 /);
  expect(head).toMatch(/^connection: close$/im);
  expect(problem.parse(JSON.parse(body))).toMatchObject({ code: 'common.badRequest', status: 408 });
});

it('what drips in after a good beginning ends once its time is used up', async () => {
  const { socket, received } = await begun(0.9);
  const dripping = setInterval(() => socket.write('A'), 2000);
  // 1.26 MB are 38 s at the least rate.
  vi.advanceTimersByTime(36_000);
  await new Promise(setImmediate);
  expect(socket.readableEnded).toBe(false);
  vi.advanceTimersByTime(4000);
  expect(await received).toMatch(/^HTTP\/1\.1 408 /);
  clearInterval(dripping);
});

it('a connection that was told and goes on sending is dropped', async () => {
  const { socket, received } = await begun(0.01);
  const counted = () =>
    new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  vi.advanceTimersByTime(32_000);
  await received;
  socket.write('A');
  expect(await counted()).toBe(1);
  vi.advanceTimersByTime(2000);
  await vi.waitFor(async () => expect(await counted()).toBe(0));
});

it('who was answered before all of it came gets no second answer', async () => {
  // Nobody signed in: that is said before the body is read.
  const { received } = await begun(0.01, `/api${uploadBook.path}`);
  vi.advanceTimersByTime(32_000);
  const answers = (await received).match(/HTTP\/1\.1 \d+/g);
  expect(answers).toEqual(['HTTP/1.1 401']);
});

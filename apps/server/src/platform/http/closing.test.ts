import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { allCalls } from '@depotwerk/api/all-calls';
import { listDemoOutbox } from '@depotwerk/api/auth/account';
import { problem } from '@depotwerk/api/errors';
import { describe, expect, it, vi } from 'vitest';
import { plainServer } from '../../../test/plain-server.ts';
import { AppError } from './app-error.ts';
import { createServer } from './create-server.ts';
import type { Route } from './route.ts';

/** A server whose outbox takes as long as `handle` does; all else is busy and does not say for how long. */
const serverOf = (handle: Route['handle']) =>
  createServer({
    routes: allCalls.map((call) => ({
      call,
      handle: call.id === listDemoOutbox.id ? handle : () => Promise.reject(new AppError('reports.busy')),
    })),
    authenticator: { authenticate: async () => null },
    ...plainServer,
    clock: Date.now,
  });
const path = `/api${listDemoOutbox.path}`;

it('answers what comes on a connection still in use while it closes as every 503: when to try again, and that nothing was begun', async () => {
  let letGo = (): void => {};
  let isAsked = (): void => {};
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  const app = await serverOf(async () => {
    isAsked();
    await new Promise<void>((resolve) => {
      letGo = resolve;
    });
    return [];
  });
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(address.port), '127.0.0.1');
  const received = text(socket);
  const ask = () => socket.write(`GET ${path} HTTP/1.1\r\nhost: ${address.host}\r\n\r\n`);
  await once(socket, 'connect');
  ask();
  await asked;
  const closed = app.close();
  // The second one has arrived before the first is answered.
  app.server.once('request', letGo);
  ask();
  const [, first = '', second = ''] = (await received).split('HTTP/1.1 ');
  await closed;
  expect(first).toMatch(/^200 /);
  const [head = '', body = ''] = second.split('\r\n\r\n');
  expect(head).toMatch(/^503 /);
  expect(head).toMatch(/^retry-after: \d+$/im);
  expect(head).toMatch(/^x-not-begun: 1$/im);
  expect(head).toMatch(/^content-type: application\/problem\+json/im);
  expect(problem.parse(JSON.parse(body)).code).toBe('common.unavailable');
});

it('says when to try again also where a handler did not', async () => {
  const app = await serverOf(async () => []);
  const answer = await app.inject(
    '/api/reports/public-report-data?reportType=costExamplePublic&guid=0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0002',
  );
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
  await app.close();
});

describe('a connection whose time is up', () => {
  /** What a client reads that has sent `sent` and then waits until the server gives up on it. */
  async function readUntilTimeout(sent: string): Promise<string> {
    const app = await serverOf(async () => []);
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const accepted = once(app.server, 'connection') as Promise<[Socket]>;
    const socket = connect(Number(port), '127.0.0.1');
    const received = text(socket);
    const [ofServer] = await accepted;
    socket.write(sent);
    await vi.waitFor(() => expect(ofServer.bytesRead).toBe(sent.length));
    // Node looks for such connections every two seconds.
    app.server.emit(
      'clientError',
      Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
      ofServer,
    );
    const answer = await received;
    await app.close();
    return answer;
  }

  it('says nothing where nothing was asked: a browser would take it for the answer to what it asks next', async () => {
    expect(await readUntilTimeout('')).toBe('');
  });

  it('is told that a request took too long where one had begun', async () => {
    expect(await readUntilTimeout('GET / HTTP/1.1\r\nhost: x')).toMatch(
      /^HTTP\/1\.1 408 Request Timeout\r\n/,
    );
  });

  it('ends within seconds of its ten, however steadily its head drips in', { timeout: 30_000 }, async () => {
    const app = await serverOf(async () => []);
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const began = performance.now();
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nhost: x\r\nx-slow: ');
    const dripping = setInterval(() => socket.write('a'), 500);
    const answer = await text(socket);
    clearInterval(dripping);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(performance.now() - began).toBeGreaterThan(9000);
    expect(performance.now() - began).toBeLessThan(20_000);
    await app.close();
  });
});

import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { listDemoOutbox } from '@depotwerk/api/account';
import { allCalls } from '@depotwerk/api/all-calls';
import { problem } from '@depotwerk/api/errors';
import { expect, it } from 'vitest';
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

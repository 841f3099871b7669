import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createHttpSmsProvider, signSms } from './http-sms-provider.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const secret = 'ein langes gemeinsames Geheimnis 123';
const message = { phoneNumber: '+4915121234567', text: 'Ihr Bestätigungscode lautet 123456.' };
let server: Server | undefined;
afterEach(
  () =>
    new Promise<void>((done) => {
      server?.closeAllConnections();
      if (server) server.close(() => done());
      else done();
    }),
);

/** A receiver that answers each request in turn; what it got and how long was waited in between. */
async function receiver(...answers: ((response: ServerResponse) => void)[]) {
  const received: Received[] = [];
  const waited: number[] = [];
  const own = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      answers[Math.min(received.length, answers.length) - 1]?.(response);
    });
  });
  server = own;
  await new Promise<void>((done) => own.listen(0, '127.0.0.1', done));
  // A server that listens on TCP has such an address.
  const { port } = own.address() as AddressInfo;
  const provider = createHttpSmsProvider({ url: `http://127.0.0.1:${port}/sms`, secret }, async (time) => {
    waited.push(time);
  });
  return { received, waited, send: () => provider.deliver(message) };
}
const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, headers).end('{"secret":"of the receiver"}');
const hangUp = (response: ServerResponse) => void response.destroy();

it('hands a message over once, signed over its moment and its bytes', async () => {
  const { received, send } = await receiver(status(202));
  await send();
  expect(received).toHaveLength(1);
  const { headers, body } = received[0] ?? { headers: {}, body: '' };
  expect(JSON.parse(body)).toEqual({
    id: headers['idempotency-key'],
    to: message.phoneNumber,
    text: message.text,
  });
  const timestamp = String(headers['x-depotwerk-timestamp']);
  expect(headers['x-depotwerk-signature']).toBe(signSms(secret, timestamp, body));
  expect(headers['x-depotwerk-signature']).not.toBe(signSms(secret, timestamp, `${body} `));
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(5);
});

it('signs as any other implementation of HMAC does', () => {
  expect(signSms('s', '1', '{}')).toBe('v1=b253639bcd705ed1cda3073f66104f16988bd40272584dea7d0d345ae93e61cc');
});

it.each([
  ['busy receivers', status(503)],
  ['too many messages', status(429)],
  ['dropped connections', hangUp],
])('tries again after %s, with the same id and growing pauses', async (_what, fault) => {
  const { received, waited, send } = await receiver(fault, fault, status(200));
  await send();
  expect(received).toHaveLength(3);
  expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  expect(waited).toEqual([1000, 3000]);
});

it.each([400, 401, 409])('does not ask twice when it is refused with %i', async (code) => {
  const { received, send } = await receiver(status(code));
  await expect(send()).rejects.toThrow(`refused with status ${code}`);
  expect(received).toHaveLength(1);
});

it('follows no redirect: the text goes where the operator said, nowhere else', async () => {
  const { received, send } = await receiver(status(307, { location: '/elsewhere' }), status(200));
  await expect(send()).rejects.toThrow('refused with status 307');
  expect(received).toHaveLength(1);
});

it('gives up after four attempts', async () => {
  const { received, waited, send } = await receiver(status(500));
  await expect(send()).rejects.toThrow('status 500');
  expect([received.length, waited]).toEqual([4, [1000, 3000, 9000]]);
});

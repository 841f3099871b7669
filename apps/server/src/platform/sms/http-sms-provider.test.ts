import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { signBody } from '../post-signed.ts';
import { createHttpSmsProvider } from './http-sms-provider.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const secret = 'ein langes gemeinsames Geheimnis 123';
const message = {
  key: '7d1b3f0e',
  phoneNumber: '+4915121234567',
  text: 'Ihr Bestätigungscode lautet 123456.',
};
let server: Server | undefined;
afterEach(
  () =>
    new Promise<void>((done) => {
      server?.closeAllConnections();
      if (server) server.close(() => done());
      else done();
    }),
);

/** A receiver that answers each request in turn, and what it got. */
async function receiver(...answers: ((response: ServerResponse) => void)[]) {
  const received: Received[] = [];
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
  const url = `http://127.0.0.1:${port}/sms`;
  const attempt = (allowsInner = true, sender: string | null = null) =>
    createHttpSmsProvider({ url, secret, sender }, allowsInner).attempt(message);
  return { received, attempt };
}
const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, headers).end('{"secret":"of the receiver"}');
const hangUp = (response: ServerResponse) => void response.destroy();

it('hands a message over, signed over its moment and its bytes', async () => {
  const { received, attempt } = await receiver(status(202));
  expect(await attempt()).toEqual({ kind: 'sent' });
  expect(received).toHaveLength(1);
  const { headers, body } = received[0] ?? { headers: {}, body: '' };
  expect(JSON.parse(body)).toEqual({ id: message.key, to: message.phoneNumber, text: message.text });
  expect(headers['idempotency-key']).toBe(message.key);
  const timestamp = String(headers['x-depotwerk-timestamp']);
  expect(headers['x-depotwerk-signature']).toBe(signBody(secret, timestamp, body));
  expect(headers['x-depotwerk-signature']).not.toBe(signBody(secret, timestamp, `${body} `));
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(5);
});

it('names the sender of the house', async () => {
  const { received, attempt } = await receiver(status(200));
  await attempt(true, 'Haus');
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ from: 'Haus' });
});

it('signs as any other implementation of HMAC does', () => {
  expect(signBody('s', '1', '{}')).toBe(
    'v1=b253639bcd705ed1cda3073f66104f16988bd40272584dea7d0d345ae93e61cc',
  );
});

it.each([
  ['busy receivers', status(503)],
  ['too many messages', status(429)],
  ['dropped connections', hangUp],
])('leaves a message for later after %s', async (_what, fault) => {
  const { received, attempt } = await receiver(fault);
  expect(await attempt()).toMatchObject({ kind: 'later' });
  expect(received).toHaveLength(1);
});

it.each([400, 401, 409])('is refused for good with %i', async (code) => {
  const { attempt } = await receiver(status(code));
  expect(await attempt()).toEqual({
    kind: 'refused',
    reason: `Die SMS-Schnittstelle hat die Nachricht abgelehnt (Code ${code}).`,
  });
});

it('follows no redirect: the text goes where the settings say, nowhere else', async () => {
  const { received, attempt } = await receiver(status(307, { location: '/elsewhere' }), status(200));
  expect(await attempt()).toMatchObject({ kind: 'refused' });
  expect(received).toHaveLength(1);
});

it('reaches no inner network where that is refused, and tells nothing of it', async () => {
  const { received, attempt } = await receiver(status(200));
  expect(await attempt(false)).toMatchObject({
    kind: 'later',
    reason: expect.stringContaining('nicht erlaubt'),
  });
  expect(received).toEqual([]);
});

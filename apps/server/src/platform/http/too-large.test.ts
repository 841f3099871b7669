import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { allCalls } from '@depotwerk/api/all-calls';
import { expect, it } from 'vitest';
import { plainServer } from '../../../test/plain-server.ts';
import { createServer } from './create-server.ts';

async function answerTo(length: number, sent: number) {
  const app = await createServer({
    routes: allCalls.map((call) => ({ call, handle: async () => null })),
    authenticator: { authenticate: async () => null },
    ...plainServer,
    clock: Date.now,
  });
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(address.port), '127.0.0.1');
  await once(socket, 'connect');
  const received = text(socket);
  const head = (method: string, path: string, more: string) =>
    `${method} ${path} HTTP/1.1\r\nhost: ${address.host}\r\n${more}\r\n`;
  socket.write(
    head('POST', '/api/auth/login', `content-type: application/json\r\ncontent-length: ${length}\r\n`),
  );
  const piece = 'x'.repeat(64 * 1024);
  // As slow as a line is: the answer is there long before the end.
  for (let left = sent; left > 0; left -= piece.length) {
    socket.write(piece.slice(0, left));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  if (sent === length) socket.write(head('GET', '/api/nothing', 'connection: close\r\n'));
  const answers = (await received).split('HTTP/1.1 ').slice(1);
  await app.close();
  return answers;
}

it('reads what is left of a body that is too large before it goes on with the connection', async () => {
  const [refused, next] = await answerTo(2_200_000, 2_200_000);
  expect(refused).toMatch(/^413 /);
  expect(refused).toContain('"code":"common.payloadTooLarge"');
  expect(next).toMatch(/^404 /);
});

it('closes on one that is far too large', async () => {
  const [refused, ...more] = await answerTo(1_000_000_000, 0);
  expect(refused).toMatch(/^413 /);
  expect(refused).toMatch(/^connection: close$/im);
  expect(more).toEqual([]);
});

import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { plainServer, withOtherCalls } from '../../../test/plain-server.ts';
import { createServer } from './create-server.ts';

it('a request that names two hosts, or none, or another version is refused: a proxy may have read the other one', async () => {
  const app = await createServer({
    routes: withOtherCalls([]),
    authenticator: { authenticate: async () => null },
    ...plainServer,
    clock: Date.now,
  });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const statusOf = (...hosts: string[]) => statusOfVersion('1.1', ...hosts);
  const statusOfVersion = async (version: string, ...hosts: string[]) => {
    const socket = connect(Number(port), '127.0.0.1');
    const received = text(socket);
    socket.write(`GET /api/nothing HTTP/${version}\r\n${hosts.join('')}connection: close\r\n\r\n`);
    return Number((await received).slice(9, 12));
  };
  expect(await statusOf('host: a.example\r\n')).toBe(404);
  expect(await statusOf('host: a.example\r\n', 'Host: b.example\r\n')).toBe(400);
  // Twice the same is no better: whoever comes after us may count otherwise.
  expect(await statusOf('host: a.example\r\n', 'HOST: a.example\r\n')).toBe(400);
  expect(await statusOf()).toBe(400);
  expect(await statusOfVersion('1.0', 'host: a.example\r\n')).toBe(404);
  expect(await statusOfVersion('2.0', 'host: a.example\r\n')).toBe(400);
  await app.close();
});

import { type AddressInfo, connect, type Socket } from 'node:net';
import { allCalls } from '@depotwerk/api/all-calls';
import { expect, it } from 'vitest';
import { plainServer } from '../../../test/plain-server.ts';
import { buildScope } from '../scope.ts';
import { AppError } from './app-error.ts';
import { createServer } from './create-server.ts';

const id = '0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0001';
const ids = { tenantId: id, userId: id };
const actor = { kind: 'user', ...ids, sessionId: id, userName: 'a@b.example', fullName: 'A B' } as const;
const scope = buildScope({
  ...ids,
  ownCustomerId: null,
  permissions: ['tariffComponents.edit'],
  groups: [],
  memberships: [],
});

it('files of visitors take turns of their own: however many wait, somebody who signed in is served', async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begun = 0;
  const notFound = () => Promise.reject(new AppError('common.notFound'));
  const app = await createServer({
    routes: allCalls.map((call) => ({
      call,
      handle:
        call.id === 'readHoldingFile'
          ? async () => {
              begun += 1;
              await gate;
              return notFound();
            }
          : notFound,
    })),
    authenticator: { authenticate: async (token) => (token === 'good' ? { actor, scope } : null) },
    ...plainServer,
    logger: { error: () => {} },
    clock: Date.now,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api`;
  const send = async (path: string, body: object, token?: string) =>
    (
      await fetch(`${origin}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
      })
    ).status;
  const visit = () => send(`/depotanalysis/${id}/holding-file`, { fileName: 'a.csv', contentBase64: 'YQ==' });
  const visitors = Array.from({ length: 24 }, visit);
  await expect.poll(() => begun).toBe(1);
  const file = { fileName: 'a.csv', content: 'YQ==' };
  expect(await send('/tariff-components/universe/import', file, 'good')).toBe(404);
  expect(begun).toBe(1);
  release();
  const statuses = await Promise.all(visitors);
  // One at work, twenty that wait, the others are told to come back.
  expect(statuses.filter((status) => status === 404)).toHaveLength(21);
  expect(statuses.filter((status) => status === 429)).toHaveLength(3);
  await app.close();
});

it('whoever sends files that never end has room for three of them, and others are served meanwhile', async () => {
  const notFound = () => Promise.reject(new AppError('common.notFound'));
  const other = { ...actor, userId: '0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0002' };
  const app = await createServer({
    routes: allCalls.map((call) => ({ call, handle: notFound })),
    authenticator: {
      authenticate: async (token) =>
        token === 'slow' ? { actor, scope } : token === 'good' ? { actor: other, scope } : null,
    },
    ...plainServer,
    logger: { error: () => {} },
    clock: Date.now,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const path = '/api/tariff-components/universe/import';
  /** Says that seven megabytes come, and sends a few bytes. */
  const begin = () => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString();
    });
    socket.on('error', () => {});
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer slow\r\ncontent-type: application/json\r\n` +
        'content-length: 7000000\r\n\r\n{"fileName":"a.csv","content":"',
    );
    return { socket, status: () => answer.split(' ')[1] };
  };
  const begun: { socket: Socket; status: () => string | undefined }[] = Array.from({ length: 20 }, begin);
  await expect.poll(() => begun.filter(({ status }) => status() === '429').length).toBe(14);
  const send = async (token: string) =>
    (
      await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ fileName: 'a.csv', content: 'A'.repeat(4_000_000) }),
      })
    ).status;
  expect(await send('good')).toBe(404);
  // Whoever goes away takes his room along.
  for (const { socket } of begun) socket.destroy();
  await expect.poll(() => send('slow')).toBe(404);
  await app.close();
});

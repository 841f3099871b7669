import { type AddressInfo, connect } from 'node:net';
import { allCalls } from '@depotwerk/api/all-calls';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { plainServer } from '../../../test/plain-server.ts';
import { buildScope } from '../scope.ts';
import { AppError } from './app-error.ts';
import { createServer } from './create-server.ts';
import type { Authenticator } from './request-context.ts';
import { createUploadTurns, largestUpload } from './upload-turns.ts';

const id = '0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0001';
const holdingFile = `/api/depotanalysis/${id}/holding-file`;
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
  // One at work, half of the places for this network, the others are told to come back.
  expect(statuses.filter((status) => status === 404)).toHaveLength(11);
  expect(statuses.filter((status) => status === 429)).toHaveLength(13);
  await app.close();
});

const notFound = () => Promise.reject(new AppError('common.notFound'));
const imports = '/api/tariff-components/universe/import';

/** A server on which everything is missing, behind one proxy. */
async function aServer(authenticate: Authenticator['authenticate']) {
  const app = await createServer({
    routes: allCalls.map((call) => ({ call, handle: notFound })),
    authenticator: { authenticate },
    ...plainServer,
    trustedProxyHops: 1,
    logger: { error: () => {} },
    clock: Date.now,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const send = async (path: string, headers: Record<string, string>, content: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ fileName: 'a.csv', ...content }),
    });
    return response.status;
  };
  return {
    app,
    /** Says that a body of this length comes, and sends a few bytes. */
    begin: (path: string, header: string, length: number) => begin(port, path, header, length),
    /** Four megabytes by somebody who signed in. */
    send: (token: string) =>
      send(imports, { authorization: `Bearer ${token}` }, { content: 'A'.repeat(4_000_000) }),
    /** A small file of a visitor. */
    visit: (address: string) => send(holdingFile, { 'x-forwarded-for': address }, { contentBase64: 'YQ==' }),
  };
}

function begin(port: number, path: string, header: string, length: number) {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => {
    answer += data.toString();
  });
  socket.on('error', () => {});
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: a\r\n${header}\r\ncontent-type: application/json\r\n` +
      `content-length: ${length}\r\n\r\n{"fileName":"a.csv","content":"`,
  );
  return { socket, status: () => answer.split(' ')[1] };
}

const refusedOf = (begun: readonly ReturnType<typeof begin>[]) =>
  begun.filter(({ status }) => status() === '429').length;

/** Whose token it is: `PERSON` of a house, both written in a digit. */
const known: Authenticator['authenticate'] = (token) => {
  const [person, house] = token.split('-');
  const at = {
    userId: `0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d000${person}`,
    tenantId: `1b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d000${house}`,
  };
  return Promise.resolve({ actor: { ...actor, ...at }, scope: { ...scope, ...at } });
};

it('whoever sends files that never end has room for three of them, and others are served meanwhile', async () => {
  const { app, begin: start, send } = await aServer(known);
  const begun = Array.from({ length: 20 }, () => start(imports, 'authorization: Bearer 1-1', 7_000_000));
  await expect.poll(() => refusedOf(begun)).toBe(14);
  expect(await send('2-1')).toBe(404);
  // Whoever goes away takes his room along.
  for (const { socket } of begun) socket.destroy();
  await expect.poll(() => send('1-1')).toBe(404);
  await app.close();
});

it('one house never takes the room of all, however many of it send', async () => {
  const { app, begin: start, send } = await aServer(known);
  const begun = ['1', '2', '3'].flatMap((person) =>
    Array.from({ length: 6 }, () => start(imports, `authorization: Bearer ${person}-1`, 7_050_000)),
  );
  await expect.poll(() => refusedOf(begun)).toBe(9);
  expect(await send('4-1')).toBe(429);
  expect(await send('5-2')).toBe(404);
  for (const { socket } of begun) socket.destroy();
  await expect.poll(() => send('4-1')).toBe(404);
  await app.close();
});

it('three accounts of three houses do not take the room of a fourth', async () => {
  const { app, begin: start, send } = await aServer(known);
  const begun = ['1-1', '2-2', '3-3'].map((token) => {
    const of = Array.from({ length: 8 }, () => start(imports, `authorization: Bearer ${token}`, 7_000_000));
    return of;
  });
  await expect.poll(() => begun.flat().filter(({ status }) => status() === '429').length).toBeGreaterThan(9);
  expect(await send('4-4')).toBe(404);
  for (const { socket } of begun.flat()) socket.destroy();
  await app.close();
});

it('visitors of several networks leave a place to wait for everybody else', async () => {
  const turns = createUploadTurns();
  const ends: (() => void)[] = [];
  let served = 0;
  const come = (address: string) => {
    const request = { headers: { 'content-length': '100' } };
    const raw = { closed: false, once: (_event: string, end: () => void) => ends.push(end) };
    turns.announce(request, { raw }, 1_500_000, {
      user: null,
      clientAddress: address,
    });
    turns.take(request, () => (served += 1));
  };
  const refused = (address: string, times: number) =>
    Array.from({ length: times }, () => {
      try {
        come(address);
        return 0;
      } catch {
        return 1;
      }
    }).reduce<number>((sum, one) => sum + one, 0);
  expect(refused('192.0.2.1', 30)).toBe(19);
  expect(refused('192.0.2.2', 30)).toBe(25);
  expect(refused('192.0.2.3', 30)).toBe(27);
  expect(refused('192.0.2.4', 1)).toBe(0);
  // One was served at once, and when all answers are through everybody has been.
  await expect.poll(() => served).toBe(1);
  await expect
    .poll(() => {
      for (const end of ends.splice(0)) end();
      return served;
    })
    .toBe(20);
});

it.each([
  ['192.0.2.1', '192.0.2.2', 20],
  ['2001:db8:1:1::1', '2001:db8:1:2::1', 20],
])('a visitor at %s has room for two files, and visitors elsewhere are served', async (own, other, tries) => {
  const { app, begin: start, visit } = await aServer(() => Promise.resolve(null));
  const begun = Array.from({ length: tries }, () => start(holdingFile, `x-forwarded-for: ${own}`, 1_500_000));
  await expect.poll(() => refusedOf(begun)).toBe(tries - 2);
  expect(await visit(other)).toBe(404);
  for (const { socket } of begun) socket.destroy();
  await app.close();
});

it('networks of one site share what it has', async () => {
  const { app, begin: start, visit } = await aServer(() => Promise.resolve(null));
  const begun = Array.from({ length: 22 }, (_each, index) =>
    start(holdingFile, `x-forwarded-for: 2001:db8:1:${index}::1`, 1_500_000),
  );
  await expect.poll(() => refusedOf(begun)).toBe(17);
  expect(await visit('2001:db8:2::1')).toBe(404);
  for (const { socket } of begun) socket.destroy();
  await app.close();
});

it('whoever hangs up while it is still asked who he is keeps no room', async () => {
  let asked = 0;
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const {
    app,
    begin: start,
    send,
  } = await aServer(async (token) => {
    asked += 1;
    await gate;
    return known(token);
  });
  let ended = 0;
  app.server.on('connection', (socket) => socket.on('close', () => (ended += 1)));
  const begun = Array.from({ length: 6 }, () => start(imports, 'authorization: Bearer 1-1', 7_000_000));
  await expect.poll(() => asked).toBe(6);
  for (const { socket } of begun) socket.destroy();
  await expect.poll(() => ended).toBe(6);
  release();
  expect(await send('1-1')).toBe(404);
  await app.close();
});

/** Bodies that are announced and never come; each answers whether there was room for it. */
function announcing() {
  const turns = createUploadTurns();
  return (userId: string, tenantId: string, size: number) => {
    const request = { headers: { 'content-length': String(size) } };
    const reply = { raw: { closed: false, once: () => {} } };
    try {
      turns.announce(request, reply, largestUpload, {
        user: { userId, tenantId },
        clientAddress: '192.0.2.1',
      });
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'common.tooManyRequests') return false;
      throw error;
    }
  };
}

const mebibyte = 1024 * 1024;
const fill = (come: ReturnType<typeof announcing>, userId: string, tenantId: string) =>
  Array.from({ length: 96 }, () => come(userId, tenantId, mebibyte)).filter(Boolean).length;

it('a call takes no more than what is kept as the largest file', () => {
  for (const call of allCalls) expect(call.bodyLimit ?? 0).toBeLessThanOrEqual(largestUpload);
});

it('beside a house that has all it may, two people of another one have room for a largest file each', () => {
  const come = announcing();
  expect(fill(come, 'a1', 'a') + fill(come, 'a2', 'a') + fill(come, 'a3', 'a')).toBe(64);
  expect(come('b1', 'b', largestUpload)).toBe(true);
  // A second file of hers would be more than half.
  expect(come('b1', 'b', largestUpload)).toBe(false);
  expect(come('b2', 'b', largestUpload)).toBe(true);
  expect(come('b3', 'b', largestUpload)).toBe(false);
});

it('three accounts that take whatever they get never take all, whatever they begin with', () => {
  const come = announcing();
  for (const name of ['a', 'b', 'c']) {
    come(name, name, largestUpload);
    fill(come, name, name);
  }
  expect(come('d', 'd', 13 * mebibyte)).toBe(true);
});

it('every call with a file takes its turn', () => {
  // A member that is one of a few words, such as what letters hold, is no file; nor is a text below a megabyte.
  const bringing = allCalls.filter(({ body, bodyLimit }) => {
    const schema = JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }));
    return (bodyLimit ?? 0) > 1024 * 1024 && /"content(?:Base64)?":\{(?![^}]*"enum")/.test(schema);
  });
  expect(bringing.length).toBeGreaterThan(6);
  expect(bringing.map(({ id, takesFile }) => [id, takesFile])).toEqual(bringing.map(({ id }) => [id, true]));
});

it('a body whose token ends on its way is taken; one whose session ended is not', async () => {
  let isOver = false;
  let hasSession = true;
  let asked = 0;
  const { app, begin: open } = await aServer((_token, sinceMs) => {
    asked += 1;
    const wasValid = !isOver || (sinceMs !== undefined && sinceMs > 0);
    return Promise.resolve(wasValid && hasSession ? { actor, scope } : null);
  });
  const send = async (whileComing: () => void) => {
    isOver = false;
    asked = 0;
    const content = 'YQ=="}';
    const upload = open(imports, 'authorization: Bearer good', 31 + content.length);
    await expect.poll(() => asked).toBe(1);
    isOver = true;
    whileComing();
    upload.socket.write(content);
    await expect.poll(upload.status, { timeout: 5000 }).toBeDefined();
    upload.socket.destroy();
    return upload.status();
  };
  expect(await send(() => {})).toBe('404');
  expect(
    await send(() => {
      hasSession = false;
    }),
  ).toBe('401');
  await app.close();
});

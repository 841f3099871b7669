import { getContract } from '@depotwerk/api/contracts/contract-detail';
import { listContracts } from '@depotwerk/api/contracts/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plainServer, withOtherCalls } from '../../../test/plain-server.ts';
import type { ReadPositions } from '../database/asked-reads.ts';
import { buildScope } from '../scope.ts';
import { createServer } from './create-server.ts';
import type { SignedIn } from './request-context.ts';
import { Reply, type Route } from './route.ts';

const id = '0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0001';
const signedIn: SignedIn = {
  actor: { kind: 'user', userId: id, sessionId: id, tenantId: id, userName: 'a@b.example', fullName: 'A B' },
  scope: buildScope({
    tenantId: id,
    userId: id,
    ownCustomerId: null,
    permissions: ['contracts.view'],
    groups: [],
    memberships: [],
  }),
};
const contracts: Route = {
  call: listContracts,
  handle: () => Promise.resolve(Reply.json([], { 'x-total-count': '0' })),
};
const asked: unknown[] = [];
const readPositions: ReadPositions = {
  now: () => Promise.resolve(7n),
  around: async (asks, work) => {
    asked.push(asks);
    return { answer: await work(), position: 0x1_0000_00ffn };
  },
};
const serverWith = (positions: ReadPositions | undefined) =>
  createServer({
    ...plainServer,
    routes: withOtherCalls([contracts]),
    authenticator: { authenticate: () => Promise.resolve(signedIn) },
    clock: Date.now,
    readPositions: positions,
  });

const servers: Awaited<ReturnType<typeof createServer>>[] = [];
beforeAll(async () => {
  servers.push(await serverWith(readPositions), await serverWith(undefined));
});
afterAll(() => Promise.all(servers.map((server) => server.close())));
const ask = (server: number, url: string, position?: string) =>
  servers[server]?.inject({
    url: `/api${url}`,
    headers: { authorization: 'Bearer good', ...(position !== undefined && { 'x-data-position': position }) },
  });

it('hears how far a caller has seen, and says how far he has seen now', async () => {
  const answer = await ask(0, listContracts.path, '0/A');
  expect([answer?.statusCode, answer?.headers['x-data-position']]).toEqual([200, '1/FF']);
  await ask(0, getContract.path.replace(':id', id), '0/A');
  expect(asked.splice(0)).toEqual([
    { seen: 10n, mayLag: true },
    { seen: 10n, mayLag: false },
  ]);
});

it.each(['', 'x', "0/A' or 1", '-1/0', '0/123456789', '0/A, 0/B'])(
  'takes %j for nothing seen',
  async (position) => {
    expect((await ask(0, listContracts.path, position))?.statusCode).toBe(200);
    expect(asked.splice(0)).toEqual([{ seen: null, mayLag: true }]);
  },
);

it('says nothing where there is no replica', async () => {
  const answer = await ask(1, listContracts.path, '0/A');
  expect(answer?.statusCode).toBe(200);
  expect(answer?.headers).not.toHaveProperty('x-data-position');
});

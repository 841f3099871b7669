import type { AddressInfo } from 'node:net';
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

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plainServer, withOtherCalls } from '../../../test/plain-server.ts';
import { createServer } from './create-server.ts';

it('leads from a broken link to the page for that, with the headers of every answer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'depotwerk-broken-link-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  const environment = {
    apiBaseUrl: '/api',
    translationId: 'de-DE',
    isProduction: false,
    mobileParentOrigins: [],
    buildVersion: 'test',
  };
  const server = await createServer({
    ...plainServer,
    routes: withOtherCalls([]),
    authenticator: { authenticate: () => Promise.resolve(null) },
    webApplication: { folder, environment, frameAncestors: [], frameAncestorsAt: () => Promise.resolve([]) },
    logger: { error: () => {} },
    clock: Date.now,
  });
  const get = (url: string) => server.inject({ url, headers: { accept: 'text/html' } });
  const page = await get('/contracts/%E0%A4%A');
  expect(page.statusCode).toBe(302);
  expect(page.headers).toMatchObject({
    location: '/not-found',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  expect((await get('/api/contracts/%E0%A4%A')).statusCode).toBe(400);
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

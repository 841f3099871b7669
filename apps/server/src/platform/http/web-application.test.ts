import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerWebApplication } from './web-application.ts';

let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'depotwerk-web-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Depotwerk</title>');
  await writeFile(join(folder, 'robots.txt'), 'User-agent: *');
  app = fastify();
  await registerWebApplication(app, {
    folder,
    environment: {
      apiBaseUrl: '/api',
      translationId: 'de-DE',
      isProduction: false,
      mobileParentOrigins: ['https://shell.example'],
      buildVersion: 'test',
    },
    frameAncestors: ['https://shell.example'],
    frameAncestorsAt: async (host) => (host === 'nord.example' ? ['https://app.nord.example'] : []),
  });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const ancestorsOf = async (url: string, host: string) => {
  const { headers } = await app.inject({ url, headers: { host } });
  return /frame-ancestors ([^;]+)/.exec(String(headers['content-security-policy']))?.[1];
};

it('lets the apps of a house stand around the page on its own hosts alone, on every path', async () => {
  for (const url of ['/', '/index.html', '/contracts/4711?tab=overview']) {
    expect(await ancestorsOf(url, 'nord.example')).toBe('https://shell.example https://app.nord.example');
    expect(await ancestorsOf(url, 'sued.example')).toBe('https://shell.example');
  }
  const file = await app.inject({ url: '/robots.txt', headers: { host: 'nord.example' } });
  expect([file.statusCode, file.headers['content-security-policy']]).toEqual([200, undefined]);
  expect((await app.inject({ url: '/' })).headers['cache-control']).toBe('no-cache');
});

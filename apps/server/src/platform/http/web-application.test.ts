import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPageKeeper, registerWebApplication } from './web-application.ts';

let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'depotwerk-web-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Depotwerk</title>');
  await writeFile(join(folder, 'robots.txt'), 'User-agent: *');
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'worker.js'), 'postMessage(1)');
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
    titleAt: async (host) => (host === 'nord.example' ? 'Müller & <Söhne>' : null),
    termsPage: async (host, { version }) =>
      host === 'nord.example' ? `<title>${version}</title>${'Text '.repeat(500)}` : null,
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
  expect(await ancestorsOf('/robots.txt', 'nord.example')).toBe("'none'");
  expect((await app.inject({ url: '/' })).headers['cache-control']).toBe('no-cache');
});

it('lets nothing that is no page act as one, and leaves scripts, whose workers would live by the same policy, alone', async () => {
  const policyOf = async (url: string) => {
    const { statusCode, headers } = await app.inject({ url });
    return [statusCode, headers['content-security-policy']];
  };
  for (const url of ['/robots.txt', '/favicon.svg', '/plain-page.css', '/assets/environment.json'])
    expect([url, await policyOf(url)]).toEqual([url, [200, "default-src 'none'; frame-ancestors 'none'"]]);
  expect(await policyOf('/worker.js')).toEqual([200, undefined]);
});

it('bears the name of its house before anything of it has run', async () => {
  const titleAt = async (url: string, host: string) =>
    /<title>(.*)<\/title>/.exec((await app.inject({ url, headers: { host } })).body)?.[1];
  for (const url of ['/', '/index.html', '/auth/login'])
    expect(await titleAt(url, 'nord.example')).toBe('Müller &amp; &lt;Söhne&gt;');
  expect(await titleAt('/', 'sued.example')).toBe('Depotwerk');
});

it('answers a house’s terms to everybody who asks, and the application where there are none', async () => {
  const read = async (version: string, host: string) => {
    const { body, headers } = await app.inject({ url: `/terms?version=${version}`, headers: { host } });
    expect(headers.vary).toBe('accept-encoding, accept-language');
    return /<title>(.*)<\/title>/.exec(body)?.[1];
  };
  expect([await read('a', 'nord.example'), await read('b', 'nord.example')]).toEqual(['a', 'b']);
  expect(await read('a', 'nord.example')).toBe('a');
  expect(await read('a', 'sued.example')).toBe('Depotwerk');
});

it('makes a page ready once, however often it is asked for, and forgets what nobody asks for', () => {
  const keep = createPageKeeper('/terms.html');
  const [first, second] = [keep('a'), keep('b')];
  expect(keep('a')).toBe(first);
  expect(second.body.toString()).toBe('b');
  for (let k = 1; k <= 49; k++) keep(`other ${k}`);
  expect(keep('a')).toBe(first);
  expect(keep('b')).not.toBe(second);
});

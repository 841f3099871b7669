import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Bank } from '../bank.ts';
import { readAccounts } from './accounts.ts';

const files = [
  ['/', 'index.html', 'text/html; charset=utf-8'],
  ['/page.css', 'page.css', 'text/css; charset=utf-8'],
  ['/page.js', 'page.js', 'text/javascript; charset=utf-8'],
] as const;

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types',
].join('; ');

/** In sources beside this file, in the build in a folder beside the bundle. */
const folder = import.meta.url.endsWith('page-routes.ts') ? './' : './page/';

/** The page where a demo user reads SMS and approves in the "app". */
export function addPageRoutes(application: FastifyInstance, bank: Bank): void {
  application.addHook('onSend', async (_request, reply, payload) => {
    reply.headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    return payload;
  });
  for (const [path, file, type] of files) {
    const content = readFileSync(new URL(`${folder}${file}`, import.meta.url));
    application.get(path, (_request, reply) => reply.type(type).send(content));
  }
  // Browsers ask for it unasked.
  application.get('/favicon.ico', (_request, reply) => reply.code(204).send());
  application.get('/accounts', () => readAccounts(bank));
}

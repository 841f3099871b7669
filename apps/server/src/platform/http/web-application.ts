import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Environment } from '@depotwerk/api/white-label/white-label';
import { termsPath } from '@depotwerk/domain/white-label/check-terms';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AskedTerms } from './asked-terms.ts';
import { escaped, plainCss, plainStyles } from './plain-page.ts';
import { commonHeaders, filePolicy, pageHeaders } from './security-headers.ts';

export interface WebApplication {
  /** Folder of the built browser application. */
  readonly folder: string;
  readonly environment: Environment;
  readonly frameAncestors: readonly string[];
  /** Those a house adds for one of its hosts. */
  readonly frameAncestorsAt: (host: string) => Promise<readonly string[]>;
  /** What the tab of the browser is called before the application runs; null = as it is built. */
  readonly titleAt?: ((host: string) => Promise<string | null>) | undefined;
  /** The page with the terms of a host's house, of the version asked for or that of today; null where there is none. */
  readonly termsPage?: ((host: string, asked: AskedTerms) => Promise<string | null>) | undefined;
  /** Further files by path; the name says what kind each is. */
  readonly files?: ReadonlyMap<string, { readonly name: string; readonly text: string }> | undefined;
}

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
const compressible = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest']);

interface Asset {
  readonly type: string;
  readonly body: Buffer;
  readonly brotli: Buffer | null;
  readonly gzip: Buffer | null;
  /** Its policy is made for each host. */
  readonly isPage: boolean;
  readonly headers: Record<string, string>;
}

/**
 * Serves the built application from memory: only files that exist at the start, so no request text ever
 * reaches a file path. Hashed files are immutable; every other page path answers index.html (browser routing).
 */
export async function registerWebApplication(app: FastifyInstance, web: WebApplication): Promise<void> {
  const assets = new Map<string, Asset>();
  for (const file of await readdir(web.folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || file.name.endsWith('.map') || file.name.startsWith('.')) continue;
    const path = join(file.parentPath, file.name);
    const url = `/${relative(web.folder, path).split(sep).join('/')}`;
    assets.set(url, prepare(url, await readFile(path)));
  }
  assets.set(
    '/assets/environment.json',
    prepare('/assets/environment.json', Buffer.from(JSON.stringify(web.environment))),
  );
  for (const [path, { name, text }] of web.files ?? []) assets.set(path, prepare(name, Buffer.from(text)));
  assets.set(plainStyles, prepare(plainStyles, Buffer.from(plainCss)));
  const index = assets.get('/index.html');
  if (!index) throw new Error(`no index.html in ${web.folder}: build the browser application first`);
  const titledPages = createPageKeeper('/index.html');
  /** The application's page under the name of the house whose host was asked. */
  const indexAt = async (host: string) => {
    const title = (await web.titleAt?.(host)) ?? null;
    if (title === null) return index;
    const named = `<title>${escaped(title)}</title>`;
    return titledPages(index.body.toString('utf8').replace(/<title>[^<]*<\/title>/, () => named));
  };
  const sendPage = async (page: Asset, request: FastifyRequest, reply: FastifyReply, vary?: string) => {
    const host = request.headers.host ?? '';
    const ancestors = await web.frameAncestorsAt(host);
    reply.headers(pageHeaders([...new Set([...web.frameAncestors, ...ancestors])]));
    return send(page === index ? await indexAt(host) : page, request, reply, vary);
  };
  const termsOf = createPageKeeper('/terms.html');
  app.get<{ Querystring: { version?: unknown; language?: unknown } }>(termsPath, async (request, reply) => {
    const { version, language } = request.query;
    const page = await web.termsPage?.(request.headers.host ?? '', {
      version: typeof version === 'string' ? version : null,
      language: typeof language === 'string' ? language : null,
      accepted: request.headers['accept-language'] ?? '',
    });
    // Without terms it is a page nobody knows, which the application says.
    return sendPage(page ? termsOf(page) : index, request, reply, 'accept-encoding, accept-language');
  });
  app.get('/*', (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const asset = assets.get(path);
    if (asset?.isPage) return sendPage(asset, request, reply);
    if (asset) return send(asset, request, reply);
    if (path.startsWith('/api/') || path === '/api' || path.startsWith('/assets/') || extname(path) !== '') {
      return reply.callNotFound();
    }
    return sendPage(index, request, reply);
  });
}

/** So many pages of texts are kept compressed, those made last. */
const mostPages = 50;

/** Makes pages ready by their text. Compressing a long one holds everybody else up, and anybody may ask: it is done once. */
export function createPageKeeper(url: string): (page: string) => Asset {
  const kept = new Map<string, Asset>();
  return (page) => {
    const asset = kept.get(page) ?? prepare(url, Buffer.from(page));
    // What is asked for goes to the end; the first is what nobody has asked for longest.
    kept.delete(page);
    kept.set(page, asset);
    for (const [oldest] of kept) {
      if (kept.size <= mostPages) break;
      kept.delete(oldest);
    }
    return asset;
  };
}

function prepare(url: string, body: Buffer): Asset {
  const extension = extname(url);
  const isHashed = /^\/assets\/[^/]+-[\w-]{7,}\.[a-z0-9]+$/.test(url);
  const isWorthIt = compressible.has(extension) && body.length > 1024;
  return {
    type: contentTypes[extension] ?? 'application/octet-stream',
    body,
    brotli: isWorthIt ? brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : null,
    gzip: isWorthIt ? gzipSync(body) : null,
    isPage: extension === '.html',
    headers: {
      ...commonHeaders,
      // A worker would live by the policy of its script.
      ...(extension !== '.js' && filePolicy),
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
  };
}

/** `vary` = what of a request decides on the answer. */
function send(
  asset: Asset,
  request: FastifyRequest,
  reply: FastifyReply,
  vary = 'accept-encoding',
): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? '';
  if (!asset.isPage) reply.headers(asset.headers);
  reply.type(asset.type).header('vary', vary);
  if (asset.brotli && /\bbr\b/.test(accepted)) {
    return reply.header('content-encoding', 'br').send(asset.brotli);
  }
  if (asset.gzip && /\bgzip\b/.test(accepted)) {
    return reply.header('content-encoding', 'gzip').send(asset.gzip);
  }
  return reply.send(asset.body);
}

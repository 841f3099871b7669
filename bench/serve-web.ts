import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * Serves the built browser application on a port of its own; unknown addresses get its page. `answers` are those of the
 * API by path. Compressed as the product does where `isCompressed`, for measures in which the line counts.
 */
export function serveWeb(
  folder: string,
  {
    answers = {},
    isCompressed = false,
  }: { answers?: Readonly<Record<string, unknown>>; isCompressed?: boolean } = {},
): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://local').pathname);
    const send = (type: string, body: Buffer) =>
      isCompressed
        ? response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(gzipSync(body))
        : response.writeHead(200, { 'content-type': type }).end(body);
    if (Object.hasOwn(answers, path)) {
      send('application/json', Buffer.from(JSON.stringify(answers[path])));
      return;
    }
    const file = extname(path) === '' ? 'index.html' : path;
    readFile(join(folder, file)).then(
      (body) => send(types[extname(file)] ?? 'text/plain', body),
      () => response.writeHead(404).end(),
    );
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

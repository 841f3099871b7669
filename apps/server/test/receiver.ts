import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A system of somebody else that keeps what it is sent, for as long as the tests of a file run. */
export function receivingSystem(path: string, usualStatus: number, headers: Record<string, string> = {}) {
  const received: Received[] = [];
  const system = { url: '', status: usualStatus, received };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(system.status, headers).end();
    });
  });
  beforeAll(async () => {
    await new Promise<void>((done) => {
      server.listen(0, '127.0.0.1', done);
    });
    // A server that listens on TCP has such an address.
    system.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    system.status = usualStatus;
    received.length = 0;
  });
  return system;
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import {
  createServer,
  type IncomingHttpHeaders,
  request as requestOf,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { createObjectStore, type ObjectStore } from '../src/platform/document-store/object-store.ts';
import type { DocumentStoreSettings } from '../src/platform/document-store/store-settings.ts';

/** What stands between client and store does with a request: passes it on, cuts it off, lets it wait, or answers itself. */
export type Fault = 'cut' | 'hang' | { readonly status: number; readonly code: string } | null;

export interface SeenRequest {
  readonly method: string;
  /** Path and query below the bucket. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

/**
 * An S3 server of its own (s3rver: it checks signatures, and knows neither versions nor locks), reached through a proxy
 * that can be told to fail. Gone with all it has after `stop`.
 */
export class TestObjectStore {
  readonly seen: SeenRequest[] = [];
  /** Asked of each request. */
  fault: (request: SeenRequest) => Fault = () => null;
  readonly #folder = mkdtempSync(join(tmpdir(), 'depotwerk-objects-'));
  readonly credentialsFile = join(this.#folder, 'credentials');
  #server: S3rver | undefined;
  #proxy: Server | undefined;
  #url = '';
  /** The put or deletion that was passed on last. */
  #change: Promise<void> = Promise.resolve();

  static async start(): Promise<TestObjectStore> {
    const store = new TestObjectStore();
    await store.#start();
    return store;
  }

  async #start(): Promise<void> {
    this.writeCredentials('S3RVER', 'S3RVER');
    const server = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory: join(this.#folder, 'objects'),
      configureBuckets: [{ name: 'depotwerk', configs: [] }],
    });
    const { port } = await server.run();
    this.#server = server;
    const proxy = createServer((request, response) => {
      const seen = {
        method: request.method ?? '',
        target: (request.url ?? '').replace(/^\/[^/?]*\/?/, ''),
        headers: request.headers,
      };
      this.seen.push(seen);
      const fault = this.fault(seen);
      if (fault === 'cut') request.socket.destroy();
      else if (fault === null) {
        const { method, url, headers } = request;
        const pass = () => {
          const passed = requestOf({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
            response.writeHead(answer.statusCode ?? 502, answer.headers);
            answer.pipe(response);
          });
          passed.on('error', () => response.destroy());
          request.pipe(passed);
        };
        void this.#inTurn(method, response, pass);
      } else if (fault !== 'hang') {
        request.resume();
        const body = `<?xml version="1.0"?><Error><Code>${fault.code}</Code></Error>`;
        response.writeHead(fault.status, { 'content-type': 'application/xml' }).end(body);
      }
    });
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
    this.#proxy = proxy;
    // A server that listens on TCP has such an address.
    this.#url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  }

  /**
   * s3rver takes a folder away with all that came into it since it was seen empty: a put beside a deletion was lost in 1 of
   * 130 cases. So neither begins while the other is under way.
   */
  async #inTurn(method: string | undefined, response: ServerResponse, pass: () => void): Promise<void> {
    if (method !== 'DELETE' && method !== 'PUT') return pass();
    const before = this.#change;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#change = promise;
    response.once('close', resolve);
    await before;
    pass();
  }

  writeCredentials(accessKeyId: string, secret: string): void {
    const text = `[default]\naws_access_key_id = ${accessKeyId}\naws_secret_access_key = ${secret}\n`;
    writeFileSync(this.credentialsFile, text, { mode: 0o600 });
  }

  settings(change: Partial<DocumentStoreSettings> = {}): DocumentStoreSettings {
    return {
      bucketUrl: `${this.#url}/depotwerk`,
      region: 'us-east-1',
      credentialsFile: this.credentialsFile,
      lock: 'off',
      moves: true,
      ...change,
    };
  }

  client(change: Partial<DocumentStoreSettings> = {}): ObjectStore {
    return createObjectStore(this.settings(change));
  }

  /** Every key there is. */
  async keys(): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of this.client().list('')) keys.push(key);
    return keys.toSorted();
  }

  /** Forgets what was seen and fails no more. */
  calm(): void {
    this.seen.length = 0;
    this.fault = () => null;
  }

  async stop(): Promise<void> {
    this.#proxy?.closeAllConnections();
    await new Promise<void>((done) => (this.#proxy ? this.#proxy.close(() => done()) : done()));
    await this.#server?.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

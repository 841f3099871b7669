import * as http from 'node:http';
import * as https from 'node:https';

export interface Exchange {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly token: string | null;
  readonly body: unknown;
}

export interface RawAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** The exchange did not come to an answer. `wasSent` false = the bank cannot have seen the request. */
export class ExchangeFailed extends Error {
  readonly wasSent: boolean;

  constructor(reason: string, wasSent: boolean, cause?: unknown) {
    super(reason, { cause });
    this.name = 'ExchangeFailed';
    this.wasSent = wasSent;
  }
}

const connectMs = 2000;
const sizeLimit = 4 * 1024 * 1024;

/**
 * One request and its whole answer, over a connection of its own: connecting may take 2 s, the whole what the signal
 * allows, the answer 4 MiB. Redirects are answers like any other and never followed; certificates are verified.
 * @throws ExchangeFailed
 */
export function exchange(request: Exchange, signal: AbortSignal): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { url, token } = request;
    const body = request.body === undefined ? null : Buffer.from(JSON.stringify(request.body));
    const isTls = url.protocol === 'https:';
    let isConnected = false;
    const outgoing = (isTls ? https : http).request(url, {
      method: request.method,
      // A kept connection may be closed by the bank at the very moment we write to it: nobody could tell then
      // whether an order arrived.
      agent: false,
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
    });
    const fail = (reason: string, cause?: unknown): void => {
      clearTimeout(connectTimer);
      signal.removeEventListener('abort', onAbort);
      outgoing.destroy();
      reject(new ExchangeFailed(reason, isConnected, cause));
    };
    const onAbort = (): void => fail('timeout');
    const connectTimer = setTimeout(() => fail('connectTimeout'), connectMs);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    outgoing.on('socket', (socket) =>
      socket.once(isTls ? 'secureConnect' : 'connect', () => {
        isConnected = true;
        clearTimeout(connectTimer);
      }),
    );
    outgoing.on('error', (error) => fail('connection', error));
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      let size = 0;
      incoming.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > sizeLimit) fail('tooLarge');
        else chunks.push(chunk);
      });
      incoming.on('aborted', () => fail('truncated'));
      incoming.on('error', (error) => fail('truncated', error));
      incoming.on('end', () => {
        signal.removeEventListener('abort', onAbort);
        resolve({
          status: incoming.statusCode ?? 0,
          contentType: incoming.headers['content-type'] ?? '',
          text: Buffer.concat(chunks).toString('utf8'),
        });
      });
    });
    outgoing.end(body ?? undefined);
  });
}

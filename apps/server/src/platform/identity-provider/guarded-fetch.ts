import { type IncomingMessage, request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { bareHost } from '../http/bare-host.ts';
import { isLoopback } from '../loopback.ts';
import { isInnerHost, lookUpPublic } from '../mail/private-hosts.ts';

const maxBytes = 512 * 1024;
/** Somebody waits in front of a button meanwhile; a provider that needs longer is as good as down. */
export const maxSeconds = 5;

interface Options {
  readonly method?: string;
  readonly headers?: unknown;
  readonly body?: unknown;
  readonly signal?: AbortSignal | null | undefined;
}

/**
 * A `fetch` for addresses a tenant chose: it follows no redirect, reads little, waits little, keeps no connection, and
 * goes to inner networks only where that is allowed. The connection leads to the very address that was checked.
 * @param allowsInner whether inner networks, and plain http to this machine, are allowed
 */
export function createGuardedFetch(allowsInner: boolean) {
  return async (address: string | URL, options: Options = {}): Promise<Response> => {
    const url = new URL(address);
    const host = bareHost(url.hostname);
    const isPlain = url.protocol === 'http:' && allowsInner && isLoopback(host);
    if (url.protocol !== 'https:' && !isPlain) throw new Error('only https is asked');
    if (!allowsInner && isInnerHost(host)) throw new Error('no public address');
    const headers = Object.fromEntries(new Headers(options.headers as HeadersInit | undefined));
    const body = await bodyOf(options.body);
    const lookup = allowsInner || isIP(host) !== 0 ? undefined : lookUpPublic;
    return send(url, { method: options.method ?? 'GET', headers, body, lookup, signal: options.signal });
  };
}

/** What the client sends is text or parameters; anything else would be sent as its bytes. */
const bodyOf = async (body: unknown): Promise<string | null> =>
  body === undefined || body === null ? null : new Response(body as BodyInit).text();

interface Sent {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
  readonly lookup: LookupFunction | undefined;
  readonly signal: AbortSignal | null | undefined;
}

function send(url: URL, { method, headers, body, lookup, signal }: Sent): Promise<Response> {
  const ends = AbortSignal.timeout(maxSeconds * 1000);
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestByHttps : requestByHttp)(
      url,
      {
        method,
        headers: { ...headers, ...(body !== null && { 'content-length': String(Buffer.byteLength(body)) }) },
        agent: false,
        signal: signal ? AbortSignal.any([signal, ends]) : ends,
        ...(lookup && { lookup }),
      },
      (answer) => {
        answerOf(answer).then(resolve, reject);
      },
    );
    request.on('error', reject);
    request.end(body ?? undefined);
  });
}

async function answerOf(answer: IncomingMessage): Promise<Response> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size > maxBytes) throw new Error('the answer is too large');
    parts.push(bytes);
  }
  const status = answer.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const hasBody = size > 0 && status !== 204 && status !== 304;
  return new Response(hasBody ? Buffer.concat(parts) : null, { status, headers });
}

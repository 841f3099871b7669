import type { Call, CallAnswer } from '@depotwerk/api/call';
import type * as z from 'zod/mini';
import { timeZoneHeaders } from './time-zone-headers.ts';

/** Optional where nothing is required: the empty object comes out of zod as a record of never. */
type Part<Name extends string, Value> =
  Value extends Record<string, never>
    ? { [Key in Name]?: Value }
    : Partial<Value> extends Value
      ? { [Key in Name]?: Value }
      : { [Key in Name]: Value };

/** What a caller hands over; parts without required members may be left out. */
export type CallArguments<C extends Call> = Part<'params', z.output<C['params']>> &
  Part<'query', z.output<C['query']>> &
  Part<'body', z.input<C['body']>>;

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** ETag of the version that was read, for PUT, PATCH and DELETE on editable objects. */
  ifMatch?: string | undefined;
  /**
   * Made afresh when absent, or the one of the same request before whose answer was lost; give it where one action makes
   * several calls, or its words change between two tries.
   */
  idempotencyKey?: string | undefined;
  /** Goes on when the page is left meanwhile; browsers do that for small requests only. */
  outlivesPage?: boolean | undefined;
}

/** Bytes a browser sends on for pages that are gone, a little less: all such requests together share them. */
const mostOutliving = 60_000;

export interface CallResult<C extends Call> {
  answer: CallAnswer<C>;
  etag: string | null;
  /** `X-Total-Count` of a list, else null. */
  totalCount: number | null;
  /** False when the list has at least so many: a ranked search stops counting (`X-Total-Count-Relation`). */
  isTotalExact: boolean;
}

export interface PreparedRequest {
  path: string;
  init: RequestInit & { headers: Record<string, string> };
}

/** Path with its parameters filled in, percent-encoded. */
export function fillPath(path: string, params: Record<string, unknown>): string {
  return path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === null || value === '') {
      throw new Error(`Path parameter ${name} is missing`);
    }
    return encodeURIComponent(addressText(value));
  });
}

/** Text of a value in an address; only plain values have one. */
function addressText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return value.toString();
  throw new Error('Only text, numbers and booleans can stand in an address');
}

/** Query string of the set members; lists repeat their name. */
export function queryString(query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, addressText(item));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** Everything of a request but the access token, which may change between two tries. */
export function prepareRequest(
  call: Call,
  input: { params?: unknown; query?: unknown; body?: unknown },
  options: CallOptions,
): PreparedRequest {
  const headers: Record<string, string> = { Accept: 'application/json', ...timeZoneHeaders() };
  if (call.answerKind === 'file') headers['Accept'] = '*/*';
  if (call.usesRefreshCookie) headers['X-Requested-With'] = 'depotwerk';
  if (options.ifMatch !== undefined) headers['If-Match'] = options.ifMatch;
  if (call.needsIdempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey ?? crypto.randomUUID();
  const init: PreparedRequest['init'] = { method: call.method, headers, credentials: 'same-origin' };
  if (input.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(input.body);
    if (options.outlivesPage === true) init.keepalive = new Blob([init.body]).size <= mostOutliving;
  }
  if (options.signal) init.signal = options.signal;
  const path = fillPath(call.path, recordOf(input.params)) + queryString(recordOf(input.query));
  return { path, init };
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** File name of a content-disposition header (RFC 6266), or the fallback. */
export function fileNameOf(disposition: string | null, fallback: string): string {
  const extended = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (extended) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // A badly encoded name is no reason to lose the file.
    }
  }
  return /filename\s*=\s*"?([^";]+)"?/i.exec(disposition ?? '')?.[1]?.trim() ?? fallback;
}

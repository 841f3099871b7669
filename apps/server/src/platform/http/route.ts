import type { Readable } from 'node:stream';
import type { Call, CallAnswer, CallInput, SentAnswer } from '@depotwerk/api/call';
import type { RequestContext, SignedInContext } from './request-context.ts';

export interface Download {
  readonly fileName: string;
  readonly contentType: string;
  readonly body: Readable | Buffer | string;
}

/** Without a name it is no download, but a stream that goes on for a while. */
export type FileAnswer = Download | (Omit<Download, 'fileName'> & { readonly fileName: null });

/** An answer with headers, cookies or as a file; handlers return a bare value when they need none of it. */
export class Reply<Value> {
  readonly value: Value | FileAnswer;
  readonly isFile: boolean;
  readonly headers: Record<string, string>;
  readonly cookies: readonly string[];
  /** null = the status of the call. */
  readonly status: number | null;

  private constructor(
    value: Value | FileAnswer,
    isFile: boolean,
    headers: Record<string, string>,
    cookies: readonly string[],
    status: number | null = null,
  ) {
    this.value = value;
    this.isFile = isFile;
    this.headers = headers;
    this.cookies = cookies;
    this.status = status;
  }

  /** JSON with headers (`etag`, `x-total-count`, …) and Set-Cookie lines. */
  static json<V>(value: V, headers: Record<string, string> = {}, cookies: readonly string[] = []): Reply<V> {
    return new Reply<V>(value, false, headers, cookies);
  }

  /** The same answer with another value and more Set-Cookie lines. Not for files. */
  withValue<Other>(change: (value: Value) => Other, cookies: readonly string[] = []): Reply<Other> {
    // Files never come here, so the value is the answer's own.
    const value = change(this.value as Value);
    return new Reply<Other>(value, false, this.headers, [...this.cookies, ...cookies], this.status);
  }

  /** JSON with one of the call's `otherStatuses`. */
  static withStatus<V>(status: number, value: V, headers: Record<string, string> = {}): Reply<V> {
    return new Reply<V>(value, false, headers, [], status);
  }

  /** A download; the name goes through RFC 8187 encoding, never into a path. */
  static file(file: FileAnswer, headers: Record<string, string> = {}): Reply<never> {
    return new Reply<never>(file, true, headers, []);
  }
}

/** An editable object: its version is the ETag. */
export const versioned = <Row extends { rowVersion: number }>(row: Row) =>
  Reply.json(row, { etag: `"${row.rowVersion}"` });

/** A call without an answer needs none of its handler. */
export type NoAnswer<C extends Call> = CallAnswer<C> extends Record<string, never> ? undefined : never;

type Handler<C extends Call, Context> = (
  context: Context,
  input: CallInput<C>,
) => Promise<SentAnswer<C> | NoAnswer<C> | Reply<SentAnswer<C>>>;

/** A call with its handler, ready to be bound to the server. */
export interface Route {
  readonly call: Call;
  readonly handle: (context: RequestContext | SignedInContext, input: CallInput<Call>) => Promise<unknown>;
}

/** Binds a call that needs a session; the permission in its descriptor is checked before the handler runs. */
export function route<C extends Call>(call: C, handle: Handler<C, SignedInContext>): Route {
  if (call.access === 'anonymous') throw new Error(`${call.id} is anonymous: bind it with anonymousRoute`);
  // The binding parses with this call's own schemas, so the handler gets exactly its input type.
  return { call, handle: handle as unknown as Route['handle'] };
}

/** Binds a call anybody may make; its handler never sees a scope. */
export function anonymousRoute<C extends Call>(call: C, handle: Handler<C, RequestContext>): Route {
  if (call.access !== 'anonymous') throw new Error(`${call.id} needs a session: bind it with route`);
  return { call, handle };
}

import { defineCall } from '@depotwerk/api/call';
import * as z from 'zod/mini';
import { createApiClient } from './api-client.ts';
import { SeenPosition } from './seen-position.ts';

/** An answer in JSON. */
export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
/** What a sign-in or a refresh answers. */
export const tokens = (accessToken: string) =>
  json({
    accessToken,
    tokenType: 'Bearer',
    expiresIn: 600,
    refreshExpiresIn: 3600,
    userId: '3f2b8c1e-9d4a-4f6b-8a2e-1c5d7e9f0a3b',
  });
/** A refusal in the API's form; `more` is what some refusals carry besides, as a conflict does what is stored. */
export const refused = (code: string, status = 401, more: object = {}) =>
  json(
    {
      type: 'about:blank',
      title: 'x',
      status,
      code,
      statusCode: status,
      titleKey: `errors.${code}.title`,
      messageKey: `errors.${code}.message`,
      message: 'Server',
      traceId: 'trace-1',
      requestId: 'trace-1',
      ...more,
    },
    status,
  );

/** A request as the server saw it. */
export interface Seen {
  path: string;
  method: string;
  headers: Headers;
  body: string;
}

function addressOf(input: RequestInfo | URL): string {
  if (typeof input === 'string') return input;
  return input instanceof URL ? input.href : input.url;
}

/** A client on a server that is a function; everything it saw and did is kept. */
export function aClient(
  server: (request: Seen, count: number) => Response | Promise<Response>,
  token: string | null = 'old',
) {
  const seen: Seen[] = [];
  const state = {
    token,
    lost: 0,
    waits: [] as number[],
    reachable: [] as boolean[],
    locks: 0,
    told: [] as (string | null)[],
  };
  const client = createApiClient({
    fetch: async (input, init) => {
      const request = {
        path: addressOf(input),
        method: init?.method ?? 'GET',
        headers: new Headers(init?.headers),
        body: typeof init?.body === 'string' ? init.body : '',
      };
      seen.push(request);
      // Every answer takes a moment, so that calls made together really overlap.
      await new Promise((resolve) => setTimeout(resolve, 1));
      init?.signal?.throwIfAborted();
      return server(request, seen.filter((other) => other.path === request.path).length);
    },
    baseUrl: () => '/api',
    accessToken: () => state.token,
    heldRefreshToken: () => null,
    storeTokens: (answer) => {
      state.token = answer.accessToken;
    },
    onSessionLost: () => {
      state.lost += 1;
      state.token = null;
    },
    withRefreshLock: (work) => {
      state.locks += 1;
      return work();
    },
    reportServer: (isReachable) => state.reachable.push(isReachable),
    askForFactor: () => Promise.resolve(false),
    seen: new SeenPosition(),
    tellPosition: (position) => state.told.push(position),
    wait: (milliseconds) => {
      state.waits.push(milliseconds);
      return Promise.resolve();
    },
  });
  const count = (path: string) => seen.filter((request) => request.path === path).length;
  return { client, seen, state, count };
}

/** A call that makes something, once for its key. */
export const creates = defineCall({
  id: 'createThing',
  area: 'test',
  method: 'POST',
  path: '/things/:id',
  summary: '',
  access: 'signedIn',
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({ names: z.optional(z.array(z.string())), page: z.optional(z.number()) }),
  body: z.strictObject({ name: z.string() }),
  answer: z.strictObject({ id: z.string() }),
  needsIdempotencyKey: true,
  needsIfMatch: true,
});
/** What it is made with. */
export const input = { params: { id: 'a/b' }, body: { name: 'x' } };

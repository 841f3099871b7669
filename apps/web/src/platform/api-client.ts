import type { logout, TokenResponse } from '@depotwerk/api/auth/auth';
import { refresh } from '@depotwerk/api/auth/auth';
import { type Call, isOpenWhileViewing } from '@depotwerk/api/call';
import { positionHeader } from '@depotwerk/api/data-position';
import { ApiError, apiErrorOf } from './api-error.ts';
import type { CallArguments, CallOptions, CallResult, PreparedRequest } from './api-request.ts';
import { fileNameOf, prepareRequest } from './api-request.ts';
import { UnansweredKeys } from './attempt-keys.ts';
import { reportServer } from './connectivity.ts';
import { askForFactor } from './factor-request.ts';
import { dispatchLogout, onLogout } from './logout.ts';
import { type SeenPosition, seenPosition } from './seen-position.ts';
import { heldRefreshToken, storeTokens, useSession } from './session.ts';
import { tellOtherTabs } from './tab-channel.ts';
import { parseKnown } from './without-unknown.ts';

/** What the client needs from outside; tests pass fakes. */
export interface ApiClientDependencies {
  fetch: typeof fetch;
  baseUrl: () => string;
  accessToken: () => string | null;
  /** Of a session that no cookie carries (mobile app); it is then renewed and ended by what is held here. */
  heldRefreshToken: () => string | null;
  storeTokens: (tokens: TokenResponse) => void;
  /** The refresh was refused: the session is over. */
  onSessionLost: () => void;
  /** Runs the work while no other tab refreshes. */
  withRefreshLock: <Result>(work: () => Promise<Result>) => Promise<Result>;
  reportServer: (isReachable: boolean) => void;
  /** Lets the user show the second factor; false when he would rather not. */
  askForFactor: () => Promise<boolean>;
  /** How far what is on screen has seen the database. */
  seen: SeenPosition;
  /** Says to other tabs where a change ended; null = nobody knows. */
  tellPosition: (position: string | null) => void;
  wait: (milliseconds: number) => Promise<void>;
}

/** Tries of a call that may be repeated, the first one included. */
const maxTries = 3;
const awayStatuses = [502, 503, 504];
/**
 * The server, or what stands before it, cannot answer now. A 502 or 504 in our own form is another matter: the server
 * answers, and says that a bank did not.
 */
function isServerAway({ status, headers }: Response): boolean {
  const isOurs = headers.get('content-type')?.startsWith('application/problem+json') === true;
  return awayStatuses.includes(status) && !(isOurs && status !== 503);
}

/** Longest pause between two tries; all tries of a refresh must fit into the server's grace of ten seconds. */
const longestWait = 2000;

/** Refusals of who asks or how often, before the work is looked at: they say nothing of a try before them. */
const statusesBeforeWork = [401, 403, 408, 425, 429];

/** Whether the work itself was refused; else the server may have done what was asked without anybody knowing. */
const isWorkRefused = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.kind === 'http' &&
  !error.isServerTrouble &&
  !statusesBeforeWork.includes(error.status) &&
  error.code !== 'common.inProgress';

/** What somebody looking on could ask for as well, such as a preview, changes nothing. */
const isChange = (call: Call) => call.method !== 'GET' && !isOpenWhileViewing(call);

/** Ends an answer that nobody reads: until then the browser keeps its connection. */
const passOver = (response: Response) => response.body?.cancel();

/** What changes nothing, carries an idempotency key, or is answered alike when repeated at once (the refresh). */
function mayRepeat(call: Call): boolean {
  return call.method === 'GET' || call.needsIdempotencyKey || call.id === refresh.id;
}

/** Milliseconds to wait: what the server asks for, else growing, with jitter so that callers spread. */
function waitBefore(attempt: number, retryAfter: string | null): number {
  const asked = Number(retryAfter ?? 0) * 1000;
  const growing = 150 * 3 ** (attempt - 1);
  return (
    Math.min(Math.max(Number.isFinite(asked) ? asked : 0, growing), longestWait) * (0.5 + Math.random() / 2)
  );
}

/**
 * Client of the API. A 401 leads to one refresh for all waiting calls (and one at a time across tabs), then each
 * call is repeated with the new token. A refused refresh signs out and the 401 is passed on; a server that is away
 * during the refresh does not sign out.
 */
export function createApiClient(deps: ApiClientDependencies) {
  let refreshing: Promise<void> | undefined;
  const unanswered = new UnansweredKeys();

  async function fetchOnce(call: Call, request: PreparedRequest, token: string | null): Promise<Response> {
    const { age, header } = deps.seen;
    const headers = {
      ...request.init.headers,
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(call.mayLag && header !== null && { [positionHeader]: header }),
    };
    try {
      const response = await deps.fetch(deps.baseUrl() + request.path, { ...request.init, headers });
      const position = response.headers.get(positionHeader);
      if (isChange(call)) tellChange(position, age);
      else deps.seen.take(position, age);
      return response;
    } catch (cause) {
      // Perhaps it was done, and only the answer is lost.
      if (isChange(call)) tellChange(null, age);
      if (request.init.signal?.aborted) throw cause;
      throw new ApiError({ kind: 'network', status: 0, code: 'common.unavailable', cause });
    }
  }

  /** Other tabs show the same person what he has changed here. */
  function tellChange(position: string | null, age: number): void {
    deps.seen.takeChange(position, age);
    deps.tellPosition(position);
  }

  /** Sends, and sends again when the network failed or the server was busy, where that can do no harm. */
  async function fetchPatiently(
    call: Call,
    request: PreparedRequest,
    token: string | null,
  ): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= maxTries || !mayRepeat(call);
      try {
        const response = await fetchOnce(call, request, token);
        const isAway = isServerAway(response);
        // A server with too much to do says so before it begins anything; then every call may be repeated.
        const isFinal = attempt >= maxTries || (isLast && !response.headers.has('x-not-begun'));
        if (!isAway || isFinal) {
          deps.reportServer(!isAway);
          return response;
        }
        await passOver(response);
        await deps.wait(waitBefore(attempt, response.headers.get('retry-after')));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (isLast) {
          deps.reportServer(false);
          throw error;
        }
        await deps.wait(waitBefore(attempt, null));
      }
    }
  }

  function refreshTokens(): Promise<void> {
    refreshing ??= deps.withRefreshLock(refreshOnce).finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }

  async function refreshOnce(): Promise<void> {
    const held = deps.heldRefreshToken();
    const body = held === null ? {} : { refreshToken: held };
    const response = await fetchPatiently(refresh, prepareRequest(refresh, { body }, {}), null);
    if (!response.ok) {
      const error = await apiErrorOf(response);
      if (response.status === 401) deps.onSessionLost();
      throw error;
    }
    deps.storeTokens(await parseAnswer(refresh, response));
  }

  /**
   * Makes a call and reads its answer. Where the caller gave no key of his own, the same request after an answer that was
   * lost goes with the key of the one before.
   */
  async function ask<Result>(
    call: Call,
    input: object,
    options: CallOptions,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    const request = prepareRequest(call, input, options);
    const { losses } = unanswered;
    const sendOn = async () => {
      const response = await send(call, request);
      if (isChange(call)) unanswered.goOn(losses);
      return response;
    };
    const { headers, body } = request.init;
    const key = headers['Idempotency-Key'];
    if (options.idempotencyKey !== undefined || key === undefined) return read(await sendOn());
    const attempt = unanswered.begin(JSON.stringify([call.method, request.path, body]), key);
    headers['Idempotency-Key'] = attempt.key;
    try {
      const result = await read(await sendOn());
      unanswered.settle(attempt);
      return result;
    } catch (error) {
      if (isWorkRefused(error)) unanswered.settle(attempt);
      else unanswered.lose(attempt);
      throw error;
    }
  }

  /** A call that needs a fresh second factor asks for it once, then is made again as it was. */
  async function send(call: Call, request: PreparedRequest): Promise<Response> {
    const response = await sendSignedIn(call, request);
    if (response.ok) return response;
    const error = await apiErrorOf(response);
    const canBeShown = call.access !== 'anonymous' && error.code === 'auth.secondFactorRequired';
    if (!canBeShown || !(await deps.askForFactor())) throw error;
    const again = await sendSignedIn(call, request);
    if (!again.ok) throw await apiErrorOf(again);
    return again;
  }

  async function sendSignedIn(call: Call, request: PreparedRequest): Promise<Response> {
    // Without a cookie the server knows a session that ends by its access token only.
    const names =
      call.access !== 'anonymous' ||
      (call.id === ('logout' satisfies typeof logout.id) && deps.heldRefreshToken() !== null);
    let token = names ? deps.accessToken() : null;
    if (call.access !== 'anonymous' && token === null) {
      await refreshTokens();
      token = deps.accessToken();
    }
    let response = await fetchPatiently(call, request, token);
    if (response.status === 401 && call.access !== 'anonymous') {
      await passOver(response);
      // Another call may have refreshed meanwhile; then its token is simply taken.
      if (deps.accessToken() === token) await refreshTokens();
      response = await fetchPatiently(call, request, deps.accessToken());
    }
    return response;
  }

  async function callWithHeaders<C extends Call>(
    call: C,
    input: CallArguments<C>,
    options: CallOptions = {},
  ): Promise<CallResult<C>> {
    return ask(call, input, options, async (response) => {
      const total = response.headers.get('x-total-count');
      return {
        answer: await parseAnswer(call, response),
        etag: response.headers.get('etag'),
        totalCount: total === null ? null : Number(total),
        isTotalExact: response.headers.get('x-total-count-relation') !== 'atLeast',
      };
    });
  }

  return {
    /** Makes the call and answers its parsed body (with ETag and total count). */
    callWithHeaders,
    /** Makes the call and answers its parsed body. Throws ApiError, or AbortError when cancelled. */
    callApi: async <C extends Call>(call: C, input: CallArguments<C>, options: CallOptions = {}) => {
      return (await callWithHeaders(call, input, options)).answer;
    },
    /** Makes a call that answers a file (reports, exports), with the headers that stand beside it. */
    callFile: async <C extends Call>(
      call: C,
      input: CallArguments<C>,
      fallbackName: string,
      options: CallOptions = {},
    ) =>
      ask(call, input, options, async (response) => {
        const fileName = fileNameOf(response.headers.get('content-disposition'), fallbackName);
        return { fileName, blob: await response.blob(), headers: response.headers };
      }),
    /**
     * Opens an answer that goes on while it is read. It never renews the session, and is no use of it: a page nobody looks at
     * would keep somebody signed in for ever.
     */
    openAnswer: async (call: Call, options: CallOptions = {}): Promise<Response> => {
      const response = await fetchOnce(call, prepareRequest(call, {}, options), deps.accessToken());
      if (!response.ok) throw await apiErrorOf(response);
      return response;
    },
    /** Renews the access token now, for instance to keep an idle session alive. */
    refreshTokens,
    /** Whose answers were lost is gone: the next one asks for things of his own. */
    forgetUnanswered: () => unanswered.clear(),
  };
}

async function parseAnswer<C extends Call>(call: C, response: Response): Promise<CallResult<C>['answer']> {
  const body = await bodyOf(call, response);
  const known = parseKnown(call.answer, body);
  if (!known.success) {
    throw new ApiError({
      kind: 'answer',
      status: response.status,
      code: 'common.unexpected',
      cause: known.error,
    });
  }
  // Parsing by the erased schema type answers unknown; it is this call's own schema.
  return known.data as CallResult<C>['answer'];
}

async function bodyOf(call: Call, response: Response): Promise<unknown> {
  if (call.answerKind === 'jsonOrEmpty' && response.status === 204) return null;
  const isJson = call.answerKind === 'json' || call.answerKind === 'jsonOrEmpty';
  return isJson ? response.json().catch(() => undefined) : {};
}

let apiBaseUrl = '/api';

/** Set once at the start from the environment. */
export function setApiBaseUrl(url: string): void {
  apiBaseUrl = url.replace(/\/$/, '');
}

async function withRefreshLock<Result>(work: () => Promise<Result>): Promise<Result> {
  // Old web views lack Web Locks; the server's grace for the direct predecessor covers them.
  if (!('locks' in navigator)) return work();
  try {
    return await navigator.locks.request('depotwerk.refresh', work);
  } catch (error) {
    // Refused where the storage of a frame is blocked; such a page shares its session with no other.
    if (error instanceof DOMException && error.name === 'SecurityError') return work();
    throw error;
  }
}

const client = createApiClient({
  fetch: (input, init) => fetch(input, init),
  baseUrl: () => apiBaseUrl,
  accessToken: () => useSession.getState().accessToken,
  heldRefreshToken,
  storeTokens,
  onSessionLost: () => dispatchLogout('sessionLost'),
  withRefreshLock,
  reportServer,
  askForFactor,
  seen: seenPosition,
  tellPosition: (position) => tellOtherTabs({ kind: 'changed', position }),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
});

export const { callApi, callWithHeaders, callFile, openAnswer, refreshTokens } = client;

onLogout(client.forgetUnanswered);

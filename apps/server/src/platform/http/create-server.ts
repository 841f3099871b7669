import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { allCalls } from '@depotwerk/api/all-calls';
import Fastify, { type FastifyInstance } from 'fastify';
import type { ReadPositions } from '../database/asked-reads.ts';
import type { Quotas } from '../quotas.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { AnswerCheck } from './answer-check.ts';
import { AppError } from './app-error.ts';
import { bindCall, type OffersFeature } from './bind-call.ts';
import { type RefusalListener, registerErrorHandling, sendProblem } from './error-handling.ts';
import { parseJsonBody } from './json-limits.ts';
import { createKnownTokens } from './known-tokens.ts';
import { registerOpenApi } from './openapi.ts';
import { type Operation, registerOperation } from './operation.ts';
import { problemOf, toAppError } from './problem.ts';
import { createFailureLimiter, createRateLimiter } from './rate-limit.ts';
import type { Actor, Authenticator } from './request-context.ts';
import type { Route } from './route.ts';
import { apiHeaders, redirectHeaders, strictTransportSecurity } from './security-headers.ts';
import { longestRequestMs, refuseSlowBodies } from './slow-bodies.ts';
import { createUploadTurns, type UploadTurns } from './upload-turns.ts';
import { registerWebApplication, type WebApplication } from './web-application.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the caller is known; the error handler and the log read it. */
    actor: Actor | null;
  }
  interface FastifyContextConfig {
    /** The route takes a form instead of JSON. */
    takesForm?: boolean;
  }
}

export interface ServerOptions {
  readonly routes: readonly Route[];
  readonly authenticator: Authenticator;
  readonly answerCheck: AnswerCheck;
  readonly operation: Operation;
  /** null = API only (tests). */
  readonly webApplication: WebApplication | null;
  readonly publicOrigin: string | null;
  readonly isBehindTls: boolean;
  readonly trustedProxyHops: number;
  readonly onRefusal: RefusalListener;
  /** Where JSON log lines go; unset = no log. */
  readonly logger?: { readonly error: (values: object, message: string) => void };
  readonly clock: () => number;
  /** Whether a house offers what it can close; absent = it offers everything. */
  readonly offers?: OffersFeature | undefined;
  /** How much may be kept; absent = the defaults. */
  readonly quotas?: Quotas | undefined;
  /** Knows what a call does; absent = nobody asks. */
  readonly telemetry?: Telemetry | undefined;
  /** Where a replica may answer; absent = there is none. */
  readonly readPositions?: ReadPositions | undefined;
}

const bodyLimit = 256 * 1024;
const maxUrlLength = 8 * 1024;

/** Builds the HTTP server; throws when a call of packages/api has no handler or two. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit,
    // Of what is not a body that comes slowly but steadily: see `refuseSlowBodies`.
    requestTimeout: longestRequestMs,
    // Without the interval Node looks for such connections every half minute, and ten seconds are up to forty.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2000, maxHeaderSize: 16 * 1024 },
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    trustProxy: options.trustedProxyHops > 0 ? (_address, hop) => hop < options.trustedProxyHops : false,
    genReqId: () => crypto.randomUUID(),
    // We say it ourselves: with Retry-After, that nothing was begun, and in the body of all our errors.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: true,
    clientErrorHandler: answerBrokenRequest,
    // Broken URLs and the like, before a route is found: the same error body as everywhere.
    frameworkErrors: (error, request, reply) => {
      // Whoever follows a broken link is shown the page for that, and the way on from there, by the application.
      const isPage = request.method === 'GET' && !request.url.startsWith('/api');
      if (isPage && options.webApplication && request.headers.accept?.includes('text/html'))
        void reply.headers(redirectHeaders).redirect('/not-found');
      else void sendProblem(toAppError(error), request, reply);
    },
  });
  refuseSlowBodies(app.server);
  app.decorateRequest('actor', null);
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.length > maxUrlLength || isAmbiguous(request.raw))
      throw new AppError('common.badRequest');
    if (request.url.startsWith('/api')) reply.headers(apiHeaders);
    if (options.isBehindTls) reply.headers(strictTransportSecurity);
    reply.header('x-request-id', request.id);
  });
  const uploads = createUploadTurns();
  acceptJsonOnly(app, uploads);
  registerErrorHandling(app, options);
  registerOperation(app, options.operation);
  registerOpenApi(app);
  const limitRate = createRateLimiter(options.clock);
  const unknownTokens = createFailureLimiter(options.clock);
  const knownTokens = createKnownTokens();
  for (const route of completeRoutes(options.routes)) {
    bindCall(app, route, { ...options, limitRate, unknownTokens, knownTokens, uploads });
  }
  if (options.webApplication) await registerWebApplication(app, options.webApplication);
  return app;
}

/**
 * A proxy may have gone by the other host, or have taken the line of another version for something else: whose house is asked
 * must not depend on who reads (RFC 9112, 2.3 and 3.2).
 */
function isAmbiguous({ rawHeaders, httpVersionMajor }: IncomingMessage): boolean {
  const isHost = (text: string, index: number) => index % 2 === 0 && text.toLowerCase() === 'host';
  return httpVersionMajor !== 1 || rawHeaders.findIndex(isHost) !== rawHeaders.findLastIndex(isHost);
}

const jsonType = /^application\/json(; ?charset=utf-8)?$/i;
const formType = /^application\/x-www-form-urlencoded(; ?charset=utf-8)?$/i;

/** Exactly `application/json` (charset utf-8 allowed), or a form where a call takes one; everything else is 415. */
function acceptJsonOnly(app: FastifyInstance, uploads: UploadTurns): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (request, body, done) => {
    const type = request.headers['content-type'] ?? '';
    const { takesForm = false } = request.routeOptions.config;
    if (takesForm && formType.test(type)) {
      done(null, Object.fromEntries(new URLSearchParams(String(body))));
      return;
    }
    if (takesForm || !jsonType.test(type)) {
      done(new AppError('common.unsupportedMediaType'), undefined);
      return;
    }
    const parse = () => {
      try {
        done(null, body === '' ? undefined : parseJsonBody(String(body)));
      } catch (cause) {
        done(new AppError('common.badRequest', { cause }), undefined);
      }
    };
    try {
      uploads.take(request, parse);
    } catch (error) {
      // It throws what is answered: too many files wait.
      done(error instanceof Error ? error : new AppError('common.unavailable'), undefined);
    }
  });
}

function completeRoutes(routes: readonly Route[]): readonly Route[] {
  const bound = new Set(routes.map((route) => route.call.id));
  const missing = allCalls.filter((call) => !bound.has(call.id)).map((call) => call.id);
  if (missing.length > 0) throw new Error(`calls without a handler: ${missing.join(', ')}`);
  if (bound.size !== routes.length) throw new Error('a call has two handlers');
  const undeclared = routes.filter((route) => !route.call.access).map((route) => route.call.id);
  if (undeclared.length > 0) throw new Error(`calls without a permission: ${undeclared.join(', ')}`);
  return routes;
}

const brokenStatus: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * What is no HTTP request at all still gets an answer, never a silently dropped connection. Only a connection nothing has come
 * over is dropped when its time is up: browsers open some before they need them, and one that begins to use it in that moment
 * would take the answer for that of its own request.
 */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  const { code = '' } = error;
  const isUnused = code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
  if (code === 'ECONNRESET' || isUnused || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = brokenStatus[code] ?? '400 Bad Request';
  const problem = problemOf(new AppError('common.badRequest'), crypto.randomUUID());
  const body = JSON.stringify({ ...problem, status: Number.parseInt(status, 10) });
  socket.end(
    `HTTP/1.1 ${status}\r\n` +
      'content-type: application/problem+json; charset=utf-8\r\nx-content-type-options: nosniff\r\n' +
      `connection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

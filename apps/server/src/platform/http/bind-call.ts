import { refresh } from '@depotwerk/api/auth/auth';
import { type Access, type Call, isOpenWhileViewing } from '@depotwerk/api/call';
import { scopesOf } from '@depotwerk/api/call-scope';
import { parsePosition, positionHeader, positionText } from '@depotwerk/api/data-position';
import type { ValidationIssue } from '@depotwerk/api/errors';
import { getWhiteLabelConfig } from '@depotwerk/api/white-label/white-label';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReadPositions } from '../database/asked-reads.ts';
import type { Quotas } from '../quotas.ts';
import { requireOwnSide, requirePermission } from '../scope.ts';
import { isFreshFactor } from '../sessions/fresh-factor.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { isApiToken } from '../tokens/api-token.ts';
import { type AnswerCheck, AnswerMismatch } from './answer-check.ts';
import { AppError } from './app-error.ts';
import { clientAddressOf } from './client-network.ts';
import { readClientZone } from './client-zone.ts';
import { readCookies } from './cookies.ts';
import { sendFile } from './file-answer.ts';
import { hangUpSignal } from './hang-up-signal.ts';
import type { KnownTokens } from './known-tokens.ts';
import { checkOwnOrigin } from './own-origin.ts';
import { toAppError } from './problem.ts';
import type { FailureLimiter, RateLimiter } from './rate-limit.ts';
import type { Authenticator, RequestContext, SignedIn, SignedInContext } from './request-context.ts';
import { Reply, type Route } from './route.ts';
import type { UploadTurns } from './upload-turns.ts';

export type OffersFeature = (
  tenantId: string,
  host: string,
  feature: NonNullable<Call['feature']>,
) => Promise<boolean>;

export interface Binding {
  readonly uploads: UploadTurns;
  readonly authenticator: Authenticator;
  readonly answerCheck: AnswerCheck;
  /** Own origins besides the Host header, e.g. behind a proxy. */
  readonly publicOrigin: string | null;
  /** General rate limit; throws 429. */
  readonly limitRate: RateLimiter;
  /** Unknown tokens for other systems cost a look-up: who has tried too many waits. */
  readonly unknownTokens: FailureLimiter;
  /** Whose token was good before does not wait for what others of his network try. */
  readonly knownTokens: KnownTokens;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Whether a house offers what it can close, at a host; absent = it offers everything. */
  readonly offers?: OffersFeature | undefined;
  /** How much may be kept; absent = the defaults. */
  readonly quotas?: Quotas | undefined;
  /** Knows what a call does; absent = nobody asks. */
  readonly telemetry?: Telemetry | undefined;
  /** Where a replica may answer; absent = there is none. */
  readonly readPositions?: ReadPositions | undefined;
}

/** What every page asks before it is drawn, with a session or without. */
const ofEveryPage: ReadonlySet<string> = new Set([getWhiteLabelConfig.id, refresh.id]);

/** Registers one call: token → permission → parsed input → handler → checked answer. */
export function bindCall(app: FastifyInstance, { call, handle }: Route, binding: Binding): void {
  const { bodyLimit } = call;
  /** When requests with a body that takes its time showed their token: one that ends on the way lost nothing by it. */
  const shownAt = new WeakMap<FastifyRequest, number>();
  app.route({
    method: call.method,
    url: `/api${call.path}`,
    config: { takesForm: call.takesForm },
    ...(bodyLimit !== null && {
      bodyLimit,
      // Megabytes are read only from those who may send them.
      onRequest: async (request, reply) => {
        const { actor, clientAddress } = await contextOf(call, request, reply, binding);
        shownAt.set(request, performance.now());
        if (!call.takesFile) return;
        const user = call.access === 'anonymous' || actor.kind !== 'user' ? null : actor;
        binding.uploads.announce(request, reply, bodyLimit, { user, clientAddress });
      },
    }),
    // Asking for the head of a file would make it, or use up its one-time address.
    ...(call.answerKind === 'file' && { exposeHeadRoute: false }),
    handler: (request, reply) =>
      watched(call, binding.telemetry, async () => {
        const now = performance.now();
        const context = await contextOf(call, request, reply, binding, now - (shownAt.get(request) ?? now));
        const input = {
          params: parsePart(call.params, request.params, 'params'),
          query: parsePart(call.query, request.query, 'query'),
          // A call without body ignores an empty one; anything else must fit the schema.
          body: parsePart(call.body, request.body ?? {}, 'body'),
        };
        const answer = await answered(call, request, reply, binding, () => handle(context, input));
        return send(call, answer, reply, binding.answerCheck);
      }),
  });
}

function watched<T>(call: Call, telemetry: Telemetry | undefined, answer: () => Promise<T>): Promise<T> {
  if (!telemetry) return answer();
  const attributes = { 'http.request.method': call.method, 'http.route': `/api${call.path}` };
  return telemetry.around({ kind: 'call', name: call.id, attributes }, answer, (fault) =>
    fault === null ? call.status : toAppError(fault).status,
  );
}

/** Handles a call; where there is a replica, by what its caller has seen, who is told how far he has seen by now. */
async function answered<T>(
  call: Call,
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { readPositions }: Binding,
  handle: () => Promise<T>,
): Promise<T> {
  if (!readPositions) return handle();
  const seen = parsePosition(headers[positionHeader]);
  const { answer, position } = await readPositions.around({ seen, mayLag: call.mayLag === true }, handle);
  if (position !== null) reply.header(positionHeader, positionText(position));
  return answer;
}

const forwardingHeaders: readonly string[] = ['forwarded', 'via', 'x-real-ip'];
/** What proxies say of those they speak for, each in its own way. */
const isForwarding = (name: string): boolean =>
  forwardingHeaders.includes(name) || name.startsWith('x-forwarded-');

/** @throws who has hung up has no address any more; nobody hears the answer */
function addressOf(request: FastifyRequest): string {
  const { remoteAddress } = request.socket;
  // Fastify's type does not know that a closed socket has none.
  const named: string | undefined = request.ip;
  if (named === undefined || remoteAddress === undefined) throw new AppError('common.badRequest');
  return clientAddressOf(named, remoteAddress);
}

async function contextOf(
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  binding: Binding,
  sinceMs = 0,
): Promise<RequestContext | SignedInContext> {
  const headers = request.headers;
  const clientAddress = addressOf(request);
  if (call.usesRefreshCookie) checkOwnOrigin(call, headers, binding.publicOrigin);
  const signedIn = withoutSessionOnly(
    call,
    await authenticate(headers.authorization, clientAddress, binding, sinceMs),
  );
  const actor = signedIn?.actor ?? ({ kind: 'anonymous' } as const);
  request.actor = actor;
  if (call.access === 'anonymous') binding.limitRate(null, clientAddress, ofEveryPage.has(call.id));
  else if (!signedIn) throw await refusalOf(call, headers.authorization, reply, binding);
  else admit(call, call.access, signedIn, clientAddress, reply, binding);
  if (signedIn) await requireFeature(call, signedIn.scope.tenantId, headers.host ?? '', binding);
  let signal: AbortSignal | undefined;
  const common = {
    requestId: request.id,
    actor,
    zone: readClientZone(headers['x-timezone-name'], headers['x-timezone-offset']),
    clientAddress,
    userAgent: (headers['user-agent'] ?? '').slice(0, 300),
    host: headers.host ?? '',
    isForwarded: Object.keys(headers).some(isForwarding),
    ifMatch: call.needsIfMatch ? readIfMatch(headers['if-match']) : null,
    idempotencyKey: call.needsIdempotencyKey ? readIdempotencyKey(headers['idempotency-key']) : null,
    ...(binding.quotas && { quotas: binding.quotas }),
    get cookies() {
      return readCookies(headers.cookie);
    },
    get signal() {
      signal ??= hangUpSignal(reply);
      return signal;
    },
  };
  return signedIn ? Object.assign(common, { actor: signedIn.actor, scope: signedIn.scope }) : common;
}

/** What is said without a session; calls that declare it also say that there was one. */
async function refusalOf(
  call: Call,
  header: string | undefined,
  reply: FastifyReply,
  { authenticator }: Binding,
): Promise<AppError> {
  reply.header('www-authenticate', 'Bearer');
  const token = bearerOf(header);
  const isOver =
    token !== undefined &&
    call.errors.includes('auth.sessionOver') &&
    (await authenticator.isSessionOver?.(token)) === true;
  return new AppError(isOver ? 'auth.sessionOver' : 'auth.unauthenticated');
}

/** 429 above the limit, 403 before a new password, while looking as somebody else, without the permission or without a fresh factor: in this order, before any input. */
function admit(
  call: Call,
  access: Exclude<Access, 'anonymous'>,
  signedIn: SignedIn,
  clientAddress: string,
  reply: FastifyReply,
  binding: Binding,
): void {
  binding.limitRate(signedIn.actor.userId, clientAddress);
  if (signedIn.mustChangePassword && !call.isOpenBeforeNewPassword) {
    throw new AppError('auth.newPasswordRequired');
  }
  // Somebody's own account and screen, and what wants a factor, are no scope: a token never reaches them.
  const isToken = signedIn.actor.apiTokenId !== undefined;
  const scopes = isToken ? scopesOf(call) : (call.alsoNeeds ?? []);
  if (scopes === null) throw new AppError('auth.forbidden');
  // The one place that keeps looking as somebody else a look: by what a call is, not by what its handler remembers.
  const isExport = call.isExportable && reply.request.query !== null && hasFormat(reply.request.query);
  if (signedIn.viewing && (isExport || !isOpenWhileViewing(call))) throw new AppError('auth.viewingAs');
  if (access === 'ownSide') requireOwnSide(signedIn.scope);
  else if (access !== 'signedIn') requirePermission(signedIn.scope, access);
  for (const code of scopes) requirePermission(signedIn.scope, code);
  const { hasSecondFactor, secondFactorAt } = signedIn;
  if (call.needsFreshFactor && hasSecondFactor && !isFreshFactor(secondFactorAt, binding.clock())) {
    throw new AppError('auth.secondFactorRequired');
  }
}

/** @throws auth.featureClosed */
async function requireFeature(
  call: Call,
  tenantId: string,
  host: string,
  { offers }: Binding,
): Promise<void> {
  if (call.feature === null || !offers || (await offers(tenantId, host, call.feature))) return;
  throw new AppError('auth.featureClosed');
}

const hasFormat = (query: unknown) => typeof query === 'object' && query !== null && 'format' in query;

/** Signing in and out has nothing to do with a token: there its bearer is a stranger. */
const withoutSessionOnly = (call: Call, signedIn: SignedIn | null) =>
  call.access === 'anonymous' && signedIn?.actor.apiTokenId !== undefined ? null : signedIn;

const bearer = /^Bearer ([A-Za-z0-9_.-]{1,2000})$/;
const bearerOf = (header: string | undefined) =>
  header === undefined ? undefined : bearer.exec(header)?.[1];

async function authenticate(
  header: string | undefined,
  clientAddress: string,
  { authenticator, unknownTokens, knownTokens }: Binding,
  sinceMs: number,
): Promise<SignedIn | null> {
  const token = bearerOf(header);
  if (token === undefined) return null;
  if (!isApiToken(token)) return authenticator.authenticate(token, sinceMs);
  if (!knownTokens.has(token)) unknownTokens.admit(clientAddress);
  const signedIn = await authenticator.authenticate(token);
  knownTokens.note(token, signedIn !== null);
  if (!signedIn) unknownTokens.failed(clientAddress);
  return signedIn;
}

function readIfMatch(header: string | undefined): number {
  if (header === undefined) throw new AppError('common.ifMatchMissing');
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(header)?.[1];
  // Nobody else changed anything: who sends this has to be told that his own request is wrong.
  if (version === undefined) throw new AppError('common.ifMatchInvalid');
  return Number(version);
}

function readIdempotencyKey(header: string | string[] | undefined): string {
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,100}$/.test(header)) {
    throw new AppError('common.idempotencyKeyMissing');
  }
  return header;
}

function parsePart(schema: Call['params'], value: unknown, part: string): never {
  const result = schema.safeParse(value);
  // The handler's input type is this schema's output; the route carries it through the binding.
  if (result.success) return result.data as never;
  const validation: ValidationIssue[] = result.error.issues.slice(0, 50).map((issue) => ({
    path: [part, ...issue.path].map(String).join('.').slice(0, 200),
    code: issue.code === 'custom' ? issue.message : issue.code,
  }));
  throw new AppError('common.validationFailed', { validation });
}

function send(call: Call, answer: unknown, reply: FastifyReply, check: AnswerCheck): FastifyReply {
  let value = answer;
  let { status } = call;
  if (answer instanceof Reply) {
    reply.headers(answer.headers);
    for (const cookie of answer.cookies) reply.header('set-cookie', cookie);
    if (answer.isFile) return sendFile(answer.value, reply);
    value = answer.value;
    status = answer.status ?? status;
  }
  reply.code(status);
  if (call.answerKind === 'empty') return reply.send();
  if (call.answerKind === 'jsonOrEmpty' && value === null) return reply.code(204).send();
  const etag = reply.getHeader('etag');
  if (call.method === 'GET' && etag !== undefined && reply.request.headers['if-none-match'] === etag) {
    return reply.code(304).send();
  }
  if (check.isDue()) {
    const result = call.answer.safeParse(value);
    if (!result.success) throw new AnswerMismatch(call.id, result.error.issues.slice(0, 5));
  }
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(value));
}

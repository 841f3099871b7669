import type { Access, Call } from '@depotwerk/api/call';
import type { ValidationIssue } from '@depotwerk/api/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requirePermission } from '../scope.ts';
import { type AnswerCheck, AnswerMismatch } from './answer-check.ts';
import { AppError } from './app-error.ts';
import { readClientZone } from './client-zone.ts';
import { readCookies } from './cookies.ts';
import { sendFile } from './file-answer.ts';
import { checkOwnOrigin } from './own-origin.ts';
import type { Authenticator, RequestContext, SignedIn, SignedInContext } from './request-context.ts';
import { Reply, type Route } from './route.ts';

export interface Binding {
  readonly authenticator: Authenticator;
  readonly answerCheck: AnswerCheck;
  /** Own origins besides the Host header, e.g. behind a proxy. */
  readonly publicOrigin: string | null;
  /** General rate limit (G-70); throws 429. */
  readonly limitRate: (key: string, isSignedIn: boolean, clientAddress: string) => void;
}

/** Registers one call: token → permission → parsed input → handler → checked answer. */
export function bindCall(app: FastifyInstance, { call, handle }: Route, binding: Binding): void {
  app.route({
    method: call.method,
    url: `/api${call.path}`,
    ...(call.bodyLimit !== null && {
      bodyLimit: call.bodyLimit,
      // Megabytes are read only from those who may send them.
      onRequest: async (request, reply) => void (await contextOf(call, request, reply, binding)),
    }),
    // Asking for the head of a file would make it, or use up its one-time address.
    ...(call.answerKind === 'file' && { exposeHeadRoute: false }),
    handler: async (request, reply) => {
      const context = await contextOf(call, request, reply, binding);
      const input = {
        params: parsePart(call.params, request.params, 'params'),
        query: parsePart(call.query, request.query, 'query'),
        // A call without body ignores an empty one; anything else must fit the schema.
        body: parsePart(call.body, request.body ?? {}, 'body'),
      };
      return send(call, await handle(context, input), reply, binding.answerCheck);
    },
  });
}

async function contextOf(
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  binding: Binding,
): Promise<RequestContext | SignedInContext> {
  const headers = request.headers;
  const clientAddress = request.ip;
  if (call.usesRefreshCookie) checkOwnOrigin(call, headers, binding.publicOrigin);
  const signedIn = await authenticate(headers.authorization, binding.authenticator);
  const actor = signedIn?.actor ?? ({ kind: 'anonymous' } as const);
  request.actor = actor;
  if (call.access === 'anonymous') binding.limitRate(clientAddress, false, clientAddress);
  else admit(call.access, signedIn, clientAddress, reply, binding);
  const common = {
    requestId: request.id,
    actor,
    zone: readClientZone(headers['x-timezone-name'], headers['x-timezone-offset']),
    clientAddress,
    userAgent: (headers['user-agent'] ?? '').slice(0, 300),
    host: headers.host ?? '',
    ifMatch: call.needsIfMatch ? readIfMatch(headers['if-match']) : null,
    idempotencyKey: call.needsIdempotencyKey ? readIdempotencyKey(headers['idempotency-key']) : null,
    get cookies() {
      return readCookies(headers.cookie);
    },
    get signal() {
      return request.signal;
    },
  };
  return signedIn ? Object.assign(common, { actor: signedIn.actor, scope: signedIn.scope }) : common;
}

/** 401 without a session, 429 above the limit, 403 without the permission: in this order, before any input. */
function admit(
  access: Exclude<Access, 'anonymous'>,
  signedIn: SignedIn | null,
  clientAddress: string,
  reply: FastifyReply,
  binding: Binding,
): void {
  if (!signedIn) {
    reply.header('www-authenticate', 'Bearer');
    throw new AppError('auth.unauthenticated');
  }
  binding.limitRate(signedIn.actor.userId, true, clientAddress);
  if (access !== 'signedIn') requirePermission(signedIn.scope, access);
}

const bearer = /^Bearer ([A-Za-z0-9_.-]{1,2000})$/;

async function authenticate(
  header: string | undefined,
  authenticator: Authenticator,
): Promise<SignedIn | null> {
  const token = header === undefined ? undefined : bearer.exec(header)?.[1];
  return token === undefined ? null : authenticator.authenticate(token);
}

function readIfMatch(header: string | undefined): number {
  if (header === undefined) throw new AppError('common.ifMatchMissing');
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(header)?.[1];
  if (version === undefined) throw new AppError('common.versionConflict');
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

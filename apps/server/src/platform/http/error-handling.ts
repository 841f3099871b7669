import { allCalls } from '@depotwerk/api/all-calls';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import { isServerFault, problemOf, toAppError } from './problem.ts';
import type { Actor } from './request-context.ts';
import { apiHeaders } from './security-headers.ts';

/** Hears of refused access (401 with a token, 403, 404 by scope) for the audit log. Must not throw. */
export type RefusalListener = (refusal: {
  code: string;
  actor: Actor | null;
  method: string;
  route: string;
  objectId: string | null;
  requestId: string;
  clientAddress: string;
}) => void;

interface Options {
  readonly onRefusal: RefusalListener;
  readonly logger?: { readonly error: (values: object, message: string) => void };
}

/** One place turns every failure into problem+json; unknown faults are logged with their request id only. */
export function registerErrorHandling(app: FastifyInstance, options: Options): void {
  app.setErrorHandler((error, request, reply) => {
    const appError = toAppError(error);
    if (isServerFault(appError)) {
      const { method, routeOptions } = request;
      options.logger?.error(
        { requestId: request.id, method, route: routeOptions.url, err: appError.details.cause ?? appError },
        appError.code,
      );
    }
    const isMissing = appError.status === 404 && !appError.details.isAbsence;
    if (appError.status === 403 || isMissing) notifyRefusal(options, appError.code, request);
    return sendProblem(appError, request, reply);
  });
  app.setNotFoundHandler((request, reply) => {
    const allowed = allowedMethods(request.url);
    if (allowed.length > 0) {
      reply.header('allow', allowed.join(', '));
      return sendProblem(new AppError('common.methodNotAllowed'), request, reply);
    }
    return sendProblem(new AppError('common.notFound'), request, reply);
  });
}

/** Seconds after which to try again where whoever threw a 503 did not say: every one says when. */
const usualRetryAfter = 5;

/** Bytes of a body that is too large which are read and thrown away, so that whoever still sends gets to read why. */
const mostThrownAway = 32 * 1024 * 1024;

export function sendProblem(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { retryAfter = error.status === 503 ? usualRetryAfter : undefined } = error.details;
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfter))));
  // The server's own answer closes the connection at once, which breaks off whoever writes first and reads afterwards.
  if (error.status === 413 && Number(request.headers['content-length']) <= mostThrownAway)
    reply.removeHeader('connection');
  return (
    reply
      .code(error.status)
      // Wherever it is answered, also in the place of a page or a file: an error is data.
      .headers(apiHeaders)
      .removeHeader('content-disposition')
      .type('application/problem+json; charset=utf-8')
      .send(JSON.stringify(problemOf(error, request.id)))
  );
}

function notifyRefusal(options: Options, code: string, request: FastifyRequest): void {
  const params = request.params;
  const objectId =
    typeof params === 'object' && params !== null && 'id' in params ? String(params.id).slice(0, 100) : null;
  options.onRefusal({
    code,
    actor: request.actor,
    method: request.method,
    route: request.routeOptions.url ?? 'unknown',
    objectId,
    requestId: request.id,
    clientAddress: request.ip,
  });
}

const knownPaths = allCalls.map((call) => ({
  method: call.method,
  pattern: new RegExp(`^/api${call.path.replaceAll(/:[A-Za-z]+/g, '[^/]+')}$`),
}));

function allowedMethods(url: string): string[] {
  const path = url.split('?', 1)[0] ?? '';
  return [...new Set(knownPaths.filter((known) => known.pattern.test(path)).map((known) => known.method))];
}

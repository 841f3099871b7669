import { type ErrorCode, errorStatus, type Problem } from '@depotwerk/api/errors';
import { DatabaseUnavailable } from '../database/database-errors.ts';
import { EnvelopeBroken } from '../secrets/envelope.ts';
import { ImportRefused } from '../table-files/import-refused.ts';
import { AppError } from './app-error.ts';
import { germanMessages } from './german-messages.ts';

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  423: 'Locked',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Error body: members of our own joined with those of RFC 9457; only the code's own text and values leave the server. */
export function problemOf(error: AppError, requestId: string): Problem {
  const { code, status, details } = error;
  return {
    type: `urn:depotwerk:error:${code}`,
    title: titles[status] ?? 'Error',
    status,
    code,
    statusCode: status,
    titleKey: `errors.${code}.title`,
    messageKey: details.reason === undefined ? `errors.${code}.message` : 'errors.withReason',
    message: details.reason ?? germanMessages[code],
    ...(details.params && { params: details.params }),
    ...(details.validation && { validation: [...details.validation] }),
    ...(details.current !== undefined && { current: details.current }),
    traceId: requestId,
    requestId,
  };
}

const codeByStatus = new Map<number, ErrorCode>([
  [400, 'common.badRequest'],
  [404, 'common.notFound'],
  [405, 'common.methodNotAllowed'],
  [413, 'common.payloadTooLarge'],
  [414, 'common.badRequest'],
  [415, 'common.unsupportedMediaType'],
  [429, 'common.tooManyRequests'],
  [431, 'common.badRequest'],
  [503, 'common.unavailable'],
]);

/** Turns what Fastify or a handler threw into an AppError; everything unknown becomes 500 without a word. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ImportRefused) {
    return new AppError(error.code, { reason: error.message, cause: error });
  }
  if (error instanceof Error) {
    if (error instanceof EnvelopeBroken) return new AppError('common.secretUnreadable', { cause: error });
    if (error instanceof DatabaseUnavailable) {
      const code = error.reason === 'unknown' ? 'common.outcomeUnknown' : 'common.unavailable';
      return new AppError(code, { retryAfter: 5, cause: error });
    }
    if ('statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500) {
      return new AppError(codeByStatus.get(error.statusCode) ?? 'common.badRequest', { cause: error });
    }
    if ('statusCode' in error && error.statusCode === 503) {
      return new AppError('common.unavailable', { retryAfter: 2, cause: error });
    }
  }
  return new AppError('common.unexpected', { cause: error });
}

export const isServerFault = (error: AppError) => errorStatus[error.code] >= 500;

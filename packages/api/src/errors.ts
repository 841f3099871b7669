import * as z from 'zod/mini';

/** Every error code with its HTTP status; the code is also the key of its German text (`errors.<code>`). */
export const errorStatus = {
  'common.badRequest': 400,
  'common.validationFailed': 400,
  'common.idempotencyKeyMissing': 400,
  'common.exportTooLarge': 400,
  'common.notFound': 404,
  'common.methodNotAllowed': 405,
  'common.inProgress': 409,
  'common.versionConflict': 412,
  'common.payloadTooLarge': 413,
  'common.unsupportedMediaType': 415,
  'common.idempotencyKeyReused': 422,
  'common.ifMatchMissing': 428,
  'common.tooManyRequests': 429,
  'common.unexpected': 500,
  'common.unavailable': 503,
  'auth.unauthenticated': 401,
  'auth.invalidCredentials': 401,
  'auth.refreshTokenInvalid': 401,
  'auth.refreshTokenReused': 401,
  'auth.forbidden': 403,
  'auth.userInactive': 403,
  'auth.registrationClosed': 403,
  'auth.foreignOrigin': 403,
  'auth.secondFactorRequired': 403,
  'auth.locked': 423,
  'auth.tooManyAttempts': 429,
  'auth.passwordTooWeak': 400,
  'auth.oldPasswordWrong': 400,
  'auth.activationInvalid': 400,
  'auth.phoneNumberNotAllowed': 400,
  'secondFactor.invalidToken': 400,
  'secondFactor.expired': 400,
  'secondFactor.unknownProvider': 400,
  'contracts.unknown': 400,
  'contracts.hasOpenOrders': 409,
  'contracts.mailIsTaken': 400,
  'customers.unknown': 400,
  'funds.unknown': 400,
  'import.wrongFormat': 400,
  'import.wrongUnit': 400,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

export const validationIssue = z.object({
  path: z.string(),
  code: z.string(),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
});
export type ValidationIssue = z.infer<typeof validationIssue>;

/** Error body of every 4xx and 5xx: RFC 9457 members beside those of G-03 (G-73). */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  statusCode: z.number(),
  titleKey: z.string(),
  messageKey: z.string(),
  message: z.string(),
  params: z.optional(z.record(z.string(), z.unknown())),
  validation: z.optional(z.array(validationIssue)),
  exception: z.optional(z.object({ error: z.string(), message: z.string() })),
  current: z.optional(z.unknown()),
  traceId: z.string(),
  requestId: z.string(),
});
export type Problem = z.infer<typeof problem>;

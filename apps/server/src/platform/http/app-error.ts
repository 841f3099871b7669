import { alternativeStatus, type ErrorCode, errorStatus, type ValidationIssue } from '@depotwerk/api/errors';

interface Details {
  params?: Record<string, string | number | boolean | null | readonly object[]>;
  /** A German sentence that says more than the code's own text and takes its place. */
  reason?: string;
  validation?: readonly ValidationIssue[];
  /** The stored version on 412, so that the browser can compare. */
  current?: unknown;
  /** Seconds for the Retry-After header. */
  retryAfter?: number;
  /** The code's other status, for codes that have one. */
  hasAlternativeStatus?: boolean;
  /** The object is there for the caller and has none of what was asked for: no refused access, so the log hears nothing. */
  isAbsence?: boolean;
  cause?: unknown;
}

/** An expected refusal. The code decides status and German text; nothing else reaches the caller. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details = {}) {
    super(code, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = (details.hasAlternativeStatus ? alternativeStatus[code] : undefined) ?? errorStatus[code];
    this.details = details;
  }
}

/** Missing and invisible objects answer alike. */
export const notFound = () => new AppError('common.notFound');

/** An object that the caller sees has none of what was asked for; to the caller it reads like {@link notFound}. */
export const noneThere = () => new AppError('common.notFound', { isAbsence: true });

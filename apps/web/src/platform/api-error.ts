import type { Problem, ValidationIssue } from '@depotwerk/api/errors';
import { problem } from '@depotwerk/api/errors';

/** `http` the server refused, `network` it was not reached, `answer` it said something the contract does not know. */
export type ApiErrorKind = 'http' | 'network' | 'answer';

export interface ApiErrorDetails {
  kind: ApiErrorKind;
  /** HTTP status; 0 when there was none. */
  status: number;
  /** Code of the catalogue in `packages/api/src/errors.ts`, or `common.unexpected`. */
  code: string;
  problem?: Problem | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

/** The one error every call ends in, except for AbortError of a cancelled call. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  readonly status: number;
  readonly code: string;
  readonly problem: Problem | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(details: ApiErrorDetails) {
    super(details.problem?.message ?? details.code, { cause: details.cause });
    this.name = 'ApiError';
    this.kind = details.kind;
    this.status = details.status;
    this.code = details.code;
    this.problem = details.problem;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  get validation(): readonly ValidationIssue[] {
    return this.problem?.validation ?? [];
  }

  get traceId(): string | undefined {
    return this.problem?.traceId;
  }

  /** The server is away or overloaded: worth another try later, no reason to sign anyone out. */
  get isServerTrouble(): boolean {
    return this.kind === 'network' || this.status >= 500;
  }
}

/** What belongs to the application and did not arrive: the server is away for it as for a call, and it is tried again likewise. */
export const partIsAway = (cause: unknown): never => {
  throw new ApiError({ kind: 'network', status: 0, code: 'common.unavailable', cause });
};

/** Reads an error answer; a body that is no problem document still gives an error with its status. */
export async function apiErrorOf(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const body: unknown = await response.json().catch(() => undefined);
  const parsed = problem.safeParse(body);
  return new ApiError({
    kind: 'http',
    status: response.status,
    code: parsed.success ? parsed.data.code : codeIn(body),
    problem: parsed.success ? parsed.data : undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

function codeIn(body: unknown): string {
  if (typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string')
    return body.code;
  return 'common.unexpected';
}

/** Whether an answer says that something is not there, or that its id is none: a foreign object answers alike. */
export const isMissingObject = (error: unknown): boolean =>
  error instanceof ApiError && [400, 404].includes(error.status);

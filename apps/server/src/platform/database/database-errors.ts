/**
 * Why no answer came: the server is away, its connections or locks are taken, a conflict outlived every retry, or the
 * end of a transaction was not confirmed and nobody can say whether it was stored.
 */
export type UnavailableReason = 'away' | 'busy' | 'conflict' | 'unknown';

const sentences: Record<UnavailableReason, string> = {
  away: 'The database is away.',
  busy: 'The database is busy.',
  conflict: 'The database is in conflict.',
  unknown: 'The database did not confirm the end of a transaction.',
};

/** The database cannot answer now, trying again later may help: becomes 503 with Retry-After. */
export class DatabaseUnavailable extends Error {
  readonly reason: UnavailableReason;
  readonly retryAfterSeconds: number;

  constructor(reason: UnavailableReason, cause?: unknown) {
    super(sentences[reason], { cause });
    this.name = 'DatabaseUnavailable';
    this.reason = reason;
    this.retryAfterSeconds = reason === 'away' || reason === 'unknown' ? 5 : 1;
  }
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Messages of the driver that carry no code. */
const lostConnection =
  /^(Connection terminated|timeout expired|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end)/;

/** The connection is gone: a new one may do better. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = errorCode(error);
  return /^(ECONNRESET|EPIPE|57P0|08)/.test(code) || error.message.startsWith('Connection terminated');
}

/** The connection leads to a server that takes no writes (any more). */
export const isReadOnlyServer = (error: unknown): boolean => errorCode(error) === '25006';

/** The SQLSTATE or network code of an error, '' when it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** 40001 serialization failure and 40P01 deadlock: the same work may succeed when done again. */
export function isConflict(error: unknown): boolean {
  const code = errorCode(error);
  return code === '40001' || code === '40P01';
}

/**
 * 23503: a row that was there when the work looked has been deleted before the work could refer to it. Done again, the same
 * look does not find it.
 */
export const isReferenceGone = (error: unknown): boolean => errorCode(error) === '23503';

/**
 * Turns what driver or server threw into `DatabaseUnavailable` where that is what happened; all else stays.
 * @param isWriting whether the work was meant to write
 */
export function toDatabaseError(error: unknown, isWriting: boolean): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error;
  const code = errorCode(error);
  // A primary that was demoted takes no writes until connections lead to the new one; a read that writes is our fault.
  if (isReadOnlyServer(error) && isWriting) return new DatabaseUnavailable('away', error);
  // 08 connection, 57P0x shutdown or starting, 53300 too many connections, 25P03 idle transaction ended.
  if (networkCodes.has(code) || /^(08|57P0|53300|25P03)/.test(code) || lostConnection.test(error.message)) {
    return new DatabaseUnavailable('away', error);
  }
  // 55P03 lock timeout, 57014 statement timeout, 53 resources; the driver's wait for a free connection.
  if (code === '55P03' || code === '57014' || code.startsWith('53')) {
    return new DatabaseUnavailable('busy', error);
  }
  if (error.message === 'timeout exceeded when trying to connect') {
    return new DatabaseUnavailable('busy', error);
  }
  return error;
}

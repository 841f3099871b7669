/** Why no answer came: the server is away, its connections or locks are taken, or a conflict outlived every retry. */
export type UnavailableReason = 'away' | 'busy' | 'conflict';

/** The database cannot answer now, trying again later may help: becomes 503 with Retry-After. */
export class DatabaseUnavailable extends Error {
  readonly reason: UnavailableReason;
  readonly retryAfterSeconds: number;

  constructor(reason: UnavailableReason, cause?: unknown) {
    super(`The database is ${reason === 'conflict' ? 'in conflict' : reason}.`, { cause });
    this.name = 'DatabaseUnavailable';
    this.reason = reason;
    this.retryAfterSeconds = reason === 'away' ? 5 : 1;
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
 * Turns what driver or server threw into `DatabaseUnavailable` where that is what happened; all else stays.
 * @param isWriting whether the work was meant to write
 */
export function toDatabaseError(error: unknown, isWriting: boolean): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error;
  const code = errorCode(error);
  // A primary that was demoted takes no writes until connections lead to the new one; a read that writes is our fault.
  if (code === '25006' && isWriting) return new DatabaseUnavailable('away', error);
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

import { OperatorError } from '../operator-error.ts';
import { errorCode, isLostConnection } from './database-errors.ts';

/** What a server or the network said, or its code where it said nothing. */
export function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : errorCode(error);
}

/**
 * What is wrong with the database server itself while it is set up or brought up to date, in a sentence for who runs it;
 * null for a fault of ours. `place` is its address without user and password.
 */
export function faultOfServer(place: string, error: unknown): OperatorError | null {
  const code = errorCode(error);
  const said = messageOf(error);
  if (code === '53100') {
    return new OperatorError(
      `The disk of the database ${place} is full (${said}): make room and start again. What was begun is undone, what was done before stays.`,
      { cause: error },
    );
  }
  // 53 memory, connections and other limits, 58 what the server's own system refuses.
  if (/^(53|58)/.test(code)) {
    return new OperatorError(
      `The server of the database ${place} cannot go on (${said}): see its log, mend it and start again. What was begun is undone, what was done before stays.`,
      { cause: error },
    );
  }
  if (isLostConnection(error)) {
    return new OperatorError(
      `The connection to the database ${place} was lost (${said}): start again when it answers. What was begun is undone, what was done before stays.`,
      { cause: error },
    );
  }
  return null;
}

import { AppError } from '../../platform/http/app-error.ts';

/** Counts a report a caller asks for; throws 429 above 30 a minute. */
export type CreationLimit = (callerKey: string) => void;

const windowMs = 60_000;
const mostPerWindow = 30;
const mostCallers = 10_000;

/** Counted for each process, like the general limit of calls. @param clock milliseconds since 1970 */
export function createCreationLimit(clock: () => number, most = mostPerWindow): CreationLimit {
  const counts = new Map<string, number>();
  let windowStart = 0;
  return (callerKey) => {
    const now = clock();
    if (now - windowStart >= windowMs || counts.size >= mostCallers) {
      counts.clear();
      windowStart = now;
    }
    const count = (counts.get(callerKey) ?? 0) + 1;
    counts.set(callerKey, count);
    if (count > most) {
      const retryAfter = Math.max(1, Math.ceil((windowStart + windowMs - now) / 1000));
      throw new AppError('common.tooManyRequests', { retryAfter });
    }
  };
}

import { AppError } from '../../platform/http/app-error.ts';
import { clientNetworkOf } from '../../platform/http/client-network.ts';

/** Counts a report a caller asks for; throws 429 above `mostOfCaller` (default 30) a minute. */
export type CreationLimit = (callerKey: string, mostOfCaller?: number) => void;

const windowMs = 60_000;
const mostPerWindow = 30;
/** Of all networks of one site (IPv6: a /48) together. */
const mostPerSite = 100;
const mostCallers = 10_000;

/** Counted for each process, like the general limit of calls. @param clock milliseconds since 1970 */
export function createCreationLimit(clock: () => number, most = mostPerWindow): CreationLimit {
  const counts = new Map<string, number>();
  let windowStart = 0;
  return (callerKey, mostOfCaller = most) => {
    const now = clock();
    if (now - windowStart >= windowMs || counts.size >= mostCallers) {
      counts.clear();
      windowStart = now;
    }
    const count = (counts.get(callerKey) ?? 0) + 1;
    counts.set(callerKey, count);
    if (count > mostOfCaller) {
      const retryAfter = Math.max(1, Math.ceil((windowStart + windowMs - now) / 1000));
      throw new AppError('common.tooManyRequests', { retryAfter });
    }
  };
}

/** Counts a report for somebody without a session by his network and, for IPv6, by the site above it. @throws 429 */
export function limitVisitor(limit: CreationLimit, clientAddress: string): void {
  const { network, site } = clientNetworkOf(clientAddress);
  limit(network);
  if (site !== null) limit(site, mostPerSite);
}

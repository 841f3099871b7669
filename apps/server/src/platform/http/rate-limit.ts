import { AppError } from './app-error.ts';

const windowSeconds = 60;
const perUser = 600;
const perAddress = 60;
const maxKeys = 50_000;

const isLoopback = (address: string) =>
  address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');

/**
 * General limit of G-70 per process: 600 calls a minute for a user, 60 for a visitor. Callers on the
 * machine itself are not counted (operator's tools, the demo); behind a proxy the forwarded address counts.
 */
export function createRateLimiter(
  clock: () => number,
): (key: string, isSignedIn: boolean, clientAddress: string) => void {
  const counts = new Map<string, number>();
  let windowStart = 0;
  return (key, isSignedIn, clientAddress) => {
    if (isLoopback(clientAddress)) return;
    const seconds = Math.floor(clock() / 1000);
    if (seconds - windowStart >= windowSeconds || counts.size >= maxKeys) {
      counts.clear();
      windowStart = seconds;
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > (isSignedIn ? perUser : perAddress)) {
      throw new AppError('common.tooManyRequests', { retryAfter: windowStart + windowSeconds - seconds });
    }
  };
}

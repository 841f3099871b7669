import { AppError } from './app-error.ts';
import { clientNetworkOf } from './client-network.ts';

const windowSeconds = 60;
const perUser = 600;
const perNetwork = 60;
const perSite = 600;
/** Times as many of what every page begins with: a whole office opens its pages from one address, and a phone shares its own with thousands. */
const pagesFactor = 10;
const maxKeys = 50_000;

const isLoopback = (address: string) =>
  address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');

/** @param ofEveryPage what opening a page asks without a session: counted apart, so that nobody's other calls keep others out */
export type RateLimiter = (userId: string | null, clientAddress: string, ofEveryPage?: boolean) => void;

/**
 * General limit per process: 600 calls a minute for a user, 60 for a visitor (IPv6: for his /64, and 600 for
 * the /48 above it), ten times as many of what every page begins with. Callers on the
 * machine itself are not counted (operator's tools, the demo); behind a proxy the forwarded address counts.
 */
export function createRateLimiter(clock: () => number): RateLimiter {
  const counts = new Map<string, number>();
  let windowStart = 0;
  const count = (key: string, most: number, seconds: number): void => {
    const counted = (counts.get(key) ?? 0) + 1;
    counts.set(key, counted);
    if (counted > most) {
      throw new AppError('common.tooManyRequests', { retryAfter: windowStart + windowSeconds - seconds });
    }
  };
  return (userId, clientAddress, ofEveryPage = false) => {
    if (isLoopback(clientAddress)) return;
    const seconds = Math.floor(clock() / 1000);
    if (seconds - windowStart >= windowSeconds || counts.size >= maxKeys) {
      counts.clear();
      windowStart = seconds;
    }
    if (userId !== null) {
      count(userId, perUser, seconds);
      return;
    }
    const { network, site } = clientNetworkOf(clientAddress);
    const [kind, factor] = ofEveryPage ? ['page ', pagesFactor] : ['', 1];
    count(kind + network, perNetwork * factor, seconds);
    if (site !== null) count(kind + site, perSite * factor, seconds);
  };
}

/** Counts what strangers try and fail with, by network; `admit` throws 429 before more is read for them. */
export interface FailureLimiter {
  admit(clientAddress: string): void;
  failed(clientAddress: string): void;
}

/**
 * 60 failures a minute of one network (IPv6: of a /64, and 600 of the /48 above it); callers on the machine itself are not
 * counted.
 */
export function createFailureLimiter(clock: () => number): FailureLimiter {
  const counts = new Map<string, number>();
  let windowStart = 0;
  /** What an address is counted under, each with the most it may have; begins a new minute where one is due. */
  const boundsOf = (clientAddress: string): { seconds: number; bounds: [key: string, most: number][] } => {
    const seconds = Math.floor(clock() / 1000);
    if (seconds - windowStart >= windowSeconds || counts.size >= maxKeys) {
      counts.clear();
      windowStart = seconds;
    }
    const { network, site } = clientNetworkOf(clientAddress);
    const bounds: [string, number][] = [[network, perNetwork]];
    if (site !== null) bounds.push([site, perSite]);
    return { seconds, bounds };
  };
  return {
    admit(clientAddress) {
      const { seconds, bounds } = boundsOf(clientAddress);
      if (bounds.every(([key, most]) => (counts.get(key) ?? 0) < most)) return;
      throw new AppError('common.tooManyRequests', { retryAfter: windowStart + windowSeconds - seconds });
    },
    failed(clientAddress) {
      if (isLoopback(clientAddress)) return;
      for (const [key] of boundsOf(clientAddress).bounds) counts.set(key, (counts.get(key) ?? 0) + 1);
    },
  };
}

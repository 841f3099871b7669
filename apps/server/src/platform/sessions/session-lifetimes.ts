import type { ClientType } from '../tokens/refresh-token.ts';

/** Milliseconds a session lives: without use, and at most however much it is used. */
export const sessionLifetimes: Record<ClientType, { readonly idle: number; readonly absolute: number }> = {
  web: { idle: 60 * 60_000, absolute: 12 * 60 * 60_000 },
  mobile: { idle: 7 * 86_400_000, absolute: 30 * 86_400_000 },
};

export const maxSessionsPerUser = 10;

/** When the session ends without use, if used now; never later than its absolute end. */
export function idleEnd(clientType: ClientType, now: number, absoluteEnd: number): number {
  return Math.min(now + sessionLifetimes[clientType].idle, absoluteEnd);
}

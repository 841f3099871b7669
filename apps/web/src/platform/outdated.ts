import { ApiError } from './api-error.ts';

/**
 * Whether something was refused because it is no longer as the page shows it: taken back, decided, done or changed by somebody
 * else. Whoever is refused so reads it anew, or the page goes on offering what the server refuses.
 */
export const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError && [404, 409, 410, 412].includes(error.status);

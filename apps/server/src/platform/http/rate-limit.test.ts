import { readPublicReport } from '@depotwerk/api/reports';
import { describe, expect, it } from 'vitest';
import { AppError } from './app-error.ts';
import { createRateLimiter } from './rate-limit.ts';

/** How many of 1,000 calls at one moment are let through. */
function allowed(
  limit: ReturnType<typeof createRateLimiter>,
  key: string,
  isSignedIn: boolean,
  address: string,
) {
  let count = 0;
  for (let index = 0; index < 1_000; index += 1) {
    try {
      limit(key, isSignedIn, address);
      count += 1;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'common.tooManyRequests') throw error;
    }
  }
  return count;
}

describe('the general limit of calls (G-70)', () => {
  it('lets 60 calls a minute of a visitor through and 600 of a user, each counted apart', () => {
    let now = 0;
    const limit = createRateLimiter(() => now);
    expect(allowed(limit, '203.0.113.7', false, '203.0.113.7')).toBe(60);
    expect(allowed(limit, '203.0.113.8', false, '203.0.113.8')).toBe(60);
    expect(allowed(limit, 'anna', true, '203.0.113.7')).toBe(600);
    now = 60_000;
    expect(allowed(limit, '203.0.113.7', false, '203.0.113.7')).toBe(60);
  });

  it('does not count callers on the machine itself', () => {
    const limit = createRateLimiter(() => 0);
    expect(allowed(limit, '127.0.0.1', false, '127.0.0.1')).toBe(1_000);
  });

  it('holds for public reports: they are calls of visitors', () => {
    expect(readPublicReport.access).toBe('anonymous');
  });
});

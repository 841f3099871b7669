import { readPublicReport } from '@depotwerk/api/reports/reports';
import { describe, expect, it } from 'vitest';
import { AppError } from './app-error.ts';
import { createFailureLimiter, createRateLimiter } from './rate-limit.ts';

/** How many of 1,000 calls at one moment are let through. */
function allowed(limit: ReturnType<typeof createRateLimiter>, userId: string | null, address: string) {
  let count = 0;
  for (let index = 0; index < 1_000; index += 1) {
    try {
      limit(userId, address);
      count += 1;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'common.tooManyRequests') throw error;
    }
  }
  return count;
}

describe('the general limit of calls', () => {
  it('lets 60 calls a minute of a visitor through and 600 of a user, each counted apart', () => {
    let now = 0;
    const limit = createRateLimiter(() => now);
    expect(allowed(limit, null, '203.0.113.7')).toBe(60);
    expect(allowed(limit, null, '203.0.113.8')).toBe(60);
    expect(allowed(limit, 'anna', '203.0.113.7')).toBe(600);
    now = 60_000;
    expect(allowed(limit, null, '203.0.113.7')).toBe(60);
  });

  it('lets an office open its pages whatever one of its visitors does, ten times as often', () => {
    const limit = createRateLimiter(() => 0);
    const office = '203.0.113.7';
    expect(allowed(limit, null, office)).toBe(60);
    expect(allowed((user, address) => limit(user, address, true), null, office)).toBe(600);
    expect(allowed(limit, null, office)).toBe(0);
  });

  it('does not count callers on the machine itself', () => {
    const limit = createRateLimiter(() => 0);
    expect(allowed(limit, null, '127.0.0.1')).toBe(1_000);
  });

  it('counts IPv6 by /64 and, ten times as high, by /48', () => {
    const limit = createRateLimiter(() => 0);
    const fromOne = Array.from({ length: 4 }, (_, host) => `2001:db8:7:1::${host + 1}`);
    expect(fromOne.map((address) => allowed(limit, null, address))).toEqual([60, 0, 0, 0]);
    const fromSite = Array.from({ length: 20 }, (_, net) => `2001:db8:7:${(net + 2).toString(16)}::1`);
    expect(fromSite.reduce((sum, address) => sum + allowed(limit, null, address), 0)).toBeLessThan(600);
    expect(allowed(limit, null, '2001:db8:8::1')).toBe(60);
  });

  it('stops who tries unknown tokens, and nobody else, for the rest of the minute', () => {
    let now = 0;
    const limiter = createFailureLimiter(() => now);
    for (let count = 0; count < 60; count += 1) {
      limiter.admit('203.0.113.7');
      limiter.failed('203.0.113.7');
    }
    expect(() => limiter.admit('203.0.113.7')).toThrow(AppError);
    expect(() => limiter.admit('203.0.113.8')).not.toThrow();
    now = 60_000;
    expect(() => limiter.admit('203.0.113.7')).not.toThrow();
  });

  it('stops who tries with the networks of one site as well', () => {
    const limiter = createFailureLimiter(() => 0);
    let tried = 0;
    for (let index = 0; index < 1_000; index += 1) {
      const address = `2001:db8:7:${index.toString(16)}::1`;
      try {
        limiter.admit(address);
      } catch {
        continue;
      }
      limiter.failed(address);
      tried += 1;
    }
    expect(tried).toBe(600);
    expect(() => limiter.admit('2001:db8:8::1')).not.toThrow();
  });

  it('holds for public reports: they are calls of visitors', () => {
    expect(readPublicReport.access).toBe('anonymous');
  });
});

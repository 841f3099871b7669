import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { createThrottle } from './throttle.ts';

describe('throttle', () => {
  const db = useTestDatabase();
  const key = randomBytes(32);
  const start = Date.parse('2026-03-02T10:00:00Z');

  it('lets five of a burst of 100 guesses through, then doubles the wait from 30 s to 15 min', async () => {
    const now = { value: start };
    const throttle = createThrottle(db.database, key, () => now.value);
    const burst = await Promise.all(
      Array.from({ length: 100 }, () => throttle.attempt('account', 'erna@example.org')),
    );
    expect(burst.filter((answer) => answer.isAllowed)).toHaveLength(5);
    const waits: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const refused = await throttle.attempt('account', 'erna@example.org');
      if (refused.isAllowed) throw new Error('must wait');
      waits.push(refused.retryAfterSeconds);
      now.value += (refused.retryAfterSeconds - 1) * 1000;
      expect((await throttle.attempt('account', 'erna@example.org')).isAllowed).toBe(false);
      now.value += 1000;
      expect((await throttle.attempt('account', 'erna@example.org')).isAllowed).toBe(true);
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
  });

  it('counts names apart, forgets on a right sign-in and after a day', async () => {
    const now = { value: start };
    const throttle = createThrottle(db.database, key, () => now.value);
    for (let round = 0; round < 6; round += 1) await throttle.attempt('account', 'a');
    expect((await throttle.attempt('account', 'a')).isAllowed).toBe(false);
    expect((await throttle.attempt('accountDevice', 'a')).isAllowed).toBe(true);
    expect((await throttle.attempt('account', 'b')).isAllowed).toBe(true);
    await throttle.clear('account', 'a');
    expect(await throttle.attempt('account', 'a')).toEqual({ isAllowed: true, count: 1 });
    for (let round = 0; round < 3; round += 1) await throttle.attempt('account', 'a');
    now.value += 86_400_000;
    expect(await throttle.attempt('account', 'a')).toEqual({ isAllowed: true, count: 1 });
  });

  it('allows exactly 100 of an address in 15 minutes, refunds included', async () => {
    const now = { value: start };
    const throttle = createThrottle(db.database, key, () => now.value);
    const attempts = await Promise.all(
      Array.from({ length: 130 }, () => throttle.attempt('address', '192.0.2.1')),
    );
    expect(attempts.filter((answer) => answer.isAllowed)).toHaveLength(100);
    now.value += 60_000;
    expect(await throttle.attempt('address', '192.0.2.1')).toMatchObject({ retryAfterSeconds: 14 * 60 });
    await throttle.refund('address', '192.0.2.1');
    expect((await throttle.attempt('address', '192.0.2.1')).isAllowed).toBe(true);
    expect((await throttle.attempt('address', '192.0.2.1')).isAllowed).toBe(false);
    now.value += 14 * 60_000;
    expect(await throttle.attempt('address', '192.0.2.1')).toEqual({ isAllowed: true, count: 1 });
  });

  it('locks nobody out by what a clock wrote that ran a day ahead, and lets what is good once happen once', async () => {
    const now = { value: start + 86_400_000 };
    const throttle = createThrottle(db.database, key, () => now.value);
    for (let round = 0; round < 6; round += 1) await throttle.attempt('account', 'ahead');
    for (let round = 0; round < 11; round += 1) await throttle.attempt('smsUser', 'ahead');
    await throttle.attempt('passkeyChallenge', 'ahead');
    now.value = start;
    expect(await throttle.attempt('account', 'ahead')).toEqual({ isAllowed: true, count: 6 });
    expect(await throttle.attempt('account', 'ahead')).toMatchObject({
      isAllowed: false,
      retryAfterSeconds: 60,
    });
    expect(await throttle.attempt('smsUser', 'ahead')).toEqual({ isAllowed: true, count: 1 });
    expect((await throttle.attempt('passkeyChallenge', 'ahead')).isAllowed).toBe(false);
  });

  it('takes no minute between the clocks of two processes for a wrong one', async () => {
    const now = { value: start + 60_000 };
    const throttle = createThrottle(db.database, key, () => now.value);
    for (let round = 0; round < 11; round += 1) {
      const answer = await throttle.attempt('account', 'apart');
      if (!answer.isAllowed) now.value += answer.retryAfterSeconds * 1000;
    }
    for (let round = 0; round < 10; round += 1) {
      const answer = await throttle.attempt('account', 'apart');
      if (!answer.isAllowed && answer.retryAfterSeconds >= 900) break;
      if (!answer.isAllowed) now.value += answer.retryAfterSeconds * 1000;
    }
    for (let round = 0; round < 10; round += 1) await throttle.attempt('smsUser', 'apart');
    now.value -= 60_000;
    expect((await throttle.attempt('account', 'apart')).isAllowed).toBe(false);
    expect((await throttle.attempt('smsUser', 'apart')).isAllowed).toBe(false);
  });

  it('stores neither names nor addresses, and purges old counters', async () => {
    const now = { value: start };
    const throttle = createThrottle(db.database, key, () => now.value);
    await throttle.attempt('account', 'canary-name');
    const before = await db.owner.query('select * from login_throttles');
    expect(JSON.stringify(before.rows)).not.toContain('canary-name');
    expect(JSON.stringify(before.rows)).not.toContain(Buffer.from('canary-name').toString('hex'));
    now.value += 10 * 86_400_000;
    await throttle.purge();
    expect((await db.owner.query('select * from login_throttles')).rowCount).toBe(0);
  });
});

import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideRotation, isGenuine, parseRefreshToken, refreshTokenOf } from './refresh-token.ts';

const key = randomBytes(32);
const session = { sessionId: '0f8fad5b-d9cb-469f-a165-70867728950e', clientType: 'web' as const };

describe('refresh token', () => {
  it('reads back what it wrote, and is the same every time', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.nat(999_999_999), (sessionId, counter) => {
        const of = { sessionId, clientType: 'web' as const };
        const token = refreshTokenOf(key, of, counter);
        const parts = parseRefreshToken(token);
        expect(token).toBe(refreshTokenOf(key, of, counter));
        expect(parts).toMatchObject({ sessionId, counter });
        expect(parts && isGenuine(key, of, parts)).toBe(true);
      }),
    );
  });

  it('is not genuine under another key, counter, session or transport', () => {
    const parts = parseRefreshToken(refreshTokenOf(key, session, 4));
    if (!parts) throw new Error('a token of ours must parse');
    expect(isGenuine(randomBytes(32), session, parts)).toBe(false);
    expect(isGenuine(key, session, { ...parts, counter: 5 })).toBe(false);
    expect(isGenuine(key, { ...session, clientType: 'mobile' }, parts)).toBe(false);
    expect(isGenuine(key, { ...session, sessionId: crypto.randomUUID() }, parts)).toBe(false);
  });

  it('refuses every other shape', () => {
    const token = refreshTokenOf(key, session, 12);
    expect(parseRefreshToken(token)).not.toBeNull();
    const wrong = [
      '',
      'x',
      `${token} `,
      ` ${token}`,
      `${token}a`,
      token.slice(0, -1),
      token.replace('r1', 'r2'),
    ];
    for (const text of [
      ...wrong,
      token.replace('.12.', '.012.'),
      token.replace('.12.', '.-1.'),
      `${token}\n`,
    ]) {
      expect([text, parseRefreshToken(text)]).toEqual([text, null]);
    }
  });

  it('rotates the current token, repeats for its predecessor within 10 s, and calls the rest reuse', () => {
    const now = 1_000_000;
    expect(decideRotation(7, { counter: 7, rotatedAt: 0 }, now)).toBe('rotate');
    expect(decideRotation(6, { counter: 7, rotatedAt: now - 10_000 }, now)).toBe('repeat');
    expect(decideRotation(6, { counter: 7, rotatedAt: now - 10_001 }, now)).toBe('reuse');
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), (presented, counter) => {
        const decision = decideRotation(presented, { counter, rotatedAt: now }, now);
        if (presented === counter) return decision === 'rotate';
        return decision === (presented === counter - 1 ? 'repeat' : 'reuse');
      }),
    );
  });
});

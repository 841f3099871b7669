import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isFactorProof, newFactorProof } from './factor-proof.ts';

describe('factor proof', () => {
  const key = randomBytes(32);
  const now = Date.parse('2026-03-02T10:00:00Z');

  it('holds for its session until it ends', () => {
    const proof = newFactorProof(key, 'session-1', now + 1000);
    expect(isFactorProof(key, 'session-1', proof, now)).toBe(true);
    expect(isFactorProof(key, 'session-1', proof, now + 1000)).toBe(false);
    expect(isFactorProof(key, 'session-2', proof, now)).toBe(false);
    expect(isFactorProof(randomBytes(32), 'session-1', proof, now)).toBe(false);
    expect(isFactorProof(key, 'session-1', proof.replace('.1', '.2'), now)).toBe(false);
    expect(isFactorProof(key, 'session-1', '', now)).toBe(false);
  });
});

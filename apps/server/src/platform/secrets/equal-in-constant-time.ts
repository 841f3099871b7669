import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Whether two secrets are the same, in a time that tells nothing of how much of them fits: hashes of equal length are
 * compared. The only comparison for tokens, codes and signatures that come from outside; the check of the architecture
 * refuses others.
 */
export function equalInConstantTime(given: string | Buffer, expected: string | Buffer): boolean {
  return timingSafeEqual(digestOf(given), digestOf(expected));
}

const digestOf = (secret: string | Buffer): Buffer => createHash('sha256').update(secret).digest();

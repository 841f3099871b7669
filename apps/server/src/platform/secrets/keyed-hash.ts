import { createHash, createHmac } from 'node:crypto';

/** HMAC-SHA-256 over parts that cannot run into each other: lookup keys and stored codes. */
export function keyedHash(key: Buffer, ...parts: readonly string[]): Buffer {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest();
}

/** Plain hash, enough for secrets of 128 random bits and more. */
export function tokenHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

import { createHash, randomBytes } from 'node:crypto';

const shape = /^dw_[A-Za-z0-9_-]{43}$/;

/** A token for another system: 256 random bits behind a prefix that scanners of leaked secrets can find. */
export function newApiToken(): string {
  return `dw_${randomBytes(32).toString('base64url')}`;
}

/** True for what looks like such a token, and so is no access token of a session. */
export const isApiToken = (token: string): boolean => shape.test(token);

/** What is stored in its place; nobody finds 256 random bits again, so a plain hash is enough. */
export const hashOfApiToken = (token: string): Buffer => createHash('sha256').update(token).digest();

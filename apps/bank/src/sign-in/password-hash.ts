import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';

/** Cheap on purpose: these passwords are printed in the documentation, and fills make thousands of logins. */
const cost = { N: 1024, r: 8, p: 1 };
const keyBytes = 32;

/** `salt.key` in base64url. */
export function hashPassword(password: string): string {
  const salt = randomBytes(16);
  return `${salt.toString('base64url')}.${scryptSync(password, salt, keyBytes, cost).toString('base64url')}`;
}

export function verifyPassword(password: string, stored: string): boolean {
  const [salt = '', key = ''] = stored.split('.');
  const expected = Buffer.from(key, 'base64url');
  const actual = scryptSync(password, Buffer.from(salt, 'base64url'), keyBytes, cost);
  return expected.length === keyBytes && timingSafeEqual(actual, expected);
}

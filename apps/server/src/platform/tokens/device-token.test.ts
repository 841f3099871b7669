import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newDeviceToken, readDeviceToken } from './device-token.ts';

describe('device token', () => {
  const key = randomBytes(32);

  it('is known again', () => {
    const token = newDeviceToken(key);
    expect(readDeviceToken(key, token.cookieValue)?.secret).toBe(token.secret);
  });

  it('is refused when somebody else signed it, or it was changed', () => {
    const { cookieValue } = newDeviceToken(key);
    expect(readDeviceToken(randomBytes(32), cookieValue)).toBeNull();
    expect(
      readDeviceToken(
        key,
        cookieValue.replace(/^d1\.(.)/, (_, first) => `d1.${first === '-' ? '_' : '-'}`),
      ),
    ).toBeNull();
    for (const text of [undefined, '', 'd1', 'd1..', `${cookieValue}x`]) {
      expect(readDeviceToken(key, text)).toBeNull();
    }
  });
});

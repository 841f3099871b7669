// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { aUser } from '../../platform/user-for-test.ts';
import { continueAfterSignIn, deviceName } from './sign-in.ts';

const user = (startPage: string, ...permissions: string[]) =>
  aUser({ permissions, clientConfig: { ...aUser().clientConfig, startPage } });

describe('after signing in', () => {
  it('goes to the wanted page, else to where the work begins, else to the contracts', () => {
    expect(continueAfterSignIn('/customers/1', user('/audit', 'audit.view'))).toBe('/customers/1');
    expect(continueAfterSignIn(undefined, user('/audit', 'audit.view', 'contracts.view'))).toBe('/audit');
    expect(continueAfterSignIn(undefined, null)).toBe('/contracts');
  });

  it('never leaves the application', () => {
    const adviser = (startPage: string) => user(startPage, 'contracts.view');
    expect(continueAfterSignIn('//evil.example', adviser('https://evil.example'))).toBe('/contracts');
    expect(continueAfterSignIn('https://evil.example', adviser('/admin'))).toBe('/contracts');
  });
});

describe('name of the device', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36',
      'Chrome, Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0',
      'Edge, Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 20_0 like Mac OS X) Version/20.0 Mobile Safari/604.1',
      'Safari, iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36',
      'Chrome, Android',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox, Linux'],
    ['curl/8', 'Browser'],
  ])('of "%s" is %s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});

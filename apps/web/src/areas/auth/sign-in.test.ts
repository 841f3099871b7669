// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { continueAfterSignIn, deviceName } from './sign-in.ts';

describe('after signing in', () => {
  it('goes to the wanted page, else to the start page, else to the contracts', () => {
    expect(continueAfterSignIn('/customers/1', '/workbench')).toBe('/customers/1');
    expect(continueAfterSignIn(undefined, '/workbench')).toBe('/workbench');
    expect(continueAfterSignIn(undefined, undefined)).toBe('/contracts');
  });

  it('never leaves the application', () => {
    expect(continueAfterSignIn('//evil.example', 'https://evil.example')).toBe('/contracts');
    expect(continueAfterSignIn('https://evil.example', '/admin')).toBe('/contracts');
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

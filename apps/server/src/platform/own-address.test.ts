import { expect, it } from 'vitest';
import { ownAddress } from './own-address.ts';

it('is an address that can be read again, whatever kind of host it has', () => {
  for (const host of ['127.0.0.1', 'localhost', '::1'])
    expect(URL.canParse(ownAddress({ host, port: 8080 }))).toBe(true);
  expect(ownAddress({ host: '::1', port: 8080 })).toBe('http://[::1]:8080');
});

import { expect, it } from 'vitest';
import { ownOrigin } from './own-origin.ts';

it('is an address that can be read again, whatever kind of host it has', () => {
  const origin = (host: string) => ownOrigin({ publicOrigin: null, host, port: 8080 });
  for (const host of ['127.0.0.1', 'localhost', '::1']) expect(URL.canParse(origin(host))).toBe(true);
  expect(origin('::1')).toBe('http://[::1]:8080');
});

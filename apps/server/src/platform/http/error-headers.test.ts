import { expect, it } from 'vitest';
import { plainServer, withOtherCalls } from '../../../test/plain-server.ts';
import { createServer } from './create-server.ts';

it('an error carries the headers of the API wherever it is answered', async () => {
  const app = await createServer({
    routes: withOtherCalls([]),
    authenticator: { authenticate: async () => null },
    ...plainServer,
    clock: Date.now,
  });
  for (const url of ['/nothing.html', '/assets/none.js', '/%', '/api/nothing']) {
    const { headers, statusCode } = await app.inject({ url });
    const seen = [url, statusCode < 500, headers['x-content-type-options'], headers['cache-control']];
    expect(seen).toEqual([url, true, 'nosniff', 'no-store']);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  }
  await app.close();
});

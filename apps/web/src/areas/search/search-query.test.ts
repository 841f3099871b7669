import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSession } from '../../platform/session.ts';
import { searchFor } from './search-query.ts';

beforeEach(() => useSession.setState({ accessToken: 'token' }));
afterEach(() => {
  useSession.setState({ accessToken: null });
  vi.unstubAllGlobals();
});

it('asks for every kind of hit by name, documents too', async () => {
  const server = vi.fn<(address: string) => Promise<Response>>().mockResolvedValue(Response.json([]));
  vi.stubGlobal('fetch', server);
  expect(await new QueryClient().fetchQuery(searchFor('akte'))).toEqual([]);
  const asked = new URL(server.mock.lastCall?.[0] ?? '', 'http://house.example').searchParams;
  expect(Object.fromEntries(asked)).toEqual({
    query: 'akte',
    types: 'customer,contract,fund,tariff,document,user',
  });
});

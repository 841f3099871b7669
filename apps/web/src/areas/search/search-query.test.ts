import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';

const callApi = vi.hoisted(() => vi.fn<(call: unknown, input: unknown) => Promise<unknown>>());
vi.mock(import('../../platform/api-client.ts'), async (original) => ({
  ...(await original()),
  callApi: callApi as never, // answers of one call only
}));
const { searchFor } = await import('./search-query.ts');

it('asks for every kind of hit by name, documents too', async () => {
  callApi.mockResolvedValue([]);
  expect(await new QueryClient().fetchQuery(searchFor('akte'))).toEqual([]);
  expect(callApi.mock.lastCall?.[1]).toEqual({
    query: { query: 'akte', types: 'customer,contract,fund,tariff,document,user' },
  });
});

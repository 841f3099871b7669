import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refused } from '../../../platform/api-client-for-test.ts';
import { queryClient } from '../../../platform/query-client.ts';
import { useSession } from '../../../platform/session.ts';
import { decidePlans } from './continuous-queries.ts';

beforeEach(() => useSession.setState({ accessToken: 'token' }));
afterEach(() => {
  useSession.setState({ accessToken: null });
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('reads the list again where a later part of what was planned anew has failed', async () => {
  const plans = Array.from({ length: 60 }, (_, k) => ({ id: `p${k}`, rowVersion: 1, contractId: `c${k}` }));
  const server = vi
    .fn<() => Promise<Response>>()
    .mockResolvedValueOnce(Response.json({ results: [] }))
    .mockResolvedValueOnce(refused('common.forbidden', 403));
  vi.stubGlobal('fetch', server);
  const readAgain = vi.spyOn(queryClient, 'invalidateQueries');
  await expect(decidePlans('replan', plans, '')).rejects.toMatchObject({ code: 'common.forbidden' });
  expect(server).toHaveBeenCalledTimes(2);
  expect(readAgain).toHaveBeenCalledWith({ queryKey: ['continuous-optimization'] });
});

import type { ContinuousPlan } from '@depotwerk/api/continuous-optimization';
import { expect, it, vi } from 'vitest';

const callApi = vi.hoisted(() => vi.fn<(call: unknown, input: unknown) => Promise<unknown>>());
vi.mock(import('../../../platform/api-client.ts'), async (original) => ({
  ...(await original()),
  callApi: callApi as never, // answers of one call only
}));
const { queryClient } = await import('../../../platform/query-client.ts');
const { decidePlans } = await import('./continuous-queries.ts');

it('reads the list again where a later part of what was planned anew has failed', async () => {
  const plans = Array.from({ length: 60 }, (_, k) => ({ id: `p${k}`, rowVersion: 1, contractId: `c${k}` }));
  callApi.mockResolvedValueOnce({ results: [] }).mockRejectedValueOnce(new Error('gone'));
  const readAgain = vi.spyOn(queryClient, 'invalidateQueries');
  await expect(
    decidePlans('replan', plans as unknown as ContinuousPlan[], ''), // as much of a plan as is read
  ).rejects.toThrow('gone');
  expect(callApi).toHaveBeenCalledTimes(2);
  expect(readAgain).toHaveBeenCalledWith({ queryKey: ['continuous-optimization'] });
});

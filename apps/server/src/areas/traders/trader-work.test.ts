import { afterEach, expect, it, vi } from 'vitest';
import type { TraderServices } from './trader-services.ts';
import { startTraderWork } from './trader-work.ts';

afterEach(() => vi.useRealTimers());

it('looks for openings every now and then, goes on after a failed look, and ends with the one under way', async () => {
  vi.useFakeTimers();
  const error = vi.fn<(values: object, message: string) => void>();
  const read = vi.fn<() => Promise<never[]>>(() => Promise.reject(new Error('away')));
  const work = startTraderWork({
    // There is no house, so nothing else is asked of them.
    database: { read },
    background: { run: () => undefined },
    logger: { error },
  } as unknown as TraderServices);
  await vi.advanceTimersByTimeAsync(19_999);
  expect(error).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(20_001);
  const told = [{ err: { name: 'Error' } }, 'traderDepots.openingsFailed'];
  expect(error.mock.calls).toEqual([told, told]);
  const slow = Promise.withResolvers<never[]>();
  read.mockReturnValue(slow.promise);
  await vi.advanceTimersByTimeAsync(20_000);
  const onStopped = vi.fn<() => void>();
  const stopped = work.stop().finally(onStopped);
  // Longer than open orders are waited for.
  await vi.advanceTimersByTimeAsync(5000);
  expect(onStopped).not.toHaveBeenCalled();
  slow.resolve([]);
  await stopped;
  expect(error).toHaveBeenCalledTimes(2);
});

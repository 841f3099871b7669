import { afterEach, expect, it, vi } from 'vitest';
import type { Database } from '../../platform/database/database.ts';
import { startFollowingTasks } from './follow-changes.ts';

afterEach(() => vi.useRealTimers());

it('looks every second, not while the process is still starting', async () => {
  vi.useFakeTimers();
  const read = vi.fn<() => Promise<never[]>>(async () => []);
  const looking = startFollowingTasks({
    // Nobody has changed anything, so nothing but this is asked of it.
    database: { read } as unknown as Database,
    clock: () => 0,
    forgetCounts: () => undefined,
    logger: { error: () => undefined },
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(read).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2001);
  expect(read).toHaveBeenCalledTimes(3);
  await looking.stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(read).toHaveBeenCalledTimes(3);
});

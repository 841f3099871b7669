import { expect, it } from 'vitest';
import { CountCache, taskCounts } from '../lists/count-cache.ts';
import { followWith } from './follow-changes.ts';
import { LiveStreams } from './live-streams.ts';

/** What a process hears, and how often it has counted a house's contracts and tasks. */
function aProcess() {
  const counts = new CountCache(() => 1_000_000);
  const heard = followWith(
    new LiveStreams(),
    { get: async () => null, forget: () => {}, forgetAll: () => {} },
    counts,
    () => {},
  );
  const taken = { contracts: 0, tasks: 0 };
  const ask = async (tenantId = 'house') => [
    await counts.get(tenantId, 'count []', async () => ++taken.contracts),
    await counts.get(tenantId, `${taskCounts} []`, async () => ++taken.tasks),
  ];
  return { heard, ask };
}

it('counts anew what another process has changed, before anybody is told to ask again', async () => {
  const { heard, ask } = aProcess();
  expect(await ask()).toEqual([1, 1]);
  heard.onChange('house', 'jobs', undefined);
  heard.onChange('other', 'contracts', undefined);
  expect(await ask()).toEqual([1, 1]);
  heard.onChange('house', 'workbench', undefined);
  expect(await ask()).toEqual([1, 2]);
  heard.onChange('house', 'contracts', undefined);
  expect(await ask()).toEqual([2, 3]);
});

it('counts everything anew where changes may have been missed', async () => {
  const { heard, ask } = aProcess();
  await ask();
  heard.onGap();
  expect(await ask()).toEqual([2, 2]);
});

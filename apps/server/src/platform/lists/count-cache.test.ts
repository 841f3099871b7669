import { describe, expect, it } from 'vitest';
import { CountCache, countKey } from './count-cache.ts';

/** A cache with a clock of its own and a compute function that says how often it ran. */
function aCache(duration = 0) {
  const state = { now: 1_000_000, runs: 0 };
  const cache = new CountCache(() => state.now);
  const compute = async () => {
    state.runs += 1;
    state.now += duration;
    return state.runs;
  };
  return { state, cache, ask: (key = 'k', tenant = 't') => cache.get(tenant, key, compute) };
}

describe('kept counts', () => {
  it('are taken once for callers who ask together and for five seconds after', async () => {
    const { state, ask } = aCache();
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
    state.now += 4_999;
    expect(await ask()).toBe(1);
    state.now += 2;
    expect(await ask()).toBe(2);
  });

  it('live longer when they were expensive, at most a minute', async () => {
    const { state, ask } = aCache(300);
    await ask();
    state.now += 14_000;
    expect(await ask()).toBe(1);
    state.now += 2_000;
    expect(await ask()).toBe(2);
    const slow = aCache(10_000);
    await slow.ask();
    slow.state.now += 60_001;
    expect(await slow.ask()).toBe(2);
  });

  it('are forgotten after a write of the tenant, and of no other', async () => {
    const { cache, ask } = aCache();
    expect([await ask('k', 'a'), await ask('k', 'b')]).toEqual([1, 2]);
    cache.forget('a');
    expect([await ask('k', 'a'), await ask('k', 'b')]).toEqual([3, 2]);
  });

  it('are forgotten of one list alone where a write changes nothing else', async () => {
    const { cache, ask } = aCache();
    const everybody = { groupIds: null, includesWithoutGroup: true, ownCustomerId: null };
    const [tasks, contracts, tasksBeside] = ['tasks', 'count', 'tasksBeside'].map((list) =>
      countKey(list, everybody, {}),
    );
    expect([await ask(tasks), await ask(contracts), await ask(tasksBeside)]).toEqual([1, 2, 3]);
    cache.forget('t', 'tasks');
    expect([await ask(contracts), await ask(tasksBeside), await ask(tasks)]).toEqual([2, 3, 4]);
  });

  it('are not kept when counting failed', async () => {
    const { cache, ask } = aCache();
    await expect(cache.get('t', 'k', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await ask()).toBe(1);
  });

  it('are keyed by what the caller sees and filters, not by the order of members', () => {
    const everybody = { groupIds: null, includesWithoutGroup: true, ownCustomerId: null };
    const key = (filter: object, visibility: typeof everybody | { groupIds: string[] } = everybody) =>
      countKey('list', { ...everybody, ...visibility }, { ...filter });
    expect(key({ a: 1, b: 2, c: undefined })).toBe(key({ b: 2, a: 1 }));
    expect(key({ a: 1 })).not.toBe(key({ a: '1' }));
    expect(key({}, { groupIds: ['g'] })).not.toBe(key({}));
  });
});

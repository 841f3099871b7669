import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LiveStreams, usualLimits } from './live-streams.ts';

const house = randomUUID();
const permissions = new Set(['contracts.view', 'customers.view']);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** What a stream of the house was told until now, without signs of life. */
const toldBy = (stream: Readable): string[] =>
  String(stream.read() ?? '')
    .split('\n\n')
    .filter((event) => event.startsWith('data: '));

function opened(streams: LiveStreams): Readable {
  // Of the scope only what a stream looks at.
  const scope = { tenantId: house, userId: randomUUID(), ownCustomerId: null, permissions };
  return streams.open({ scope, actor: { sessionId: randomUUID() } } as never);
}

it('tells a first change at once, and gathers those that follow', () => {
  const streams = new LiveStreams({ ...usualLimits, recent: 0 });
  const stream = opened(streams);
  stream.read();
  streams.tell(house, 'contracts');
  streams.tell(house, 'customers');
  vi.advanceTimersByTime(25);
  expect(toldBy(stream)).toEqual(['data: {"topics":["contracts","customers"],"everything":false}']);
  // A busy house: a change every 10 ms for a second is told as often as before, every 200 ms.
  const busy = Array.from({ length: 100 }, () => {
    streams.tell(house, 'contracts');
    vi.advanceTimersByTime(10);
    return toldBy(stream).length;
  });
  expect(busy.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(5);
  vi.advanceTimersByTime(1000);
  toldBy(stream);
  streams.tell(house, 'customers');
  vi.advanceTimersByTime(25);
  expect(toldBy(stream)).toHaveLength(1);
});

it('says with a change behind which place it lies, where a replica may be asked for it', async () => {
  let place: () => Promise<bigint | null> = () => Promise.resolve(0xffn);
  const streams = new LiveStreams({ ...usualLimits, recent: 0 }, { now: () => place() });
  const stream = opened(streams);
  stream.read();
  const told = async () => {
    streams.tell(house, 'contracts');
    await vi.advanceTimersByTimeAsync(usualLimits.gather);
    return toldBy(stream);
  };
  expect(await told()).toEqual(['data: {"topics":["contracts"],"everything":false,"position":"0/FF"}']);
  const bare = ['data: {"topics":["contracts"],"everything":false}'];
  place = () => Promise.resolve(null);
  expect(await told()).toEqual(bare);
  place = () => Promise.reject(new Error('away'));
  expect(await told()).toEqual(bare);
});

it('tells within the usual time after the clock of the machine was set back', () => {
  const streams = new LiveStreams({ ...usualLimits, recent: 0 });
  const stream = opened(streams);
  streams.tell(house, 'contracts');
  vi.advanceTimersByTime(25);
  toldBy(stream);
  vi.setSystemTime(Date.now() - 3_600_000);
  streams.tell(house, 'customers');
  vi.advanceTimersByTime(usualLimits.gather);
  expect(toldBy(stream)).toHaveLength(1);
});

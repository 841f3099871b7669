import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AutomaticAnswer, AutomaticRequest } from './allocation-queries.ts';
import { AutomaticRun, quietMilliseconds } from './automatic-run.ts';

const aRequest = (allocationTypeId: number): AutomaticRequest => ({
  peergroupIds: [1, 2],
  allocationTypeId,
  riskTypeId: 1,
  useQuota: false,
  riskItems: [{ riskClassId: 1, target: 5, range: 2 }],
  relationships: [],
});
const anAnswer = (): AutomaticAnswer => ({
  allocationItems: [],
  riskRating: [],
  failures: [],
  messages: [],
  frontier: [],
  viewEffects: [],
});

/** A run whose computations end when the test says so. */
function aRun() {
  const asked: { request: AutomaticRequest; signal: AbortSignal; end: () => void; fail: () => void }[] = [];
  const taken: AutomaticAnswer[] = [];
  const run = new AutomaticRun((request, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<AutomaticAnswer>();
    asked.push({ request, signal, end: () => resolve(anAnswer()), fail: () => reject(new Error('away')) });
    return promise;
  });
  run.use((answer) => taken.push(answer));
  return { run, asked, taken };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('automatic allocation', () => {
  it('is computed after three seconds of quiet, not before', async () => {
    const { run, asked, taken } = aRun();
    run.demand(aRequest(1), true);
    expect(run.state.kind).toBe('waiting');
    vi.advanceTimersByTime(quietMilliseconds - 1);
    expect(asked).toHaveLength(0);
    vi.advanceTimersByTime(1);
    expect(run.state.kind).toBe('loading');
    asked[0]?.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(run.state.kind).toBe('settled');
    expect(taken).toHaveLength(1);
  });

  it('begins its quiet anew with every change', () => {
    const { run, asked } = aRun();
    run.demand(aRequest(1), true);
    vi.advanceTimersByTime(2000);
    run.demand(aRequest(2), true);
    vi.advanceTimersByTime(2000);
    // The same again is no change.
    run.demand(aRequest(2), true);
    expect(asked).toHaveLength(0);
    vi.advanceTimersByTime(1000);
    expect(asked.map(({ request }) => request.allocationTypeId)).toEqual([2]);
  });

  it('forgets what was asked for before a change', async () => {
    const { run, asked, taken } = aRun();
    run.demand(aRequest(1), true);
    vi.advanceTimersByTime(quietMilliseconds);
    run.demand(aRequest(2), true);
    expect(asked[0]?.signal.aborted).toBe(true);
    asked[0]?.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(taken).toHaveLength(0);
    expect(run.state.kind).toBe('waiting');
  });

  it('is not wanted any more in manual mode', () => {
    const { run, asked } = aRun();
    run.demand(aRequest(1), true);
    run.demand(aRequest(1), false);
    vi.advanceTimersByTime(2 * quietMilliseconds);
    expect(asked).toHaveLength(0);
    run.demand(aRequest(1), true);
    expect(run.state.kind).toBe('waiting');
  });

  it('that failed is said and not tried again by itself, but on demand', async () => {
    const { run, asked, taken } = aRun();
    run.demand(aRequest(1), true);
    vi.advanceTimersByTime(quietMilliseconds);
    asked[0]?.fail();
    await vi.advanceTimersByTimeAsync(0);
    expect(run.state.kind).toBe('failed');
    run.demand(aRequest(1), true);
    vi.advanceTimersByTime(2 * quietMilliseconds);
    expect(asked).toHaveLength(1);
    run.computeNow();
    asked[1]?.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(taken).toHaveLength(1);
    expect(run.state.kind).toBe('settled');
  });

  it('waits until everything it needs is known', () => {
    const { run, asked } = aRun();
    run.demand(null, true);
    vi.advanceTimersByTime(quietMilliseconds);
    expect(asked).toHaveLength(0);
    expect(run.state.kind).toBe('settled');
  });
});

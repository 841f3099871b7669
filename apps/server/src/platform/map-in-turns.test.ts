import { describe, expect, it } from 'vitest';
import { inTurns, mapInTurns } from './map-in-turns.ts';

/** Keeps the process busy, as planning does. */
function work(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

describe('work in turns', () => {
  it('answers in order, and lets others of the process in while it goes on', async () => {
    const seen: string[] = [];
    const timer = setInterval(() => seen.push('another'), 1);
    const results = await mapInTurns([1, 2, 3, 4, 5, 6], (item) => {
      work(15);
      seen.push('work');
      return item * 2;
    });
    clearInterval(timer);
    expect(results).toEqual([2, 4, 6, 8, 10, 12]);
    expect(seen.indexOf('another')).toBeGreaterThan(0);
    expect(seen.lastIndexOf('work')).toBeGreaterThan(seen.indexOf('another'));
  });

  it('lets others in between steps, and answers what they come to', async () => {
    const seen: string[] = [];
    const timer = setInterval(() => seen.push('another'), 1);
    function* steps(): Generator<undefined, string> {
      for (let step = 0; step < 6; step++) {
        work(15);
        seen.push('work');
        yield;
      }
      return 'all';
    }
    expect(await inTurns(steps())).toBe('all');
    clearInterval(timer);
    expect(seen.lastIndexOf('work')).toBeGreaterThan(seen.indexOf('another'));
    expect(seen.indexOf('another')).toBeGreaterThan(0);
  });

  it('ends with what the work throws', async () => {
    const refused = mapInTurns([1], () => {
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
  });
});

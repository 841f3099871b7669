import { describe, expect, it } from 'vitest';
import { mapInTurns } from './map-in-turns.ts';

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

  it('ends with what the work throws', async () => {
    const refused = mapInTurns([1], () => {
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
  });
});

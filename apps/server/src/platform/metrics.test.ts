import { expect, it } from 'vitest';
import { LastingDelay } from './metrics.ts';

/** Milliseconds between two turns of an idle loop, which are no delay. */
const turn = 20;

function delaysAfter(...means: readonly number[]): number[] {
  const delay = new LastingDelay();
  return means.map((mean) => {
    delay.take(mean * 1e6);
    return delay.milliseconds;
  });
}

it('one pause of the event loop is no load, a loop that stays late is', () => {
  expect(delaysAfter(turn + 1, turn + 1200, turn + 2)).toEqual([0, 1, 2]);
  expect(delaysAfter(turn, turn + 300, turn + 500, turn + 400, turn)).toEqual([0, 0, 300, 400, 0]);
});

it('what was not measured changes nothing, and no loop is early', () => {
  expect(delaysAfter(turn + 300, turn + 300, Number.NaN, turn - 3)).toEqual([0, 300, 300, 0]);
});

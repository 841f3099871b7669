import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { watchEventLoop } from './metrics.ts';

/** Holds the event loop as work does that never lets others in. */
function hold(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

it('one pause of the event loop is no load, a loop that stays late is', async () => {
  const delay = watchEventLoop();
  await pause(600);
  hold(1200);
  const after: number[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    await pause(50);
    after.push(delay());
  }
  expect(Math.max(...after)).toBeLessThan(200);
  const busy: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    hold(600);
    await pause(1);
    busy.push(delay());
  }
  expect(Math.max(...busy)).toBeGreaterThan(200);
});

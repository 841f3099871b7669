import { expect, it } from 'vitest';
import { SeenPosition } from './seen-position.ts';

it('keeps the furthest it has seen', () => {
  const seen = new SeenPosition();
  expect(seen.header).toBeNull();
  for (const text of ['0/A', '0/FF', '0/B', null, 'nonsense']) seen.take(text);
  expect(seen.header).toBe('0/FF');
});

it('knows none after a change that does not say where it ended', () => {
  const seen = new SeenPosition();
  seen.take('0/A');
  seen.takeChange('0/B');
  expect(seen.header).toBe('0/B');
  seen.takeChange(null);
  expect(seen.header).toBeNull();
});

it('does not believe what was asked before such a change', () => {
  const seen = new SeenPosition();
  const [read, change] = [seen.age, seen.age];
  seen.takeChange(undefined);
  seen.take('0/A', read);
  seen.takeChange('0/B', change);
  expect(seen.header).toBeNull();
  seen.take('0/C', seen.age);
  expect(seen.header).toBe('0/C');
});

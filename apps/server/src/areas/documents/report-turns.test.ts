import { expect, it } from 'vitest';
import { createReportTurns } from './report-turns.ts';

it('lets the reports of a house wait for each other, and those of another one pass', async () => {
  const turns = createReportTurns(1);
  const first = Promise.withResolvers<string>();
  const order: string[] = [];
  const done = (name: string) => async () => void order.push(name);
  const held = turns('a', () => first.promise);
  const second = turns('a', done('second of a'));
  await turns('b', done('first of b'));
  expect(order).toEqual(['first of b']);
  first.resolve('');
  await Promise.all([held, second]);
  expect(order).toEqual(['first of b', 'second of a']);
});

it('refuses what would wait behind a hundred others', async () => {
  const turns = createReportTurns(1);
  const first = Promise.withResolvers<string>();
  const all = [turns('a', () => first.promise)];
  for (let count = 0; count < 100; count += 1) all.push(turns('a', async () => ''));
  expect(() => turns('a', async () => '')).toThrow(expect.objectContaining({ code: 'reports.busy' }));
  first.resolve('');
  expect(await Promise.all(all)).toHaveLength(101);
});

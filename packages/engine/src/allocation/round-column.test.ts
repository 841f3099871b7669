import { expect, it } from 'vitest';
import { brokenRows } from './round-column.ts';

it('names the rows that whole units break, and only those', () => {
  const row = { weights: [1, 1, 0], lower: 0, upper: 0.35, name: 'Alternative' };
  const floor = { weights: [0, 0, 1], lower: 0.65, upper: 1 };
  expect(brokenRows([row, floor], [18, 17, 65], 100)).toEqual([]);
  expect(brokenRows([row, floor], [18, 18, 64], 100)).toEqual([
    { row: 'Alternative', sum: 0.36, lower: 0, upper: 0.35 },
    { row: '1', sum: 0.64, lower: 0.65, upper: 1 },
  ]);
});

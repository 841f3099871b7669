import { expect, it } from 'vitest';
import { columnsOf } from './combination-input.ts';

it('columns of a matrix are whole tenths of a percent, in the order of the groups; foreign cells count nothing', () => {
  const cell = (riskClassId: number, peergroupId: number, percent: number) => ({
    riskClassId,
    peergroupId,
    fraction: percent / 100,
    isUsed: true,
  });
  const cells = [cell(2, 7, 33.3), cell(2, 3, 66.7), cell(1, 99, 100)];
  expect(columnsOf(cells, [3, 7])).toEqual([
    [0, 0],
    [667, 333],
  ]);
  expect(columnsOf([], [3])).toEqual([]);
});

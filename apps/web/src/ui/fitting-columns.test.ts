import { describe, expect, it } from 'vitest';
import { fittingColumns } from './fitting-columns.ts';

const columns = [
  { key: 'name', minWidth: 150, priority: 0 },
  { key: 'insurer', minWidth: 120, priority: 3 },
  { key: 'value', minWidth: 110, priority: 1 },
  { key: 'date', minWidth: 100, priority: 3 },
];
const keysAt = (width: number) => fittingColumns(columns, width).map((column) => column.key);

describe('fitting columns', () => {
  it('keeps all when they fit', () => {
    expect(keysAt(480)).toEqual(['name', 'insurer', 'value', 'date']);
  });

  it('drops the least important first, of equals the last one', () => {
    expect(keysAt(479)).toEqual(['name', 'insurer', 'value']);
    expect(keysAt(300)).toEqual(['name', 'value']);
  });

  it('never drops what must stay', () => {
    expect(keysAt(20)).toEqual(['name']);
  });
});

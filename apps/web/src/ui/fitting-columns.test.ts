import { describe, expect, it } from 'vitest';
import { columnTrack, fittingColumns } from './fitting-columns.ts';

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

it('counts a column its reader made narrower as narrow, and hides none because another was made wide', () => {
  const narrow = columns.map((column) => (column.key === 'insurer' ? { ...column, width: 60 } : column));
  expect(fittingColumns(narrow, 420)).toHaveLength(4);
  const wide = columns.map((column) => (column.key === 'insurer' ? { ...column, width: 600 } : column));
  expect(fittingColumns(wide, 480)).toHaveLength(4);
});

it('is a track that gives way as far as it can be read', () => {
  const column = { key: 'a', minWidth: 120, priority: 1, grow: 2 };
  expect(columnTrack(column)).toBe('minmax(120px, 2fr)');
  expect(columnTrack({ ...column, width: 300 })).toBe('minmax(120px, 300px)');
  expect(columnTrack({ ...column, width: 60 })).toBe('minmax(60px, 60px)');
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pagesOfRows, placeOfRow, rowAfterKey } from './page-window.ts';

describe('pages of rows', () => {
  it('names the pages a window of rows touches', () => {
    expect(pagesOfRows(0, 30, 100, 5000)).toEqual([1]);
    expect(pagesOfRows(90, 130, 100, 5000)).toEqual([1, 2]);
    expect(pagesOfRows(99, 100, 100, 5000)).toEqual([1, 2]);
  });

  it('never asks beyond the end, nor for an empty list', () => {
    expect(pagesOfRows(40, 400, 100, 45)).toEqual([1]);
    expect(pagesOfRows(0, 30, 100, 0)).toEqual([]);
    expect(pagesOfRows(-5, -1, 100, 50)).toEqual([]);
  });

  it('holds the page of every row in the window', () => {
    fc.assert(
      fc.property(
        fc.nat(100_000),
        fc.nat(60),
        fc.constantFrom(25, 50, 100, 250),
        fc.integer({ min: 1, max: 100_000 }),
        (first, length, pageSize, count) => {
          const pages = pagesOfRows(first, first + length, pageSize, count);
          for (let row = first; row <= Math.min(first + length, count - 1); row += 1) {
            expect(pages).toContain(placeOfRow(row, pageSize).page);
          }
        },
      ),
    );
  });
});

describe('place of a row', () => {
  it('counts pages from one and rows of a page from zero', () => {
    expect(placeOfRow(0, 100)).toEqual({ page: 1, index: 0 });
    expect(placeOfRow(99, 100)).toEqual({ page: 1, index: 99 });
    expect(placeOfRow(100, 100)).toEqual({ page: 2, index: 0 });
  });
});

describe('navigation keys', () => {
  it.each([
    ['ArrowDown', 5],
    ['ArrowUp', 3],
    ['PageDown', 14],
    ['PageUp', 0],
    ['Home', 0],
    ['End', 99],
  ])('%s leads from row 4 to row %i', (key, row) => {
    expect(rowAfterKey(key, 4, 100, 10)).toBe(row);
  });

  it('stays inside the list and leaves other keys alone', () => {
    expect(rowAfterKey('ArrowDown', 99, 100, 10)).toBe(99);
    expect(rowAfterKey('PageDown', 95, 100, 10)).toBe(99);
    expect(rowAfterKey('a', 4, 100, 10)).toBeUndefined();
  });
});

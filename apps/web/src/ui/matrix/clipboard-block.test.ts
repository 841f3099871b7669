import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDifference, formatSum, formatTenths, readCell } from './cell-value.ts';
import { blockText, splitBlock } from './clipboard-block.ts';
import { createContent } from './matrix-content.ts';

describe('share as text', () => {
  it.each([
    ['12,5', 125],
    ['12,5 %', 125],
    ['12,5\u00a0%', 125],
    ['12.5', 125],
    [' 7 ', 70],
    ['', 0],
    ['–', 0],
    ['-', 0],
    ['0,1', 1],
    ['100', 1000],
    ['100,0 %', 1000],
  ])('"%s" is %i tenths', (text, tenths) => {
    expect(readCell(text)).toEqual({ ok: true, tenths });
  });

  it.each([
    ['12,55', 'precision'],
    ['100,1', 'tooLarge'],
    ['1.000', 'tooLarge'],
    ['-1', 'tooSmall'],
    ['zwölf', 'format'],
    ['12,5,5', 'format'],
    ['%', 'format'],
  ])('"%s" is none: %s', (text, fault) => {
    expect(readCell(text)).toEqual({ ok: false, fault });
  });

  it('is read back as it was written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1000 }), (tenths) => {
        expect(readCell(formatTenths(tenths))).toEqual({ ok: true, tenths });
        expect(readCell(`${formatSum(tenths)}\u00a0%`)).toEqual({ ok: true, tenths });
      }),
    );
  });

  it('shows differences with their sign', () => {
    expect([formatDifference(-25), formatDifference(10)]).toEqual(['\u22122,5', '+1,0']);
  });
});

describe('block of a spreadsheet', () => {
  it('is split by tabs and breaks, quoted cells whole', () => {
    expect(splitBlock('1,5\t2\r\n"a ""b""\nc"\t\r\n')).toEqual([
      ['1,5', '2'],
      ['a "b"\nc', ''],
    ]);
    expect(splitBlock('5')).toEqual([['5']]);
    expect(splitBlock('1\n\n2')).toEqual([['1'], [''], ['2']]);
  });

  it('is refused when it is as long as a book', () => {
    expect(splitBlock('1\t'.repeat(150_000))).toBeNull();
  });

  it('copied is pasted back the same', () => {
    const share = fc.option(fc.integer({ min: 0, max: 1000 }));
    fc.assert(
      fc.property(fc.array(fc.array(share, { minLength: 2, maxLength: 2 }), { minLength: 1 }), (rows) => {
        const content = createContent([...rows.keys()], 2, (row, column) => {
          const tenths = rows[row]?.[column] ?? null;
          return { tenths: tenths ?? 0, isUsed: tenths !== null };
        });
        const block = splitBlock(blockText(content, { rows: [...rows.keys()], columns: [0, 1] }));
        // A last row of nothing but empty cells keeps its tabs.
        expect(block?.map((line) => line.map((text) => readCell(text)))).toEqual(
          rows.map((row) => row.map((tenths) => ({ ok: true, tenths: tenths ?? 0 }))),
        );
      }),
    );
  });
});

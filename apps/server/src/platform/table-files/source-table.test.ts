import fc from 'fast-check';
import { expect, it } from 'vitest';
import { guardFormula } from '../export/export-column.ts';
import { cellText, isEmptyCell } from './source-table.ts';

it('reads what our own files guard against formulas as it was', () => {
  expect(cellText("'+49-30-1234567")).toBe('+49-30-1234567');
  expect(cellText("'-5 bis 7")).toBe('-5 bis 7');
  // Somebody else's apostrophes stay.
  expect(cellText("'s Gravenhage")).toBe("'s Gravenhage");
  expect(cellText("'")).toBe("'");
  fc.assert(
    fc.property(fc.string(), (text) => {
      const said = text.trim();
      fc.pre(!said.startsWith("'"));
      expect(cellText(guardFormula(said))).toBe(said);
    }),
  );
});

it('takes a cell with nothing to see in it for an empty one', () => {
  for (const cell of ['', ' ', '\u200b', '\u3164', '""', '[N/A]']) expect(isEmptyCell(cell)).toBe(true);
  for (const cell of ['0', 0, '-', '\u200b1']) expect(isEmptyCell(cell)).toBe(false);
});

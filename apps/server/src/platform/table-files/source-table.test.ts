import fc from 'fast-check';
import { expect, it } from 'vitest';
import { guardFormula } from '../export/export-column.ts';
import { cellText } from './source-table.ts';

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

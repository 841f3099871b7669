import { formatTenths } from './cell-value.ts';
import type { CellRange } from './matrix-changes.ts';
import type { MatrixContent } from './matrix-content.ts';

/** Larger clips are no block of shares; splitting them would only make the page wait. */
const longestClip = 200_000;

/**
 * Splits what a spreadsheet puts on the clipboard: rows by line breaks, cells by tabs, quoted cells with breaks in them.
 * Null when it is too long to be one.
 */
export function splitBlock(text: string): string[][] | null {
  if (text.length > longestClip) return null;
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  const source = text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '');
  for (let index = 0; index < source.length; index += 1) {
    const sign = source.charAt(index);
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (source.charAt(index + 1) === '"') {
        cell += '"';
        index += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === '\t') endCell();
    else if (sign === '\n') {
      endCell();
      rows.push([]);
    } else cell += sign;
  }
  endCell();
  return rows;
}

/** A range as a spreadsheet takes it: tabs between cells, German decimals; unused cells are empty. */
export function blockText(content: MatrixContent, { rows, columns }: CellRange): string {
  return rows
    .map((row) =>
      columns
        .map((column) => {
          const cell = row * content.columnCount + column;
          if (content.used[cell] !== 1) return '';
          return content.texts.get(cell) ?? formatTenths(content.tenths[cell] ?? 0);
        })
        .join('\t'),
    )
    .join('\n');
}

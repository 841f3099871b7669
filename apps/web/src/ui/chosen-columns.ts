import type { FittableColumn } from './fitting-columns.ts';

/** Width in pixels a reader may give a column. */
export const columnWidths = { least: 40, most: 800 } as const;

/** One column of an address: its key, and behind a colon the width it was given. */
export function partsOf(name: string): { key: string; width: number | undefined } {
  const [key = '', text] = name.split(':');
  const width = Number(text);
  const isWidth = Number.isInteger(width) && width >= columnWidths.least && width <= columnWidths.most;
  return { key, width: isWidth ? width : undefined };
}

/**
 * The columns an address names, in its order and with the widths it gives them; what it does not know is left out, what never
 * gives way stands in front where it is not named.
 * @param names keys joined by commas, as `totalValue:160` with a width in pixels; undefined = `usual`, and without that all
 */
export function chosenColumns<Column extends FittableColumn>(
  names: string | undefined,
  all: readonly Column[],
  usual?: readonly string[],
): Column[] {
  const parts = (names?.split(',') ?? usual)?.map(partsOf);
  if (parts === undefined) return [...all];
  const named = parts.flatMap(({ key, width }, index) => {
    const column = all.find((candidate) => candidate.key === key);
    if (column === undefined || parts.findIndex((part) => part.key === key) < index) return [];
    return [width === undefined ? column : { ...column, width }];
  });
  const keys = new Set(named.map(({ key }) => key));
  return [...all.filter(({ key, priority }) => priority === 0 && !keys.has(key)), ...named];
}

/** Columns as an address names them. */
export const columnNames = (columns: readonly Pick<FittableColumn, 'key' | 'width'>[]): string =>
  columns.map(({ key, width }) => (width === undefined ? key : `${key}:${width}`)).join(',');

/** The same columns, one with another width; undefined = as wide as there is room. */
export const withWidth = <Column extends FittableColumn>(
  columns: readonly Column[],
  key: string,
  width: number | undefined,
): Column[] =>
  columns.map((column) => {
    if (column.key !== key) return column;
    if (width === undefined) return { ...column, width: undefined };
    return {
      ...column,
      width: Math.round(Math.min(columnWidths.most, Math.max(columnWidths.least, width))),
    };
  });

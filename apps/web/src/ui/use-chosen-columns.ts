import { useMemo } from 'react';
import { chosenColumns, columnNames, withWidth } from './chosen-columns.ts';
import type { FittableColumn } from './fitting-columns.ts';

/**
 * The columns an address names, and how one of them gets another width there.
 * @param usual shown when it names none; without it all. The same array each time.
 */
export function useChosenColumns<Column extends FittableColumn>(
  names: string | undefined,
  all: readonly Column[],
  onChange: (names: string) => void,
  usual?: readonly string[],
): { columns: Column[]; onResize: (key: string, width: number | undefined) => void } {
  const columns = useMemo(() => chosenColumns(names, all, usual), [names, all, usual]);
  return { columns, onResize: (key, width) => onChange(columnNames(withWidth(columns, key, width))) };
}

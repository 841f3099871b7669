import type { FittableColumn } from './fitting-columns.ts';

/**
 * The columns an address names, in its order; what it does not know is left out, what never gives way stands in front where it
 * is not named.
 * @param names keys joined by commas; undefined = `usual`, and without that all
 */
export function chosenColumns<Column extends FittableColumn>(
  names: string | undefined,
  all: readonly Column[],
  usual?: readonly string[],
): Column[] {
  const keys = names?.split(',') ?? usual;
  if (keys === undefined) return [...all];
  const named = [...new Set(keys)].flatMap((key) => all.find((column) => column.key === key) ?? []);
  return [...all.filter((column) => column.priority === 0 && !named.includes(column)), ...named];
}

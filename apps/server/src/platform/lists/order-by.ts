import type { SortTerm } from './sort-order.ts';

export interface SortColumn {
  /** A fixed SQL expression, never text of a caller. */
  readonly sql: string;
  /** Empty counts as lowest: first upwards, last downwards, as the indexes hold it. */
  readonly isNullable: boolean;
  /** Upwards instead of `sql`, where the empty ones come last there as well. */
  readonly upwards?: string;
}

/** ORDER BY of a list; the id comes last in the direction of the first key, so that pages never overlap. */
export function orderBy<Key extends string>(
  terms: readonly SortTerm<Key>[],
  columns: Readonly<Record<Key, SortColumn>>,
  id: string,
): string {
  const parts = terms.map(({ key, isDescending }) => {
    const { sql, isNullable, upwards } = columns[key];
    const isLast = isDescending || upwards !== undefined;
    const nulls = isNullable || upwards !== undefined ? (isLast ? ' nulls last' : ' nulls first') : '';
    return `${isDescending ? sql : (upwards ?? sql)}${isDescending ? ' desc' : ''}${nulls}`;
  });
  parts.push(terms[0]?.isDescending ? `${id} desc` : id);
  return parts.join(', ');
}

import { AppError } from '../http/app-error.ts';

export interface SortTerm<Key extends string> {
  readonly key: Key;
  readonly isDescending: boolean;
}

/**
 * Reads `sort=-contractScore,customer.lastName`. A key the list does not know, or one named twice, is a
 * validation error: a silently ignored sort would look like a sorted list.
 */
export function parseSort<Key extends string>(
  text: string | undefined,
  keys: readonly Key[],
  fallback: readonly SortTerm<Key>[],
): readonly SortTerm<Key>[] {
  if (text === undefined) return fallback;
  const terms: SortTerm<Key>[] = [];
  for (const part of text.split(',')) {
    const isDescending = part.startsWith('-');
    const name = isDescending ? part.slice(1) : part;
    const key = keys.find((candidate) => candidate === name);
    if (key === undefined || terms.some((term) => term.key === key)) {
      throw new AppError('common.validationFailed', {
        validation: [{ path: 'query.sort', code: key === undefined ? 'unknownSortKey' : 'duplicateSortKey' }],
      });
    }
    terms.push({ key, isDescending });
  }
  return terms;
}

import { AppError } from '../http/app-error.ts';

const shortestSearch = 2;

/** The search text, null when there is none; one character is refused, because it would find half the stock. */
export function searchOf(search: string | undefined): string | null {
  if (search === undefined || search === '') return null;
  if (search.length < shortestSearch) {
    throw new AppError('common.validationFailed', {
      validation: [{ path: 'query.search', code: 'too_small', params: { minimum: shortestSearch } }],
    });
  }
  return search;
}

import type { RawSearch } from '../../../platform/search-params.ts';
import { guidParam } from '../../../platform/search-params.ts';

/** Search parameters of `/admin/book-imports`: the import that is looked at. */
export interface BookSearch {
  open?: string;
}

export function validateBookSearch(raw: RawSearch): BookSearch {
  const open = guidParam(raw['open']);
  return open === undefined ? {} : { open };
}

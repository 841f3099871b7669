import type { RawSearch } from '../../../platform/search-params.ts';
import { textParam } from '../../../platform/search-params.ts';

/** Search parameters of `/admin/book-imports`: the import that is looked at. */
export interface BookSearch {
  open?: string;
}

export function validateBookSearch(raw: RawSearch): BookSearch {
  const open = textParam(raw['open'], 36);
  return open !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(open) ? { open } : {};
}

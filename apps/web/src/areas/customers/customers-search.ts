import { textParam } from '../../platform/search-params.ts';
import type { RawSearch } from '../../platform/search-params.ts';

export interface CustomersSearch {
  search?: string;
}

export function validateCustomersSearch(raw: RawSearch): CustomersSearch {
  const search = textParam(raw['search'], 100);
  return search === undefined ? {} : { search };
}

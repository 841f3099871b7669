import type { RawSearch } from '../../platform/search-params.ts';

export type CustomerSearch = Record<never, never>;

export function validateCustomerSearch(_raw: RawSearch): CustomerSearch {
  return {};
}

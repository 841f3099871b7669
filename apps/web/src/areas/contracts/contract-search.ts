import { choiceParam } from '../../platform/search-params.ts';
import type { RawSearch } from '../../platform/search-params.ts';

/** Typed search parameters of `/contracts/{contractId}/{tab}`. */
export interface ContractSearch {
  period?: '1m' | 'ytd' | '1y' | '3y' | '5y' | 'max';
}

export function validateContractSearch(raw: RawSearch): ContractSearch {
  const period = choiceParam(raw['period'], ['1m', 'ytd', '1y', '3y', '5y', 'max'] as const);
  return period === undefined ? {} : { period };
}

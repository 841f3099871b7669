import type { Parameters } from '../../platform/database/parameters.ts';
import type { Visibility } from '../../platform/scope.ts';
import { type ContractFilter, filterConditions, isUnfiltered } from './contract-filter.ts';

export type { ContractFilter } from './contract-filter.ts';

/** True when nothing but visibility limits the contracts. */
export const selectsEverything = (filter: ContractFilter): boolean => isUnfiltered(filter);

/** A filter a call has parsed as the query string had it: a job parses it again. */
export const filterAsTexts = (filter: ContractFilter): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/** Conditions on `contracts c` for all a caller sees under a filter of the list. */
export function selectedContracts(
  filter: ContractFilter,
  visibility: Visibility,
  parameters: Parameters,
): string {
  return filterConditions(filter, visibility, parameters).join(' and ');
}

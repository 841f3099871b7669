import type { Services } from '../../platform/services.ts';
import { type Scope, type Visibility, visibilityOf } from '../../platform/scope.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { type ContractFilter, filterConditions, isUnfiltered } from './contract-filter.ts';

/**
 * Exact number of contracts of a filter. Without a filter the kept statistics answer; with one the contracts are
 * counted, however many they are: a wrong figure above a list is worse than one that takes a moment.
 */
export async function countContracts(
  services: Services,
  scope: Scope,
  filter: ContractFilter,
): Promise<number> {
  const visibility = visibilityOf(scope, 'groupContracts.view');
  const parameters = new Parameters();
  const sql =
    isUnfiltered(filter) && visibility.ownCustomerId === null
      ? `select coalesce(sum(s.contract_count), 0)::int as count from contract_statistics s where ${statisticsCondition(visibility, parameters)}`
      : `select count(*)::int as count from contracts c where ${filterConditions(filter, visibility, parameters).join(' and ')}`;
  const [row] = await services.database.read<{ count: number }>(scope, {
    sql,
    parameters: parameters.values,
  });
  return row?.count ?? 0;
}

/** Which buckets of the kept statistics (alias `s`) a caller sees; not for users who see one customer only. */
export function statisticsCondition(visibility: Visibility, parameters: Parameters): string {
  if (visibility.groupIds === null)
    return visibility.includesWithoutGroup ? 'true' : 's.group_id is not null';
  const inGroups = `s.group_id = any (${parameters.add(visibility.groupIds)}::uuid[])`;
  return visibility.includesWithoutGroup ? `(${inGroups} or s.group_id is null)` : inGroups;
}
